//! Callbacks of shared packages: only an API that sends the resource's bodies receives them.

use codegen::Sources;

use crate::support::{generated, plain_api};

const SHARED: &str = "\
shared: base
title: Shared types
document: shop-document
doc: Types of several APIs.
";

const ORDER: &str = "\
resource: order
source: Orders
doc: Orders.
records:
  OrderEvent: { doc: The new state., fields: { id: integer } }
  Shop: { doc: A shop., fields: { name: string } }
bodies:
  NewOrder: { doc: An order., fields: { note: string } }
callbacks:
  order_changed: { doc: Sent when an order changes., form: { root: order, record: OrderEvent } }
";

/// A resource of its own: a package without types has no model crate.
const REPORT: &str = "\
resource: report
source: Reports
doc: Reports.
records:
  Report: { doc: A report., fields: { total: decimal, shop: Shop } }
";

fn api(name: &str) -> String {
    plain_api()
        .replace("api: shop", &format!("api: {name}"))
        .replacen("doc:", "imports: [base]\ndoc:", 1)
}

#[test]
fn only_an_api_that_sends_the_bodies_of_a_resource_has_its_callbacks() {
    let sends = "\
resource: sale
source: Sales
doc: Sales.
operations:
  create_order: { doc: Creates., http: POST /orders, request_body: NewOrder, response: unknown, statuses: [200], retry: { never: Undocumented. } }
";
    let tree = generated(&Sources::new([
        ("base/api.yaml", SHARED.to_owned()),
        ("base/order.yaml", ORDER.to_owned()),
        ("sender/api.yaml", api("sender")),
        ("sender/sale.yaml", sends.to_owned()),
        ("reader/api.yaml", api("reader")),
        ("reader/report.yaml", REPORT.to_owned()),
    ]));
    for (name, has_callback) in [("sender", true), ("reader", false)] {
        for path in ["src/lib.rs", "README.md"] {
            let file = &tree.0[&format!("crates/{name}-model/{path}")];
            assert_eq!(file.contains("OrderEvent"), has_callback, "{name}: {file}");
        }
        let readme = &tree.0[&format!("crates/{name}-client/README.md")];
        assert_eq!(readme.contains("## Callbacks"), has_callback, "{readme}");
        let openapi = &tree.0[&format!("crates/api-description/openapi/{name}.json")];
        for key in ["\"webhooks\"", "\"OrderEvent\""] {
            assert_eq!(openapi.contains(key), has_callback, "{openapi}");
        }
    }
}
