//! What a change of the spec means for each artifact.

use std::fs;

use codegen::{Diff, Level, Sources};

use crate::support::{fixture, fixtures, generated, plain_api, snapshot};

const ORDER: &str = "\
resource: order
source: Orders
doc: The orders of a shop.
enums:
  Kind: { doc: A kind., values: { big: ~, small: ~ } }
ids:
  OrderUid: { doc: An order. }
records:
  Order:
    doc: An order.
    fields:
      id: integer documented_required
      kind: Kind
      name: string(20) pii =none
      total: decimal strict
      other: string alias(also)
bodies:
  NewOrder:
    doc: An order.
    fields:
      reference: string(10) required
      kind: Kind
      note: string
operations:
  get_order:
    doc: Reads.
    http: GET /orders/{id}
    path: { id: integer }
    response: { order: Order }
    echoes: { id: order.id }
    essential: [order.id]
    statuses: [200, 401]
  list_orders:
    doc: Lists.
    http: GET /orders
    filters: { name: { eq: string } }
    pagination: { item: Order, items_key: orders, per_page: 100, max_per_page: 100 }
    statuses: [200]
  create_order:
    doc: Creates.
    http: POST /orders
    request_body: { order: NewOrder }
    response: { order: Order }
    statuses: [200, 422]
    retry: { never: Each request creates an order. }
  cancel_order:
    doc: Cancels.
    http: DELETE /orders/{uid}
    path: { uid: OrderUid }
    headers: { X-Tag: string }
    response: status_only
    statuses: [200]
    retry: { harmless: A canceled order stays canceled. }
";

fn shop(api: &str, order: &str) -> Sources {
    Sources::new([("shop/api.yaml", api), ("shop/order.yaml", order)])
}

/// The diff of a replacement in the order file, or else in `api.yaml`.
fn diff(old: &str, new: &str) -> Diff {
    let api = plain_api();
    let (new_api, new_order) = match ORDER.contains(old) {
        true => (api.clone(), ORDER.replacen(old, new, 1)),
        false => {
            assert!(api.contains(old), "{old} is nowhere");
            (api.replacen(old, new, 1), ORDER.to_owned())
        }
    };
    match codegen::diff(&shop(&api, ORDER), &shop(&new_api, &new_order)) {
        Ok(diff) => diff,
        Err(diagnostics) => panic!("{old} → {new}: {diagnostics}"),
    }
}

/// Levels of Rust, sent, read and behavior: `-`, `p`atch, `m`inor, `M`ajor.
fn levels(diff: &Diff) -> String {
    let levels = diff.verdict().levels();
    let letters = levels.iter().map(|(_, level)| match level {
        Level::None => '-',
        Level::Patch => 'p',
        Level::Minor => 'm',
        Level::Major => 'M',
    });
    letters.collect()
}

#[test]
fn each_change_has_its_level_for_each_artifact() {
    let table = fs::read_to_string(fixtures().join("levels.yaml")).unwrap();
    let rows: Vec<[String; 3]> = serde_yaml::from_str(&table).unwrap();
    for [old, new, expected] in &rows {
        let diff = diff(old, new);
        assert_eq!(
            levels(&diff),
            *expected,
            "{old} → {new}\n{}",
            diff.to_text()
        );
    }
}

/// The diff of the fields of the body.
fn diff_of_body(old: &str, new: &str) -> Diff {
    let api = plain_api();
    let fields = "reference: string(10) required\n      kind: Kind\n      note: string";
    let [old, new] = [old, new].map(|by| shop(&api, &ORDER.replace(fields, by)));
    codegen::diff(&old, &new).unwrap()
}

#[test]
fn order_of_positional_arguments_is_a_part_of_the_rust_api() {
    let diff = diff_of_body(
        "reference: string(10) required\n      total: decimal required\n      note: string",
        "total: decimal required\n      reference: string(10) required\n      note: string",
    );
    assert_eq!(levels(&diff), "M---", "{}", diff.to_text());
    assert!(
        diff.to_text()
            .contains("constructor `new(reference, total)` → `new(total, reference)`"),
        "{}",
        diff.to_text()
    );
}

