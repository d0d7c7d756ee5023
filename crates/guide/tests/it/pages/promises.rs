//! The promises of the crates: each row names tests that exist, and each test is named by a row.

use std::collections::BTreeSet;
use std::fs;

use test_support::files::files_below;

use super::built::steps;
use super::markdown::root;

/// Folders of `tests` that tests use.
const HELPERS: [&str; 6] = ["compiler", "fixtures", "needs", "src", "support", "tests"];

/// The files and folders that the rows name.
fn named() -> Vec<String> {
    let page = fs::read_to_string(root().join("tests/README.md")).expect("a file");
    let rows = page
        .lines()
        .skip_while(|line| !line.starts_with("| promise |"));
    let rows = rows.skip(2).take_while(|line| line.starts_with('|'));
    let code = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
    let words = code.filter_map(|code| code.split(' ').next());
    let starts = [".ci/", "crates/", "tests/", "xtask/"];
    let paths = words.filter(|word| starts.iter().any(|start| word.starts_with(start)));
    paths.map(str::to_owned).collect()
}

/// What is in a folder, as paths from the root.
fn entries(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).into_iter().flatten();
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    names.map(|name| format!("{folder}/{name}")).collect()
}

/// The test binaries of a folder of tests.
fn binaries(folder: &str) -> Vec<String> {
    let is_binary =
        |path: &String| path.ends_with(".rs") || root().join(path).join("main.rs").exists();
    entries(folder).into_iter().filter(is_binary).collect()
}

#[test]
fn each_test_is_named_by_a_promise_and_each_name_is_a_test() {
    let named = named();
    assert!(named.len() > 50, "{} names", named.len());
    let missing = named.iter().filter(|path| !root().join(path).exists());
    assert_eq!(
        missing.collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "missing"
    );

    let crates = entries("crates").into_iter().chain(["xtask".to_owned()]);
    let mut tests: BTreeSet<String> = crates
        .flat_map(|folder| binaries(&format!("{folder}/tests")))
        .collect();
    tests.extend(binaries("tests/tests"));
    // Each file is about a promise of its own.
    tests.remove("tests/tests/clients");
    let clients = entries("tests/tests/clients").into_iter();
    let helpers = [
        "tests/tests/clients/config.rs",
        "tests/tests/clients/main.rs",
    ];
    tests.extend(clients.filter(|path| !helpers.contains(&path.as_str())));
    let folders = entries("tests").into_iter();
    tests.extend(folders.filter(|path| {
        let name = path.trim_start_matches("tests/");
        root().join(path).is_dir() && name != "target" && !HELPERS.contains(&name)
    }));
    let outside = steps().into_iter().flat_map(|(folders, ..)| folders);
    tests.extend(outside.filter(|folder| folder.starts_with("crates/")));

    let is_in = |path: &str, folder: &str| {
        let rest = path.strip_prefix(folder);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let is_named = |test: &String| {
        named
            .iter()
            .any(|path| is_in(path, test) || is_in(test, path))
    };
    let unnamed = tests.iter().filter(|test| !is_named(test));
    assert_eq!(
        unnamed.collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "in no row"
    );
}

#[test]
fn the_table_of_traps_is_that_of_the_code() {
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("a file");
    let code = read("tests/peers/harness/src/traps.rs");
    let page = read("tests/peers/README.md");
    let rows = page
        .lines()
        .skip_while(|line| !line.starts_with("| trap |"));
    let rows = rows.skip(2).map(|row| row.split(" | ").collect());
    let mut rows: Vec<Vec<&str>> = rows.collect();
    let passed = rows.pop().expect("the last row");
    for (column, count) in passed.iter().enumerate().skip(1) {
        let ok = rows
            .iter()
            .filter(|row| row[column].trim_end_matches(" |") == "ok");
        assert_eq!(ok.count().to_string(), count.trim_end_matches(" |"));
    }
    for row in &rows {
        let name = row[0].trim_start_matches("| ");
        assert!(code.contains(&format!("{name:?},")), "no trap {name}");
    }
    assert!(code.contains(&format!("fn() -> Check); {}]", rows.len())));
}

/// A term whose code is gone would send its reader to nothing.
#[test]
fn the_glossary_names_code_that_exists() {
    let page = fs::read_to_string(root().join(".github/GLOSSARY.md")).expect("a file");
    let sources: String = ["codegen/src", "crates"]
        .iter()
        .flat_map(|folder| files_below(&root().join(folder), "rs").into_values())
        .collect();
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let names: BTreeSet<&str> = sources.split(|c| !is_of_name(c)).collect();
    let rows = page.lines().filter(|line| line.starts_with("| "));
    let cells = rows.filter_map(|row| row.split('|').nth(3));
    let code = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    // `commands` looks for files.
    let code = code.filter(|code| !code.ends_with(".rs"));
    let code: Vec<&str> = code.flat_map(|code| code.split("::")).collect();
    assert!(code.len() > 30, "{code:?}");
    let missing: Vec<_> = code.iter().filter(|name| !names.contains(*name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
