//! What is not learned, and why.

use codegen::Observations;

use super::{assert_unlearned, learn, observations, order, spec};
use crate::support::fixture;

#[test]
fn observations_below_the_threshold_are_listed_with_what_is_missing() {
    let fields = order("      id: json\n      total: integer\n");
    let few = ["id numbers=49 i32=49"];
    assert_unlearned(&fields, &few, "Order.id", "49 of 50 values: 49 integer");
    // Its only venue.
    let text = "observations 1\nrun 5f3c since=2026-10-21 venue_key=a venues=1\n\
         shop get_order 200\n/order/id numbers=60 i32=60 at=1\n\
         /order/total booleans=60 at=1\n";
    let sources = spec(&fields);
    let learned = learn(&sources, &Observations::parse("shop", text).unwrap());
    assert_eq!(learned.sources, sources);
    let report = learned.report();
    assert!(
        report.contains("Order.id: 1 of 2 venues: 60 integer\n"),
        "{report}"
    );
    assert!(
        report.contains("Order.total: 1 of 2 venues: boolean in 60 of 60\n"),
        "{report}"
    );
}

#[test]
fn few_values_of_another_type_than_documented_are_listed() {
    let fields = order("      total: integer\n");
    let lines = ["total strings=30 other=30 numbers=10 i32=10"];
    let reason = "40 of 50 values: string in 30 of 40";
    assert_unlearned(&fields, &lines, "Order.total", reason);
}

#[test]
fn another_type_in_fewer_values_than_are_known_is_listed() {
    let known = "integer inferred observed(600 of 600 at 2 venues since 2026-10)";
    let fields = order(&format!("      id: {known}\n"));
    let reason = "`string` in 60 values, but `integer` in the 600 of the line: pass all files";
    let lines = ["id strings=60 other=60"];
    assert_unlearned(&fields, &lines, "Order.id", reason);
}

#[test]
fn responses_of_which_nothing_is_described_are_listed() {
    let fields = order("      id: json\n");
    // Without the wrapper `order`.
    let text = "observations 1\nrun 5f3c since=2026-10-21 venue_key=a venues=1,2\n\
         shop get_order 200\n\"\" objects=60 at=3\n/id numbers=60 i32=60 at=3\n";
    let sources = spec(&fields);
    let learned = learn(&sources, &Observations::parse("shop", text).unwrap());
    let report = learned.report();
    let expected = "shop.get_order: no field as described: 60 object\n";
    assert!(report.contains(expected), "{report}");
    // One member that is described is enough.
    let lines = ["id numbers=60 i32=60"];
    let report = learn(&sources, &observations(&lines)).report();
    assert!(!report.contains("as described"), "{report}");
}

#[test]
fn different_venue_keys_of_files_are_named() {
    let file = |run: &str, key: &str| {
        format!(
            "observations 1\nrun {run} since=2026-10-21 venue_key={key} venues={run}\n\
             shop get_order 200\n/order/id numbers=60 i32=60 at=1\n"
        )
    };
    let report = |keys: [&str; 2]| {
        let text = file("1", keys[0]) + &file("2", keys[1]);
        let observations = Observations::parse("shop", &text).unwrap();
        let sources = spec(&order("      id: json\n"));
        codegen::learn(&sources, &observations).unwrap().report()
    };
    let different = report(["a", "b"]);
    assert!(
        different.contains("Order.id: 1 of 2 venues: 120 integer\n"),
        "{different}"
    );
    assert!(
        different.contains("different venue keys: a, b\n"),
        "{different}"
    );
    let same = report(["a", "a"]);
    assert!(same.contains("120 of 120 at 2 venues"), "{same}");
}

#[test]
fn values_without_a_name_are_counted() {
    let enums = "enums:\n  Kind: { doc: A kind., values: { paid: A doc. } }\n";
    let lines = ["kind strings=60 other=60 values=paid:40 other_values=20"];
    let fields = order("      kind: Kind\n");
    let reason = "20 values without a name in the file: rare, of one venue, or not words";
    assert_unlearned(&format!("{fields}{enums}"), &lines, "Kind", reason);
}

#[test]
fn what_has_no_single_type_is_listed() {
    let fields = order("      id: json\n");
    for (line, reason) in [
        (
            "id numbers=30 i32=30 booleans=30 bits=0",
            "no single type: 30 boolean, 30 integer",
        ),
        ("id objects=60", "no single type: 60 object"),
        ("id arrays=60", "0 of 50 elements of the lists"),
        ("id nulls=60", "0 of 50 values: 60 null"),
    ] {
        assert_unlearned(&fields, &[line], "Order.id", reason);
    }
}

