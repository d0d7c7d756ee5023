//! What is learned: the lines that the spec gets.

use codegen::{Observations, Sources};

use super::{assert_learned, learn, observations, order, order_file, spec};
use crate::support::{generated, plain_api};

#[test]
fn edits_one_line_per_fact_and_keeps_comments_and_order() {
    let before = order(
        "      # Identifies it.
      id: integer inferred  # of the shop
      note: { type: string(20) inferred pii, doc: A note. }
      weight:
        type: json
        doc: The weight, with a comma, a `{` and an apostrophe's end.
      tags:   list(json) inferred
      placed_on: json
    in_list_example: { points: integer, more: string }
",
    );
    let after = order(
        "      # Identifies it.
      id: integer inferred observed(60 of 60 at 2 venues since 2026-10)  # of the shop
      note: { type: string(20) inferred pii observed(55 of 56 at 2 venues since 2026-10 null 3 absent 1), doc: A note. }
      weight:
        type: decimal inferred observed(60 of 60 at 2 venues since 2026-10)
        doc: The weight, with a comma, a `{` and an apostrophe's end.
      tags:   list(string) inferred observed(60 of 60 at 2 venues since 2026-10)
      placed_on: date inferred observed(59 of 60 at 2 venues since 2026-10)
    in_list_example: { points: boolean observed(60 of 60 at 2 venues since 2026-10), more: string }
",
    );
    let lines = [
        "id numbers=60 i32=60",
        "note nulls=3 strings=55 other=55 numbers=1 i32=1",
        "weight numbers=60 i32=20 places_2=40",
        "tags arrays=60",
        "tags/* strings=80 other=80",
        "placed_on strings=60 date=59 empty=1",
        "points booleans=60",
    ];
    assert_learned(&before, &lines, &after);
}

#[test]
fn files_with_line_breaks_of_windows_keep_them() {
    let before = order("      id: integer inferred\n      total: integer\n").replace('\n', "\r\n");
    let lines = ["id numbers=60 i32=60", "total booleans=60"];
    let learned = learn(&spec(&before), &observations(&lines));
    let text = order_file(&learned.sources);
    assert!(text.contains("id: integer inferred observed(60 of 60 at 2 venues since 2026-10)\r\n"));
    let contradiction = "total: boolean 60 of 60 at 2 venues since 2026-10";
    let observed = format!("      total: integer\r\n    observed:\r\n      {contradiction}\r\n");
    assert!(text.contains(&observed), "{text:?}");
}

