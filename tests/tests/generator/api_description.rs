//! The crate of the OpenAPI documents.

use codegen::Sources;

use crate::support::{generated, plain_api};

#[test]
fn documents_are_listed_newest_version_first_and_deprecated_ones_last() {
    let api = |name: &str, deprecated: bool| {
        let text = plain_api().replace("api: shop", &format!("api: {name}"));
        let text = match deprecated {
            true => text.replace("environments:", "deprecated: Use another.\nenvironments:"),
            false => text,
        };
        (format!("{name}/api.yaml"), text)
    };
    let tree = generated(&Sources::new([
        api("shop-v1", false),
        api("shop-v2", true),
        api("shop-v9", false),
        api("shop-v10", false),
        api("shop-v11", true),
        api("post", true),
        api("till", false),
    ]));
    let expected = [
        "post", "shop-v10", "shop-v9", "shop-v1", "shop-v11", "shop-v2", "till",
    ];
    for file in ["src/lib.rs", "README.md"] {
        let text = &tree.0[&format!("crates/api-description/{file}")];
        let place = |name: &&str| {
            let quoted = text.find(&format!("(\"{name}\","));
            quoted
                .or_else(|| text.find(&format!("`{name}.json`")))
                .unwrap()
        };
        assert!(expected.iter().map(place).is_sorted(), "{file}:\n{text}");
    }
}
