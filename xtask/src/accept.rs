//! `cargo xtask accept`: generates, then accepts the facts that the compiled crates state.

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::path::Path;
use std::process::Command;

use fs_err as fs;
use similar::{ChangeTag, TextDiff};

use crate::disk;
use crate::generate;

/// The folder of the test of facts, which has a snapshot for each package.
const FOLDER: &str = "tests/tests/facts";

/// The variable with which insta is told to write snapshots or not.
const UPDATE: &str = "INSTA_UPDATE";

/// Writes the generated files and the snapshots, and prints the lines that differ. `false` if the test
/// fails, as it does if it must not write.
pub(crate) fn run() -> Result<bool, Box<dyn Error>> {
    if !generate::run(false)? {
        return Ok(false);
    }
    let root = disk::root()?;
    let before = snapshots(&root)?;
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut cargo = Command::new(program);
    cargo.args(["test", "--quiet", "--package=tests", "--test=facts"]);
    // A person accepts, CI compares.
    if env::var_os("CI").is_none() && env::var_os(UPDATE).is_none() {
        cargo.env(UPDATE, "always");
    }
    let status = cargo.current_dir(&root).status()?;
    let after = snapshots(&root)?;
    for (name, text) in &after {
        print_changes(name, before.get(name).map_or("", String::as_str), text);
    }
    Ok(status.success())
}

fn print_changes(name: &str, before: &str, after: &str) {
    let diff = TextDiff::from_lines(before, after);
    let changes = diff.iter_all_changes();
    let changes: Vec<_> = changes
        .filter(|change| change.tag() != ChangeTag::Equal)
        .collect();
    if !changes.is_empty() {
        anstream::println!("{name}");
    }
    for change in changes {
        anstream::print!("{}{change}", change.tag());
    }
}

/// The snapshots, by path.
fn snapshots(root: &Path) -> Result<BTreeMap<String, String>, Box<dyn Error>> {
    let mut found = BTreeMap::new();
    for path in disk::files_below(&root.join(FOLDER))? {
        if path
            .extension()
            .is_some_and(|extension| extension == "snap")
        {
            found.insert(disk::name(root, &path)?, fs::read_to_string(&path)?);
        }
    }
    Ok(found)
}