#[test]
fn contradictions_have_lines_of_their_own() {
    let fields = "      total: integer documented_required
      kind: string
      placed_on: date
";
    let before = order(fields);
    let after = order(&format!(
        "{fields}    observed:
      kind: integer 60 of 60 at 2 venues since 2026-10
      placed_on: string 20 of 60 at 2 venues since 2026-10
      total: absent 10 of 60 at 2 venues since 2026-10
"
    ));
    let lines = [
        "total numbers=50 i32=50",
        "kind numbers=60 i32=60",
        "placed_on strings=60 date=40 other=20",
    ];
    let learned = learn(&spec(&before), &observations(&lines));
    let sorted = |sources: &Sources| {
        let mut lines: Vec<String> = order_file(sources).lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!(sorted(&learned.sources), sorted(&spec(&after)));
}

#[test]
fn later_contradictions_join_those_that_are_known() {
    let fields = "      total: integer
      kind: string
    observed:
      total: string 30 of 50 at 2 venues since 2026-09
";
    let flow = "records:
  Order: { doc: \"An {order}\", fields: { total: integer, kind: string } }
";
    let lines = ["total strings=60 other=60", "kind numbers=60 i32=60"];
    let known = order(
        "      total: integer
      kind: string
    observed:
      total: string 60 of 60 at 2 venues since 2026-10
      kind: integer 60 of 60 at 2 venues since 2026-10
",
    );
    assert_learned(&order(fields), &lines, &known);
    let flow_after = "records:
  Order: { doc: \"An {order}\", fields: { total: integer, kind: string }, observed: { total: string 60 of 60 at 2 venues since 2026-10, kind: integer 60 of 60 at 2 venues since 2026-10 } }
";
    assert_learned(flow, &lines, flow_after);
}

/// An API that declares an enum, and one that inherits it.
fn api_and_heir() -> Sources {
    let order = |records: &str| {
        format!(
            "resource: order\nsource: Orders\ndoc: Orders.\n{records}\noperations:\n  get_order: {{ doc: Reads., http: \"GET /orders\", response: Order, statuses: [200] }}\n"
        )
    };
    let new = "enums: { Kind: { doc: A kind., values: { a: The first. } } }\nrecords:\n  Order: { doc: An order., fields: { kind: Kind } }";
    let old = "records:\n  Order: { doc: An order., extends: new.Order }";
    let api = |name: &str| plain_api().replace("api: shop", &format!("api: {name}"));
    Sources::new([
        ("new/api.yaml", api("new")),
        ("new/order.yaml", order(new)),
        ("old/api.yaml", api("old")),
        ("old/order.yaml", order(old)),
    ])
}

#[test]
fn values_of_an_enum_are_learned_only_from_the_api_that_declares_it() {
    let sources = api_and_heir();
    let observations = |new: &str| {
        let text = format!(
            "observations 1\nrun 5f3c since=2026-10-21 venue_key=a venues=1,2\n{new}old get_order 200\n\
             /kind strings=60 other=60 values=a:20,b:40 at=3\n"
        );
        Observations::parse("shop", &text).unwrap()
    };
    let learned = learn(&sources, &observations(""));
    assert_eq!(learned.sources, sources, "{}", learned.report());
    let reason = "Kind.b: not observed in new, which declares it: old.get_order 40 times\n";
    assert!(learned.report().contains(reason), "{}", learned.report());

    // Those of the other API are not added to the few of this one.
    let few = "new get_order 200\n/kind strings=60 other=60 values=a:41,b:19 at=3\n";
    let learned = learn(&sources, &observations(few));
    assert_eq!(learned.sources, sources, "{}", learned.report());
    let reason = "Kind.b: 19 of 20 sightings\n";
    assert!(learned.report().contains(reason), "{}", learned.report());

    let enough = "new get_order 200\n/kind strings=60 other=60 values=a:40,b:20 at=3\n";
    let learned = learn(&sources, &observations(enough));
    let value = "b: { observed: 20 of 60 at 2 venues since 2026-10 }";
    let file = &learned.sources.0["new/order.yaml"];
    assert!(file.contains(value), "{file}");
}

#[test]
fn enums_get_the_values_that_were_seen() {
    let fields = "      kind: Kind\n      size: Size inferred\n";
    let enums = "enums:
  Kind:
    doc: A kind.
    values:
      a: The first.
      b: { doc: The second. } # of two
  Size: { doc: A size., values: { big: ~, \"%\": { rename: Percent } } }
";
    let enums_after = "enums:
  Kind:
    doc: A kind.
    values:
      a: The first.
      b: { doc: The second. } # of two
      drive through: { observed: 30 of 60 at 2 venues since 2026-10 }
      \"no\": { observed: 20 of 60 at 2 venues since 2026-10 }
  Size: { doc: A size., values: { big: ~, \"%\": { rename: Percent }, small: { observed: 40 of 60 at 2 venues since 2026-10 } } }
";
    let lines = [
        "kind strings=60 other=60 values=a:9,drive%20through:30,no:20,rare:1",
        "size strings=60 other=60 values=small:40",
    ];
    let after = format!(
        "{enums_after}{}",
        order(
            "      kind: Kind\n      size: Size inferred observed(60 of 60 at 2 venues since 2026-10)\n"
        )
    );
    assert_learned(&format!("{enums}{}", order(fields)), &lines, &after);
}

#[test]
fn types_are_widened_but_never_narrowed() {
    for (before, line, after) in [
        ("decimal inferred", "i32=60 numbers=60", "decimal inferred"),
        ("string inferred", "strings=60 date=60", "string inferred"),
        (
            "integer inferred",
            "strings=60 integer_text=60",
            "integer inferred",
        ),
        (
            "boolean inferred",
            "numbers=60 i32=60 bits=60",
            "boolean inferred",
        ),
        (
            "integer inferred",
            "numbers=60 i32=58 places_1=2",
            "decimal inferred",
        ),
        (
            "int32 inferred",
            "numbers=60 i32=30 i64=30",
            "integer inferred",
        ),
        (
            "date inferred",
            "strings=60 date=30 other=30",
            "string inferred",
        ),
        (
            "date inferred",
            "strings=60 date=30 us_date=30",
            "date inferred also_us_date",
        ),
        (
            "integer inferred",
            "numbers=30 i32=30 strings=30 other=30",
            "integer|string inferred",
        ),
    ] {
        let line = format!("id {line}");
        let learned = learn(
            &spec(&order(&format!("      id: {before}\n"))),
            &observations(&[&line]),
        );
        let expected = format!("      id: {after} observed(60 of 60 at 2 venues since 2026-10)\n");
        let text = order_file(&learned.sources);
        assert!(text.contains(&expected), "{before}: {text}");
    }
}

#[test]
fn a_shared_field_is_edited_where_it_is_declared() {
    let old = "resource: order\nsource: Orders\ndoc: Orders.\nrecords:\n  Order: { doc: An order., extends: new.Order }\noperations:\n  get_order: { doc: Reads., http: \"GET /orders\", response: Order, statuses: [200] }\n";
    let new = "resource: order\nsource: Orders\ndoc: Orders.\nrecords:\n  Order:\n    doc: An order.\n    fields: { id: json, total: integer }\noperations:\n  get_order: { doc: Reads., http: \"GET /orders\", response: Order, statuses: [200] }\n";
    let sources = Sources::new([
        (
            "new/api.yaml".to_owned(),
            plain_api().replace("api: shop", "api: new"),
        ),
        ("new/order.yaml".to_owned(), new.to_owned()),
        (
            "old/api.yaml".to_owned(),
            plain_api().replace("api: shop", "api: old"),
        ),
        ("old/order.yaml".to_owned(), old.to_owned()),
    ]);
    let text = "observations 1\nrun 5f3c since=2026-10-21 venue_key=a venues=1,2\n\
         new get_order 200\n/id numbers=30 i32=30 at=1\n\
         old get_order 200\n/id numbers=30 i32=30 at=2\n/total booleans=60 at=3\n";
    let learned = learn(&sources, &Observations::parse("shop", text).unwrap());
    let report = learned.report();
    let fields = "fields: { id: json, total: integer }";
    assert!(
        learned.sources.0["new/order.yaml"].contains(fields),
        "{report}"
    );
    // Responses of the old API prove nothing for the new one.
    assert!(
        report.contains("Order.id: 30 of 50 values, 1 of 2 venues"),
        "{report}"
    );
    let observed =
        "extends: new.Order, observed: { total: boolean 60 of 60 at 2 venues since 2026-10 } }";
    assert!(
        learned.sources.0["old/order.yaml"].contains(observed),
        "{report}"
    );

    let text = text.replace("numbers=30 i32=30 at=2", "numbers=60 i32=60 at=3");
    let reason = "Order.id: 30 of 50 values, 1 of 2 venues: 30 integer\n";
    let learned = learn(&sources, &Observations::parse("shop", &text).unwrap());
    assert!(learned.report().contains(reason), "{}", learned.report());

    let only_old = text.replace("new get_order 200\n/id numbers=30 i32=30 at=1\n", "");
    let learned = learn(&sources, &Observations::parse("shop", &only_old).unwrap());
    let reason = "Order.id: not observed in new, which declares it: old.get_order 60 integer\n";
    assert!(learned.report().contains(reason), "{}", learned.report());

    let text = text.replace("numbers=30 i32=30 at=1", "numbers=60 i32=60 at=3");
    let learned = learn(&sources, &Observations::parse("shop", &text).unwrap());
    let fact =
        "`json` → `integer`: 60 of 60 at 2 venues since 2026-10 (major, inherited by old.Order,";
    assert!(learned.report().contains(fact), "{}", learned.report());
    let generated = generated(&learned.sources);
    let observed = "the type was observed in 60 of 60 values, at 2 venues since 2026-10.";
    let docs = |start: &str| {
        generated
            .0
            .values()
            .filter(|file| file.contains(start))
            .count()
    };
    assert!(docs(&format!("In `new`, {observed}")) > 0);
    assert!(docs(&format!("In `old`, {observed}")) == 0);
}

#[test]
fn report_has_the_line_the_level_and_the_bound_of_the_error() {
    let learned = learn(
        &spec(&order("      id: integer inferred\n      name: json\n")),
        &observations(&["id numbers=60 i32=60", "name strings=60 other=60"]),
    );
    assert_eq!(
        learned.report(),
        "spec/shop/order.yaml:8: Order.id: `integer` confirmed: 60 of 60 at 2 venues since 2026-10 (patch, at most 4.9 % exceptions)
spec/shop/order.yaml:9: Order.name: `json` → `string`: 60 of 60 at 2 venues since 2026-10 (major, at most 4.9 % exceptions)
"
    );
}
