//! Learning from observations: edits of the spec, and what is not learned.

mod edits;
mod unlearned;

use codegen::{Learned, Observations, Sources};

use crate::support::{generated, shop};

const OPERATIONS: &str = "
operations:
  get_order:
    doc: Reads an order.
    http: GET /orders/{id}
    path: { id: integer }
    response: { order: Order }
    statuses: [200]
  get_copy:
    doc: Reads a copy of an order.
    http: GET /orders/{id}/copy
    path: { id: integer }
    response: Order
    statuses: [200]
";

/// Observations of `get_order`, each a pointer below the order with its counts. All are of two venues.
fn observations(lines: &[&str]) -> Observations {
    let mut text = "observations 1\nrun 5f3c since=2026-10-21 venue_key=a venues=1,2\n".to_owned();
    text.push_str("shop get_order 200\n\"\" objects=60 at=3\n/order objects=60 at=3\n");
    for line in lines {
        text.push_str(&format!("/order/{line} at=3\n"));
    }
    Observations::parse("shop.observations", &text).unwrap()
}

/// A spec with these declarations.
fn spec(declarations: &str) -> Sources {
    shop(&format!("{declarations}{OPERATIONS}"))
}

fn order_file(sources: &Sources) -> &str {
    &sources.0["shop/order.yaml"]
}

/// Learns, and checks that learning again changes nothing and that the changed spec is valid.
fn learn(sources: &Sources, observations: &Observations) -> Learned {
    let learned = codegen::learn(sources, observations).unwrap();
    generated(&learned.sources);
    let again = codegen::learn(&learned.sources, observations).unwrap();
    assert_eq!(again.sources, learned.sources);
    assert!(again.facts.is_empty(), "{}", again.report());
    learned
}

/// Checks the lines of the spec after learning.
fn assert_learned(before: &str, lines: &[&str], after: &str) {
    let learned = learn(&spec(before), &observations(lines));
    let expected = spec(after);
    assert_eq!(
        order_file(&learned.sources),
        order_file(&expected),
        "{}",
        learned.report()
    );
}

fn assert_unlearned(declarations: &str, lines: &[&str], subject: &str, reason: &str) {
    let sources = spec(declarations);
    let learned = learn(&sources, &observations(lines));
    assert_eq!(learned.sources, sources, "{}", learned.report());
    let found = learned.unlearned.iter();
    let found: Vec<_> = found.filter(|found| found.subject == subject).collect();
    assert_eq!(found.len(), 1, "{}", learned.report());
    assert_eq!(found[0].reason, reason);
}

fn order(fields: &str) -> String {
    format!("records:\n  Order:\n    doc: An order.\n    fields:\n{fields}")
}
