//! Names of a spec have one Rust name, or are rejected at their line.

use std::collections::BTreeSet;

use codegen::Diagnostics;

use crate::support::{fixture, generated, report, shop};

fn wire_names(names: &[&str]) -> Result<codegen::FileTree, Diagnostics> {
    let fields: Vec<String> = names
        .iter()
        .map(|name| format!("      {}: integer\n", serde_json::Value::from(*name)))
        .collect();
    codegen::generate(&shop(&format!(
        "records:\n  Order:\n    doc: An order.\n    fields:\n{}",
        fields.concat()
    )))
}

/// The Rust name of a wire name.
fn rust_name(wire: &str) -> String {
    let tree = wire_names(&[wire]).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    let text = &tree.0["crates/shop-model/src/order.rs"];
    let line = text
        .lines()
        .find(|line| line.starts_with("    pub "))
        .unwrap();
    let attribute = format!("#[wire(\"{}\")]", wire.escape_default());
    let is_same = line.contains(&format!("pub {wire}: "));
    assert!(
        is_same || text.contains(&attribute),
        "the wire name stays: {text}"
    );
    line.trim()
        .trim_start_matches("pub ")
        .split(':')
        .next()
        .unwrap()
        .to_owned()
}

#[test]
fn keywords_and_reserved_names_get_an_underscore() {
    for word in [
        "type", "match", "self", "Self", "crate", "super", "async", "gen", "try", "yield", "box",
        "default", "extra", "new", "route", "static", "true",
    ] {
        assert_eq!(rust_name(word), format!("{}_", word.to_lowercase()));
    }
}

#[test]
fn wire_names_become_snake_case_and_stay_verbatim_in_attributes() {
    for (wire, rust) in [
        ("fooBar", "foo_bar"),
        ("ApiVersion", "api_version"),
        ("foo-bar", "foo_bar"),
        ("foo.bar", "foo_bar"),
        ("foo bar", "foo_bar"),
        ("a[b]", "a_b"),
        ("Option", "option"),
        ("../../x", "x"),
    ] {
        assert_eq!(rust_name(wire), rust, "{wire}");
    }
}

#[test]
fn invalid_rust_names_are_rejected_at_their_line() {
    let long = "a".repeat(300);
    for name in ["", "_", "%", "2nd", "名前", "\u{430}mount", "№", &long] {
        let diagnostics = match wire_names(&["id", name]) {
            Ok(tree) => panic!(
                "{name:?} is accepted: {}",
                tree.0["crates/shop-model/src/order.rs"]
            ),
            Err(diagnostics) => diagnostics.render(false),
        };
        assert!(
            diagnostics.contains("spec/shop/order.yaml:9:7"),
            "{diagnostics}"
        );
        assert!(diagnostics.contains("1 error"), "{diagnostics}");
    }
}

#[test]
fn type_names_of_the_prelude_of_generated_roots_and_of_models_are_reserved() {
    let of_the_prelude =
        "Option String Result Vec Box Default Some None Ok Err Self ToString Into Iterator";
    let mut names: BTreeSet<&str> = of_the_prelude.split(' ').collect();
    let tree = generated(&fixture("whole"));
    // A model names its derives in each module.
    let is_root_or_model = |path: &str| match path.strip_prefix("crates/shop-client/src/") {
        Some(file) => file == "lib.rs",
        None => path.starts_with("crates/shop-model/src/"),
    };
    let files = tree.0.iter().filter(|(path, _)| is_root_or_model(path));
    for (_, text) in files {
        let lines = text.lines().map(|line| line.trim_start_matches("pub "));
        let uses = lines.filter(|line| line.starts_with("use api_"));
        let of_uses = uses.flat_map(|line| line.split(|c: char| !c.is_alphanumeric()));
        names.extend(of_uses.filter(|name| name.starts_with(char::is_uppercase)));
    }
    assert!(names.len() > 50, "{names:?}");
    for name in names {
        let text = report(&shop(&format!(
            "records:\n  {name}: {{ doc: A record., fields: {{ id: integer }} }}\n"
        )));
        assert!(text.contains("spec/shop/order.yaml:5:3"), "{name}: {text}");
        assert!(
            text.contains("is reserved for generated code"),
            "{name}: {text}"
        );
    }
}

#[test]
fn names_cannot_escape_the_generated_folders() {
    for name in [
        "../../x",
        "/etc/passwd",
        "a/b",
        "..",
        "C:\\x",
        "a\\b",
        "con.rs",
    ] {
        let api = crate::support::plain_api();
        let quoted = serde_json::Value::from(name);
        let named = api.replace("api: shop", &format!("api: {quoted}"));
        let text = report(&codegen::Sources::new([("shop/api.yaml", named)]));
        assert!(text.contains("invalid crate name"), "{text}");
        let resource = format!("resource: {quoted}\nsource: Orders\ndoc: Orders.\n");
        let text = report(&codegen::Sources::new([
            ("shop/api.yaml".to_owned(), api),
            (format!("shop/{name}.yaml"), resource),
        ]));
        assert!(
            text.contains("invalid module name") || text.contains("does not match the file name"),
            "{text}"
        );
    }
}

#[test]
fn case_insensitive_enums_reject_values_that_differ_in_case() {
    let values = "{ open: ~, OPEN: { rename: Loud } }";
    let tree = generated(&shop(&format!(
        "enums:\n  State: {{ doc: A state., values: {values} }}\n"
    )));
    assert!(tree.0["crates/shop-model/src/order.rs"].contains("Loud : \"OPEN\""));
    let text = report(&shop(&format!(
        "enums:\n  State: {{ doc: A state., values: {values}, case_insensitive: true }}\n"
    )));
    assert!(
        text.contains("the variant `Loud` is defined multiple times"),
        "{text}"
    );
}