#[test]
fn order_of_named_fields_is_no_part_of_the_rust_api() {
    let diff = diff_of_body(
        "reference: string(10) required\n      kind: Kind required\n      note: string required",
        "note: string required\n      reference: string(10) required\n      kind: Kind required",
    );
    assert!(diff.is_empty(), "{}", diff.to_text());
}

#[test]
fn client_value_without_a_default_is_a_part_of_the_rust_api() {
    let api = |default: &str| {
        let values = format!("client_values: {{ lang: {{ doc: The language.{default} }} }}");
        plain_api().replace("environments:", &format!("{values}\nenvironments:"))
    };
    let order = ORDER.replace("note: string", "note: string from_client(lang)");
    let [none, de, en] =
        ["", ", default: de", ", default: en"].map(|default| shop(&api(default), &order));
    let levels = |old, new| levels(&codegen::diff(old, new).unwrap());
    assert_eq!(levels(&de, &en), "pM--");
    assert_eq!(levels(&de, &none), "MM--");
    assert_eq!(levels(&none, &de), "MM--");
}

#[test]
fn a_new_api_is_one_addition_with_its_environments_and_client_values() {
    let values = "client_values: { lang: { doc: The language. } }\nenvironments:";
    let depot = plain_api().replace("api: shop", "api: depot");
    let old = shop(&plain_api(), ORDER);
    let mut new = shop(&plain_api(), ORDER);
    let order = ORDER.replace("note: string", "note: string from_client(lang)");
    for (path, text) in [
        ("depot/api.yaml", depot.replace("environments:", values)),
        ("depot/order.yaml", order),
    ] {
        new.0.insert(path.to_owned(), text);
    }
    let text = codegen::diff(&old, &new).unwrap().to_text();
    assert!(!text.contains("environment `"), "{text}");
    assert!(!text.contains("client value `"), "{text}");
    assert_eq!(
        levels(&codegen::diff(&old, &new).unwrap()),
        "m---",
        "{text}"
    );
    assert_eq!(levels(&codegen::diff(&new, &old).unwrap()), "M---");
}

#[test]
fn names_of_environments_are_a_part_of_the_rust_api() {
    let without = "base_url: \"{test_base_url}\" }";
    let diff = |old: &str, new: &str| {
        let [old, new] = [old, new].map(|name| {
            let environment = without.replace(" }", &format!("{name} }}"));
            shop(&plain_api().replace(without, &environment), ORDER)
        });
        codegen::diff(&old, &new).unwrap().verdict().rust
    };
    let (test, other) = (", sdk_name: TEST", ", sdk_name: OTHER");
    assert_eq!(diff("", test), Level::Minor);
    assert_eq!(diff(test, ""), Level::Major);
    assert_eq!(diff(test, other), Level::Patch);
}

#[test]
fn filter_of_a_sync_is_not_a_part_of_the_rust_api() {
    let order = ORDER
        .replace("      total:", "      updated_at: datetime\n      total:")
        .replace("eq: string } }", "eq: string }, updated_at: { gt: date } }")
        .replace(
            "max_per_page: 100 }",
            "max_per_page: 100, sync: { watermark: updated_at, id: id } }",
        );
    let api = plain_api();
    let other = api.replace("q[{field}_{predicate}]", "f[{field}_{predicate}]");
    let diff = codegen::diff(&shop(&api, &order), &shop(&other, &order)).unwrap();
    let verdict = diff.verdict();
    assert_eq!(verdict.behavior, Level::Major, "{}", diff.to_text());
    assert_eq!(verdict.rust, Level::Patch, "{}", diff.to_text());
}

#[test]
fn form_of_the_constructor_is_a_part_of_the_rust_api() {
    let diff = diff_of_body(
        "reference: string(10) required\n      note: string required",
        "reference: string(10) required\n      note: string required\n      kind: Kind required",
    );
    assert!(
        diff.to_text().contains(
            "constructor `new(reference, note)` → `NewOrderRequired { kind, note, reference }`"
        ),
        "{}",
        diff.to_text()
    );
}