#[test]
fn types_that_differ_among_operations_are_listed() {
    let text = "observations 1\nrun 5f3c since=2026-10-21 venue_key=a venues=1,2\n\
         shop get_order 200\n/order/id numbers=3000 i32=3000 at=3\n\
         shop get_copy 200\n/id strings=20 other=20 at=3\n";
    let sources = spec(&order("      id: json\n"));
    let learned = learn(&sources, &Observations::parse("shop", text).unwrap());
    assert_eq!(learned.sources, sources, "{}", learned.report());
    assert_eq!(
        learned.unlearned[0].reason,
        "operations differ: shop.get_copy 20 string"
    );
}

#[test]
fn documented_facts_stay_and_nothing_becomes_required() {
    let fields = order(
        "      id: integer
      name: string(10) =a
      kind: { type: json, conflicts: [{ says: A number., but: A string., so: It is kept. }] }
",
    );
    let sources = spec(&fields);
    let lines = [
        "id numbers=60 i32=60",
        "name strings=60 other=60",
        "kind numbers=60 i32=60",
    ];
    let learned = learn(&sources, &observations(&lines));
    assert_eq!(learned.sources, sources);
    assert_eq!(learned.report(), "");
}

#[test]
fn types_that_other_facts_do_not_permit_are_listed() {
    let fields = order(
        "      price: integer inferred unit(cents)
      name: { type: string inferred, example: Ada }
      id: integer inferred
",
    );
    let lines = [
        "price strings=60 other=60",
        "name booleans=60",
        "id strings=60 other=60",
    ];
    let learned = learn(&spec(&fields), &observations(&lines));
    let facts: Vec<&str> = learned.facts.iter().map(|fact| &*fact.subject).collect();
    assert_eq!(facts, ["Order.id"]);
    let report = learned.report();
    for reason in [
        "since 2026-10: mark `unit` has no effect here\n",
        "since 2026-10: invalid example `Ada`\n",
    ] {
        assert!(report.contains(reason), "{report}");
    }
}

#[test]
fn values_that_are_not_variants_do_not_drop_valid_ones() {
    let fields = order("      kind: Kind\n");
    for values in ["values: { paid: A doc. }", "values:\n      paid: A doc."] {
        let enums = format!("enums:\n  Kind:\n    doc: A kind.\n    {values}\n");
        let line = "kind strings=180 other=180 values=Paid:20,medical:20,no:20,true:20,1:20,a%3a%20b:20,\
                    a%40b:20,%20:20,%22:20";
        let learned = learn(&spec(&format!("{fields}{enums}")), &observations(&[line]));
        let facts: Vec<&str> = learned.facts.iter().map(|fact| &*fact.subject).collect();
        assert_eq!(
            facts,
            ["Kind.a: b", "Kind.medical", "Kind.no", "Kind.true"],
            "{}",
            learned.report()
        );
        assert_eq!(learned.unlearned.len(), 5, "{}", learned.report());
    }
}

#[test]
fn fields_and_operations_that_are_not_described_are_listed() {
    let fields = order("      id: json\n");
    let lines = ["points numbers=60 i32=60"];
    assert_unlearned(
        &fields,
        &lines,
        "Order.points",
        "not in the record: 60 integer",
    );
    let text = "observations 1\nrun 5f3c since=2026-10-21\nshop drop_order 200\n/id nulls=60\n";
    let learned = learn(&spec(&fields), &Observations::parse("shop", text).unwrap());
    assert_eq!(
        learned.report(),
        "\nNot learned (1):\nshop.drop_order: unknown operation\n"
    );
}

#[test]
fn untyped_fields_are_listed_with_what_is_observed() {
    let sources = spec(&order(
        "      id: integer inferred\n      name: json\n      total: integer\n",
    ));
    let observations = observations(&["id numbers=12 i32=12"]);
    assert_eq!(
        codegen::untyped(&sources, None, &observations).unwrap(),
        "Types not documented (2):
spec/shop/order.yaml:8: Order.id: 12 integer; 12 of 50 values
spec/shop/order.yaml:9: Order.name: not observed
"
    );
}

#[test]
fn untyped_fields_that_no_response_has_are_not_observable() {
    let sources = fixture("untyped");
    assert_eq!(
        codegen::untyped(&sources, None, &Observations::new()).unwrap(),
        "Types not documented (6):
spec/catalog/item.yaml:9: Item.color: not observable: in no operation
spec/shop/order.yaml:10: Order.tax: not observed
spec/shop/order.yaml:12: Order.note: not observed
spec/shop/order.yaml:17: Line.weight: not observed
spec/shop/order.yaml:22: OrderHint.reason: not observable: in callbacks but no response
spec/shop/order.yaml:29: NewOrder.coupon: not observable: only in requests
"
    );
    let catalog = codegen::untyped(&sources, Some("catalog"), &Observations::new()).unwrap();
    assert!(
        catalog.starts_with("Types not documented (1):\n"),
        "{catalog}"
    );
}
