//! Pages that compare versions of an API.

use crate::support::{described, fixture, generated, snapshot};
use codegen::Sources;

#[test]
fn page_lists_operations_requests_and_fields() {
    let tree = generated(&fixture("versions/shop"));
    let page = &tree.0["crates/guide/book/shop-v1-to-shop-v2.md"];
    snapshot("versions", "page", page);
}

#[test]
fn every_operation_of_an_older_version_has_a_row_on_each_page() {
    let spec = described();
    let tree = generated(&spec);
    let pages = [
        ("pos-v1-to-pos-v2", "pos/v1/", 17),
        ("pos-v1-to-pos-v3", "pos/v1/", 17),
        ("pos-v2-to-pos-v3", "pos/v2/", 15),
    ];
    for (name, folder, count) in pages {
        let page = &tree.0[&format!("crates/guide/book/{name}.md")];
        let table = page
            .split("## ")
            .find(|section| section.starts_with("Operations"));
        let rows = table
            .unwrap()
            .lines()
            .filter(|line| line.starts_with("| `"));
        // The head of the table is one.
        assert_eq!(rows.count(), count + 1, "{name}");
        assert_eq!(operations(&spec, folder), count, "{folder}");
    }
}

fn operations(spec: &Sources, folder: &str) -> usize {
    let files = spec.0.iter().filter(|(path, _)| path.starts_with(folder));
    let lines = files.flat_map(|(_, text)| text.lines());
    lines.filter(|line| line.starts_with("    http: ")).count()
}

#[test]
fn field_without_a_decision_fails_the_generation() {
    let mut spec = described();
    let file = spec.0.get_mut("pos/v1/coupon.yaml").unwrap();
    *file = file.replace(
        "      kind: string inferred",
        "      kind: string inferred\n      level: integer",
    );
    let diagnostics = codegen::generate(&spec).unwrap_err();
    let messages: Vec<&str> = diagnostics
        .iter()
        .map(|diagnostic| diagnostic.message())
        .collect();
    assert_eq!(
        messages,
        ["missing decision about field `level` of `Coupon` in `pos-v2`"]
    );
}
