//! What the documents leave open.

use crate::support::{described, fixture, shop, snapshot};

#[test]
fn unknowns_of_one_package() {
    let sources = described();
    for name in ["pos-v2", "pos/v2", "spec/pos/v2", "spec/pos/v2/"] {
        let unknowns = codegen::unknowns(&sources, Some(name)).unwrap();
        assert!(unknowns.contains("spec/pos/v2/"), "{unknowns}");
        assert!(!unknowns.contains("spec/payments/"), "{unknowns}");
    }
    assert_eq!(codegen::unknowns(&sources, Some("pos-v9")).unwrap(), "");
}

#[test]
fn unknowns_match_their_snapshot() {
    let unknowns = codegen::unknowns(&fixture("reports"), None).unwrap();
    snapshot("reports", "unknowns", &unknowns);
}

#[test]
fn lists_every_unknown_of_a_line() {
    let text = codegen::unknowns(&shop(
        "unknowns: [The first., The second.]\nrecords:\n  Order: { doc: An order., fields: { id: integer } }\n  Other: { doc: Another., extends: Order }\n",
    ), None)
    .unwrap();
    assert!(
        text.contains("spec/shop/order.yaml:4: order: The first.\n"),
        "{text}"
    );
    assert!(
        text.contains("spec/shop/order.yaml:4: order: The second.\n"),
        "{text}"
    );
}

#[test]
fn untyped_fields_are_counted_by_where_they_occur() {
    // `tax` counts twice: `NewOrder` shares it with `Order`, whose responses show it.
    let text = codegen::unknowns(&fixture("untyped"), None).unwrap();
    let expected = "
catalog: 1 untyped field: 1 in no operation
shop: 6 untyped fields: 4 in responses, 1 in callbacks but no response, 1 only in requests
all: 7 untyped fields: 4 in responses, 1 in callbacks but no response, 1 only in requests, 1 in no operation
";
    assert!(text.ends_with(expected), "{text}");
    let text = codegen::unknowns(&shop("enums:\n  Kind: { doc: A kind., values: { one: ~ } }\nrecords:\n  Order: { doc: An order., fields: { kind: Kind } }\n"), None).unwrap();
    assert!(text.ends_with("\nshop: 0 untyped fields\n"), "{text}");
}
