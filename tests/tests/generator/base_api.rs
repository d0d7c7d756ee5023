//! `extends` of APIs: what several share is written once.

use codegen::Sources;

use crate::support::generated;

const BASE: &str = "\
shared: base
title: Base
document: shop-document
doc: What the versions share.
notes:
  Types: [A note of the shared types.]
base_api:
  client_values:
    locale: { doc: The language., default: en }
  base_path: /api
  environments:
    test: { doc: The test environment., base_url: \"{test_base_url}\" }
  auth:
    partner: { doc: The partner alone., basic: { user: partner_token } }
    shop_token: { doc: The token of the shop., bearer: api_token }
  envelope: { success: Success, payload: Payload, message: Message }
  error_bodies:
    errors: { doc: Several messages., example: '{\"errors\": [\"…\"]}' }
    error: { doc: One message., example: '{\"error\": \"…\"}' }
  statuses:
    200: { meaning: success, body: response }
    404: { meaning: unknown record, body: none }
  notes:
    Access: [Credentials are issued by the shop.]
    Limits: [There are none.]
";

const HEAD: &str = "\
api: shop
title: Shop
document: shop-document
doc: What a shop offers.
imports: [base]
";

const EXTENDING: &str = "\
extends: base
auth: { shop_token: ~ }
error_bodies: { error: ~, errors: ~ }
statuses:
  404: ~
  200: ~
  422: { meaning: invalid parameters, body: errors }
notes:
  Limits: ~
  Versioning: [Paths contain the version.]
";

const WRITTEN_OUT: &str = "\
client_values:
  locale: { doc: The language., default: en }
base_path: /api
environments:
  test: { doc: The test environment., base_url: \"{test_base_url}\" }
auth:
  shop_token: { doc: The token of the shop., bearer: api_token }
envelope: { success: Success, payload: Payload, message: Message }
error_bodies:
  error: { doc: One message., example: '{\"error\": \"…\"}' }
  errors: { doc: Several messages., example: '{\"errors\": [\"…\"]}' }
statuses:
  404: { meaning: unknown record, body: none }
  200: { meaning: success, body: response }
  422: { meaning: invalid parameters, body: errors }
notes:
  Limits: [There are none.]
  Versioning: [Paths contain the version.]
";

const ORDER: &str = "\
resource: order
source: Orders
doc: Orders.
operations:
  get_order: { doc: Reads an order., http: 'GET /orders/{id}', path: { id: integer }, headers: { X-Locale: string from_client(locale) }, response: Item, statuses: [200, 404, 422] }
";

/// A type, so that the shared package has a model crate.
const ITEM: &str = "\
resource: item
source: Items
doc: Items.
records:
  Item: { doc: An item., fields: { id: integer } }
";

fn sources(base: &str, api: &str) -> Sources {
    Sources::new([
        ("base/api.yaml", base.to_owned()),
        ("base/item.yaml", ITEM.to_owned()),
        ("shop/api.yaml", format!("{HEAD}{api}")),
        ("shop/order.yaml", ORDER.to_owned()),
    ])
}

#[test]
fn diff_shows_the_line_of_an_inherited_convention() {
    let changed = BASE.replace(r#"'{"error": "…"}'"#, r#"'{"fault": "…"}'"#);
    let (old, new) = (sources(BASE, EXTENDING), sources(&changed, EXTENDING));
    let text = codegen::diff(&old, &new).unwrap().to_text();
    let mut lines = BASE.lines();
    let line = 1 + lines.position(|line| line.contains("    error: ")).unwrap();
    let expected = format!("spec/base/api.yaml:{line} → spec/base/api.yaml:{line}\n");
    assert!(text.contains(&expected), "{text}");
}

#[test]
fn extending_a_base_api_generates_what_writing_it_out_does() {
    let (types, _) = BASE.split_once("base_api:").unwrap();
    let extending = generated(&sources(BASE, EXTENDING));
    let written_out = generated(&sources(types, WRITTEN_OUT));
    assert!(extending.0.contains_key("crates/base-model/src/lib.rs"));
    let paths: Vec<&String> = extending.0.keys().collect();
    assert_eq!(paths, written_out.0.keys().collect::<Vec<_>>());
    for (path, text) in &extending.0 {
        assert_eq!(*text, written_out.0[path], "{path}");
    }
}
