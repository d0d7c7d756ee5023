//! Which packages have a model crate.

use codegen::Sources;

use crate::support::{fixture, generated, plain_api, shop};

/// A shared package `base` with the id `Uid`, and a package `shop` that imports it.
fn importing_shop(resource: &str, text: &str) -> Sources {
    let base = "shared: base\ntitle: Base\ndocument: shop-document\ndoc: Shared types.\n";
    let uid = "resource: uid\nsource: Ids\ndoc: Ids.\nids: { Uid: { doc: An id. } }\n";
    let api = plain_api().replace("environments:", "imports: [base]\nenvironments:");
    Sources::new([
        ("base/api.yaml".to_owned(), base.to_owned()),
        ("base/uid.yaml".to_owned(), uid.to_owned()),
        ("shop/api.yaml".to_owned(), api),
        (
            format!("shop/{resource}.yaml"),
            format!("resource: {resource}\nsource: Orders\ndoc: Orders.\n{text}"),
        ),
    ])
}

#[test]
fn package_without_types_has_no_model_crate() {
    let tree = generated(&fixture("constructs/no_types"));
    for (path, text) in &tree.0 {
        assert!(!path.starts_with("crates/shop-model/"), "{path}");
        for name in ["shop-model", "shop_model", "model::", "as model"] {
            assert!(!text.contains(name), "{path} names `{name}`:\n{text}");
        }
    }
    assert!(tree.0.contains_key("crates/shop-client/src/order.rs"));
}

#[test]
fn package_with_any_type_has_a_model_crate() {
    for types in [
        "records: { Order: { doc: An order., fields: { id: integer } } }",
        "bodies: { NewOrder: { doc: A new order., fields: { name: string } } }",
        "enums: { Kind: { doc: A kind., values: { open: ~ } } }",
        "ids: { OrderUid: { doc: An id. } }",
    ] {
        let tree = generated(&shop(&format!("{types}\n")));
        assert!(
            tree.0.contains_key("crates/shop-model/Cargo.toml"),
            "{types}"
        );
        let client = &tree.0["crates/shop-client/Cargo.toml"];
        assert!(client.contains("shop-model = { path"), "{types}");
    }
}

#[test]
fn package_that_only_uses_imported_types_has_a_model_crate() {
    let operation = "operations:\n  get_order:\n    doc: Reads an order.\n    \
                     http: GET /orders/{uid}\n    path: { uid: Uid }\n    \
                     response: unknown\n    statuses: [200]\n";
    let sdk = "browser_sdk:\n  namespace: unknown\n  scripts: { test: '{test_base_url}/sdk.js' }\n  \
               entry_points:\n    init: { doc: Starts it., argument: configuration }\n    \
               open: { doc: Opens an order., argument: Uid }\n  configuration: { debug: boolean }\n";
    for (resource, text) in [("order", operation), ("script", sdk)] {
        let tree = generated(&importing_shop(resource, text));
        let root = &tree.0["crates/shop-model/src/lib.rs"];
        assert!(root.contains("pub use base_model::Uid;"), "{root}");
        let client = &tree.0["crates/shop-client/src/lib.rs"];
        assert!(client.contains("pub use shop_model as model;"), "{client}");
    }
}
