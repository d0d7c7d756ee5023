//! What the documents leave open.

use crate::support::{described, fixture, shop, snapshot};

#[test]
fn unknowns_of_one_package() {
    let sources = described();
    for name in ["pos-v2", "spec/pos/v2/"] {
        let unknowns = codegen::unknowns(&sources, Some(name)).unwrap();
        assert!(unknowns.contains("spec/pos/v2/"), "{unknowns}");
        assert!(!unknowns.contains("spec/payments/"), "{unknowns}");
    }
    assert_eq!(codegen::unknowns(&sources, Some("pos-v9")).unwrap(), "");
}

#[test]
fn unknowns_match_their_snapshot() {
    let unknowns = codegen::unknowns(&fixture("unknowns"), None).unwrap();
    snapshot("unknowns", "report", &unknowns);
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
