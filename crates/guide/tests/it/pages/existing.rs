//! The table of what an existing service has: each row names a step of the checks that tries it, with its versions.

use std::fs;

use super::built::steps;
use super::markdown::root;

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn each_row_is_tried_by_a_step() {
    let outside = steps();
    let scripts = [read(".ci/run"), read(".ci/full")].concat();
    let page = read("crates/guide/book/existing-service.md");
    let rows = page.lines().filter(|line| line.starts_with("| ")).skip(1);
    let mut count = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [has, _, step] = cells[..] else {
            panic!("three cells: {row}")
        };
        assert!(
            scripts.contains(&format!("step \"{step}\"\n")),
            "no step: {row}"
        );
        let built = outside.iter().find(|(_, _, name)| name == step);
        // The step of the workspace's tests builds the guide.
        let folder = built.map_or("crates/guide", |(folders, _, _)| folders[0].as_str());
        let path = format!("{folder}/Cargo.toml");
        for crates in has.split(", ") {
            let Some((name, version)) = crates.split_once(' ') else {
                continue;
            };
            let is_crate = name.starts_with(char::is_lowercase);
            if !(is_crate && version.starts_with(|first: char| first.is_ascii_digit())) {
                continue;
            }
            let dependency = format!("\n{name} = {{ version = \"{version}\"");
            assert!(read(&path).contains(&dependency), "{path} has no {crates}");
            count += 1;
        }
    }
    assert_eq!(count, 8, "crates with versions");
}
