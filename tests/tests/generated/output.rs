//! The compiled files are those that the generator emits for the fixture.

use std::fs;
use std::path::Path;

use codegen::Sources;

/// By compiled file: that of the generator.
const FILES: [(&str, &str); 6] = [
    ("api.rs", "crates/shop-client/src/api.rs"),
    ("credentials.rs", "crates/shop-client/src/credentials.rs"),
    ("item.rs", "crates/shop-client/src/item.rs"),
    ("item_model.rs", "crates/shop-model/src/item.rs"),
    ("order.rs", "crates/shop-client/src/order.rs"),
    ("order_model.rs", "crates/shop-model/src/order.rs"),
];

#[test]
fn compiled_files_are_those_of_the_generator() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/generator");
    let text = |path: &str| fs::read_to_string(fixtures.join(path)).unwrap();
    let sources = Sources::new([
        ("shop/api.yaml", text("constructs/query_lists/api.yaml")),
        ("shop/item.yaml", text("constructs/query_lists/item.yaml")),
        ("shop/order.yaml", text("constructs/headers/order.yaml")),
    ]);
    let tree = codegen::generate(&sources).unwrap_or_else(|errors| panic!("{errors}"));
    for (compiled, generated) in FILES {
        let path = fixtures.join("generated").join(compiled);
        if std::env::var_os("UPDATE_GENERATED").is_some() {
            fs::write(&path, &tree.0[generated]).unwrap();
        }
        let is_same = fs::read_to_string(&path).unwrap() == tree.0[generated];
        assert!(is_same, "{compiled}: run this test with UPDATE_GENERATED=1");
    }
}