#[test]
fn long_values_are_shown_from_their_first_difference() {
    let long = |last: &str| {
        let path = format!("/{}/orders/{{uid}}/{last}", "a".repeat(60));
        ORDER.replace("/orders/{uid}", &path)
    };
    let api = plain_api();
    let (old, new) = (shop(&api, &long("cancel")), shop(&api, &long("end")));
    let text = codegen::diff(&old, &new).unwrap().to_text();
    let expected = "path `…aaaaaa/orders/{uid}/cancel` → `…aaaaaa/orders/{uid}/end`\n";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn code_in_a_value_does_not_end_its_backticks() {
    let new = "note: { type: string, deprecated: Use `kind`. }";
    assert_eq!(
        diff("note: string", new).to_changelog(),
        "* minor: field `NewOrder.note` of shop: deprecation `Use 'kind'.` is new.\n"
    );
}

#[test]
fn the_end_and_the_start_of_an_item_are_one_change_each() {
    let without = ORDER.replace("      note: string\n", "");
    let api = plain_api();
    let removed = codegen::diff(&shop(&api, ORDER), &shop(&api, &without)).unwrap();
    assert_eq!(
        removed.to_changelog(),
        "* major: field `NewOrder.note` of shop is gone.\n"
    );
    let added = codegen::diff(&shop(&api, &without), &shop(&api, ORDER)).unwrap();
    assert_eq!(
        added.to_changelog(),
        "* minor: field `NewOrder.note` of shop is new.\n"
    );
}

#[test]
fn a_spec_does_not_differ_from_itself() {
    let spec = fixture("whole");
    let diff = codegen::diff(&spec, &spec).unwrap();
    assert!(diff.is_empty());
    assert_eq!(diff.to_text(), "no changed fact: nothing is affected\n");
}

#[test]
fn lowered_protection_comes_first() {
    let field = "name: string(20) pii =none";
    let text = diff(field, "name: string(10) =none").to_text();
    let expected = "Lowered protection of money or privacy:\n\n\
        major  field `Order.name` of shop: mark `pii` is gone\n\
        \x20      spec/shop/order.yaml:14\n\
        \x20      Rust patch, behavior major\n\n\
        Other changes:\n\n\
        patch  field `Order.name` of shop: maximum `20` → `10`\n";
    assert!(text.starts_with(expected), "{text}");
    for (old, new) in [
        ("total: decimal strict", "total: decimal"),
        ("    essential: [order.id]\n", ""),
        ("    echoes: { id: order.id }\n", ""),
        (
            "{ never: Each request creates an order. }",
            "{ harmless: Always. }",
        ),
    ] {
        let text = diff(old, new).to_text();
        assert!(text.starts_with("Lowered protection"), "{old}: {text}");
    }
    for (old, new) in [
        ("name: string(20)", "name: string(10)"),
        (
            "{ harmless: A canceled order stays canceled. }",
            "{ never: Because. }",
        ),
        ("      total: decimal strict\n", ""),
    ] {
        let text = diff(old, new).to_text();
        assert!(!text.starts_with("Lowered protection"), "{old}: {text}");
    }
}

#[test]
fn a_renamed_write_is_one_change_that_lowers_protection() {
    let text = diff("  create_order:", "  place_order:").to_text();
    let expected = "Lowered protection of money or privacy:\n\n\
        major  operation `place_order` of shop: name in journals `create_order` → `place_order`\n";
    assert!(text.starts_with(expected), "{text}");
    assert!(
        !text.contains("is gone") && !text.contains("is new"),
        "{text}"
    );
    // Its keys are known under the name before.
    let kept = "  place_order:\n    journal_id: create_order";
    let text = diff("  create_order:", kept).to_text();
    assert!(!text.starts_with("Lowered protection"), "{text}");
}

#[test]
fn a_write_without_a_successor_lowers_protection() {
    let (before, rest) = ORDER.split_once("  create_order:").unwrap();
    let (write, after) = rest.split_once("  cancel_order:").unwrap();
    let api = plain_api();
    let diff = |operation: &str| {
        let order = format!("{before}{operation}  cancel_order:{after}");
        let unused = "bodies:\n  NewOrder:\n    doc: An order.\n    fields:\n      reference: string(10) required\n      kind: Kind\n      note: string\n";
        let order = match operation {
            "" => order.replace(unused, ""),
            _ => order,
        };
        let diff = codegen::diff(&shop(&api, ORDER), &shop(&api, &order));
        diff.unwrap_or_else(|errors| panic!("{errors}"))
    };
    let gone = "major  operation `create_order` of shop is gone\n";
    let moved = format!("  place_order:{write}").replace("POST /orders", "POST /placed");
    for operation in ["", &moved] {
        let diff = diff(operation);
        let text = diff.to_text();
        assert!(diff.is_lowered(), "{text}");
        assert!(text.contains(gone), "{text}");
    }
    // The journal knows it.
    let known = moved.replace(
        "doc: Creates.",
        "doc: Creates.\n    journal_id: create_order",
    );
    let diff = diff(&known);
    assert!(!diff.is_lowered(), "{}", diff.to_text());
}

#[test]
fn a_key_that_is_believed_for_longer_lowers_protection() {
    let api = plain_api();
    let order = |kept: &str| {
        let key = "doc: Creates.\n    headers: { Request-Id: string from_client(idempotency_key) }";
        let order = ORDER.replace("doc: Creates.", key);
        let rule = format!("{{ idempotent: Keys are known.{kept} }}");
        shop(
            &api,
            &order.replace("{ never: Each request creates an order. }", &rule),
        )
    };
    let [none, day, week] = ["", ", kept_hours: 24", ", kept_hours: 168"].map(order);
    for (old, new, is_lowered) in [
        (&none, &day, true),
        (&day, &week, true),
        (&week, &day, false),
        (&day, &none, false),
        (&shop(&api, ORDER), &none, true),
        (&none, &shop(&api, ORDER), false),
    ] {
        let diff = codegen::diff(old, new).unwrap();
        let text = diff.to_text();
        assert_eq!(diff.is_lowered(), is_lowered, "{text}");
        assert_eq!(diff.verdict().behavior, Level::Major, "{text}");
    }
}

#[test]
fn a_lower_default_is_no_lower_limit() {
    let points = |default: &str| format!("reference: string\n      points: integer {default}");
    let diff = diff_of_body(&points("=5"), &points("=3"));
    assert_eq!(levels(&diff), "p---", "{}", diff.to_text());
    let api = plain_api();
    let [old, new] = ["=5", "=3"].map(|default| {
        let fields = format!("kind: Kind\n      points: integer {default}\n      name");
        shop(&api, &ORDER.replacen("kind: Kind\n      name", &fields, 1))
    });
    let diff = codegen::diff(&old, &new).unwrap();
    assert_eq!(levels(&diff), "p-M-", "{}", diff.to_text());
}

#[test]
fn another_name_is_one_change() {
    let diff = diff("      note: string\n", "      comment: string was(note)\n");
    let text = diff.to_text();
    assert!(
        text.contains("field `NewOrder.comment` of shop: name `note` → `comment`"),
        "{text}"
    );
    assert!(
        !text.contains("is gone") && !text.contains("is new"),
        "{text}"
    );
    assert_eq!(levels(&diff), "MM--");
}

#[test]
fn a_field_may_be_called_like_a_key() {
    let api = plain_api();
    let named = |name: &str| ORDER.replace("note: string", name);
    let (old, new) = (named("notes: string"), named("notes: string required"));
    let diff = codegen::diff(&shop(&api, &old), &shop(&api, &new)).unwrap();
    assert_eq!(levels(&diff), "MM--", "{}", diff.to_text());
}

/// A key of the language without a row would be a break each time that it changes.
#[test]
fn every_path_has_a_row() {
    for sources in [fixture("whole"), shop(&plain_api(), ORDER)] {
        assert_eq!(
            codegen::paths_without_row(&sources).unwrap(),
            Vec::<String>::new()
        );
    }
}

#[test]
fn the_page_of_two_versions_has_each_difference() {
    let tree = generated(&fixture("versions/shop"));
    let page = &tree.0["crates/guide/book/shop-v1-to-shop-v2.md"];
    snapshot("versions", "page", page);
}
