//! Callbacks of shared packages: an API receives those of the files that have the name of one of its own.

use codegen::Sources;

use crate::support::{generated, plain_api, report};

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
  OrderEvent: { doc: The new state., fields: { id: integer, our_no: string, state: string } }
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

/// Sends a body of its own that extends the shared one, and reads the order that a callback is about.
fn sale(resource: &str) -> String {
    format!(
        "\
resource: {resource}
source: Sales
doc: Sales.
records:
  Order: {{ doc: An order., fields: {{ id: integer, our_no: string, state: string }} }}
bodies:
  LaterOrder: {{ doc: An order., extends: base.NewOrder, fields: {{ code: string }} }}
operations:
  create_order: {{ doc: Creates., http: POST /orders, request_body: LaterOrder, response: unknown, statuses: [200], retry: {{ never: Undocumented. }} }}
  get_order:
    doc: Reads.
    http: GET /orders/{{id}}
    path: {{ id: integer }}
    response: Order
    statuses: [200]
    confirms_callback: {{ callback: order_changed, id: id, reference: our_no, state: state, hint: state }}
"
    )
}

fn described(sale_file: &str) -> Sources {
    Sources::new([
        ("base/api.yaml".to_owned(), SHARED.to_owned()),
        ("base/order.yaml".to_owned(), ORDER.to_owned()),
        ("sender/api.yaml".to_owned(), api("sender")),
        (format!("sender/{sale_file}.yaml"), sale(sale_file)),
        ("reader/api.yaml".to_owned(), api("reader")),
        ("reader/report.yaml".to_owned(), REPORT.to_owned()),
    ])
}

#[test]
fn an_api_receives_the_callbacks_of_shared_files_of_the_same_name() {
    let tree = generated(&described("order"));
    for (name, has_callback) in [("sender", true), ("reader", false)] {
        let model = &tree.0[&format!("crates/{name}-model/src/lib.rs")];
        assert_eq!(model.contains("OrderEvent"), has_callback, "{model}");
        let readme = &tree.0[&format!("crates/{name}-client/README.md")];
        assert_eq!(readme.contains("## Callbacks"), has_callback, "{readme}");
        let openapi = &tree.0[&format!("crates/api-description/openapi/{name}.json")];
        for key in ["\"webhooks\"", "\"OrderEvent\""] {
            assert_eq!(openapi.contains(key), has_callback, "{openapi}");
        }
    }
}

#[test]
fn an_api_confirms_no_callback_that_it_does_not_receive() {
    let text = report(&described("sale"));
    assert!(text.contains("unknown callback `order_changed`"), "{text}");
    assert!(text.contains("spec/sender/sale.yaml:16:36"), "{text}");
}

#[test]
fn a_callback_replaces_the_shared_one_of_its_name() {
    let mut sources = described("order");
    let order = sources.0.get_mut("sender/order.yaml").unwrap();
    *order = order.replace("state: string }", "state: string, shop: Shop }");
    order.push_str(
        "callbacks:\n  order_changed: { doc: Sent later., form: { root: order, record: Order } }\n",
    );
    let tree = generated(&sources);
    let readme = &tree.0["crates/sender-client/README.md"];
    assert_eq!(readme.matches("## Callbacks").count(), 1, "{readme}");
    assert!(readme.contains("`model::Order::from_form`"), "{readme}");
}
