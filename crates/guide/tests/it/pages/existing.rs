//! The table of what an existing service has: each row names a step of the checks that tries it, with its versions.

use std::fs;

use super::markdown::root;

/// The packages that a step builds, where a row names versions.
const MANIFESTS: [(&str, &str); 3] = [
    (
        "A service on sqlx 0.9, with SQLite and PostgreSQL",
        "crates/guide/sqlx/Cargo.toml",
    ),
    (
        "A service with sqlx 0.8, reqwest 0.12, chrono, jiff and time",
        "tests/existing/Cargo.toml",
    ),
    ("Tests", "crates/guide/Cargo.toml"),
];

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn each_row_is_tried_by_a_step() {
    let steps = [read(".ci/run"), read(".ci/full")].concat();
    let page = read("crates/guide/book/existing-service.md");
    let rows = page.lines().filter(|line| line.starts_with("| ")).skip(1);
    let mut count = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [has, _, step] = cells[..] else {
            panic!("three cells: {row}")
        };
        assert!(
            steps.contains(&format!("step \"{step}\"\n")),
            "no step: {row}"
        );
        let manifest = MANIFESTS.iter().find(|(name, _)| *name == step);
        for crates in has.split(", ") {
            let Some((name, version)) = crates.split_once(' ') else {
                continue;
            };
            if !version.starts_with("0.") {
                continue;
            }
            let (_, path) = manifest.unwrap_or_else(|| panic!("no manifest: {row}"));
            let dependency = format!("\n{name} = {{ version = \"{version}\"");
            assert!(read(path).contains(&dependency), "{path} has no {crates}");
            count += 1;
        }
    }
    assert_eq!(count, 7, "crates with versions");
}
