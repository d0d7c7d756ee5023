use std::collections::BTreeMap;

use super::{order, report};

fn check(files: &[(&str, &str)]) -> (String, bool) {
    let files: BTreeMap<String, String> = files
        .iter()
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
        .collect();
    report("made-up", &files).unwrap()
}

#[test]
fn reports_a_tree_without_circles() {
    let (report, acyclic) = check(&[
        ("lib.rs", "mod a;\nmod b;\npub use a::A;"),
        ("a.rs", "use crate::b::B;\npub struct A(B);"),
        ("b.rs", "pub struct B;"),
    ]);
    assert_eq!(
        report,
        "made-up: 2 entries in src, 3 files, median 2 lines, longest 3 (lib.rs), 0 circles\n"
    );
    assert!(acyclic);
}

#[test]
fn reports_a_circle_with_its_edges() {
    let (report, acyclic) = check(&[
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a.rs", "use crate::b::B; pub struct A(B);"),
        ("b.rs", "use super::c; pub struct B(c::C);"),
        ("c.rs", "pub struct C(Box<crate::a::A>);"),
    ]);
    assert!(!acyclic);
    assert!(
        report.contains("1 circle\n  circle of 3 files:\n    a.rs -> b.rs: B\n"),
        "{report}"
    );
    assert!(
        report.contains("    b.rs -> c.rs: C, c\n    c.rs -> a.rs: A\n"),
        "{report}"
    );
}

#[test]
fn follows_reexports_to_the_defining_file() {
    let (report, acyclic) = check(&[
        ("lib.rs", "mod a; mod outer; pub use outer::Inner;"),
        ("a.rs", "use crate::Inner; pub fn a(_: Inner) {}"),
        ("outer.rs", "mod inner; pub use inner::*;"),
        (
            "outer/inner.rs",
            "pub struct Inner; fn f() { crate::a::a(Inner) }",
        ),
    ]);
    assert!(!acyclic);
    assert!(report.contains("a.rs -> outer/inner.rs: Inner"), "{report}");
}

#[test]
fn follows_names_of_a_glob_import() {
    let (report, acyclic) = check(&[
        ("lib.rs", "mod a; mod types;"),
        (
            "a.rs",
            "use crate::types::*; pub fn a() -> Second { todo() }",
        ),
        (
            "types.rs",
            "mod first; mod second; pub use first::*; pub use second::*;",
        ),
        (
            "types/first.rs",
            "pub struct First; fn f() { crate::a::a(); }",
        ),
        (
            "types/second.rs",
            "pub struct Second; fn f() { crate::a::a(); }",
        ),
    ]);
    assert!(!acyclic);
    assert!(
        report.contains("a.rs -> types/second.rs: Second"),
        "{report}"
    );
    assert!(!report.contains("a.rs -> types/first.rs"), "{report}");
}

#[test]
fn finds_paths_in_macro_arguments_and_not_in_docs() {
    let (report, acyclic) = check(&[
        ("lib.rs", "mod a; mod b; mod c;"),
        (
            "a.rs",
            "fn f() { assert!(matches!(1, crate::b::B)); }\npub const A: u8 = 1;",
        ),
        ("b.rs", "pub const B: u8 = crate::a::A;"),
        (
            "c.rs",
            "/// Like [`crate::a::A`].\npub const C: u8 = crate::b::B;",
        ),
    ]);
    assert!(!acyclic);
    assert!(report.contains("circle of 2 files"), "{report}");
    assert!(!report.contains("c.rs ->"), "{report}");
}

#[test]
fn ignores_tests_and_edges_between_a_module_and_its_submodules() {
    let (report, acyclic) = check(&[
        ("lib.rs", "mod a; mod b; pub struct Root;"),
        (
            "a.rs",
            "mod child; use crate::b::B; pub struct A(child::Child, B);",
        ),
        (
            "a/child.rs",
            "use super::A; use crate::Root; pub struct Child(A, Root);",
        ),
        (
            "b.rs",
            "pub struct B; #[cfg(test)] mod tests; #[cfg(test)] mod more { use crate::a::A; }",
        ),
        ("b/tests.rs", "use crate::a::A;"),
    ]);
    assert!(acyclic, "{report}");
}

#[test]
fn resolves_exported_macros_and_inline_modules() {
    let (report, acyclic) = check(&[
        ("lib.rs", "mod macros; mod user;"),
        (
            "macros.rs",
            "#[macro_export] macro_rules! make { () => { $crate::user::User } }",
        ),
        (
            "user.rs",
            "mod inline { pub fn f() { crate::make!(); } } pub struct User;",
        ),
    ]);
    assert!(!acyclic);
    assert!(report.contains("macros.rs -> user.rs: User"), "{report}");
    assert!(report.contains("user.rs -> macros.rs: make"), "{report}");
}

#[test]
fn names_the_file_that_cannot_be_parsed() {
    let files = BTreeMap::from([("lib.rs".to_owned(), "fn".to_owned())]);
    let error = report("made-up", &files).unwrap_err().to_string();
    assert!(error.starts_with("cannot parse lib.rs: "), "{error}");
}

#[test]
fn layers_point_down() {
    let files: BTreeMap<String, String> = [
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        (
            "a.rs",
            "use crate::b::B; use crate::d::D; pub struct A(B, D);",
        ),
        ("b.rs", "use crate::c::C; pub struct B(C);"),
        ("c.rs", "pub struct C;"),
        ("d.rs", "pub struct D;"),
    ]
    .map(|(path, text)| (path.to_owned(), text.to_owned()))
    .into();
    assert_eq!(
        order(&files).unwrap(),
        "  a.rs\n  b.rs\n  c.rs  d.rs  lib.rs\n"
    );
}
