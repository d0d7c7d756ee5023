//! What nobody builds is broken: each package outside the workspace has a step that builds it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::markdown::root;

/// The folders of packages below a folder of the workspace, but for build output and the inputs of tests.
fn packages(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_source = !name.starts_with('.') && name != "target" && name != "fixtures";
        if path.is_dir() && is_source {
            packages(&path, found);
        } else if name == "Cargo.toml" {
            let relative = folder.strip_prefix(root()).expect("below the root");
            found.insert(relative.to_string_lossy().into_owned());
        }
    }
}

#[test]
fn each_package_outside_the_workspace_is_built_by_a_step() {
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("a file");
    let manifest = read("Cargo.toml");
    let members = manifest.lines().find(|line| line.starts_with("members"));
    let members: Vec<&str> = members
        .expect("members")
        .split('"')
        .skip(1)
        .step_by(2)
        .collect();
    let is_member = |folder: &str| {
        let in_crates = folder
            .strip_prefix("crates/")
            .is_some_and(|name| !name.contains('/'));
        folder.is_empty() || in_crates || members.contains(&folder)
    };
    let mut found = BTreeSet::new();
    packages(root(), &mut found);
    found.retain(|folder| !is_member(folder));

    let mut listed = BTreeSet::new();
    for (folders, script, name) in steps() {
        let line = format!("\nstep \"{name}\"\n");
        assert!(read(&script).contains(&line), "no step of {script}: {name}");
        listed.extend(folders);
    }
    assert_eq!(listed, found);
}

/// Otherwise a step fails, of a script that nobody waits for.
#[cfg(unix)]
#[test]
fn each_script_that_a_step_runs_is_executable() {
    use std::os::unix::fs::PermissionsExt;

    let mut run = BTreeSet::new();
    for entry in fs::read_dir(root().join(".ci")).expect("a folder") {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("a text");
        let words = text
            .lines()
            .filter_map(|line| line.split_whitespace().next());
        let files = words.filter(|word| word.contains('/') && root().join(word).is_file());
        run.extend(files.map(str::to_owned));
    }
    assert!(run.len() >= 12, "{run:?}");
    run.retain(|file| {
        let metadata = fs::metadata(root().join(file)).expect("a file");
        metadata.permissions().mode() & 0o111 == 0
    });
    assert_eq!(run, BTreeSet::new(), "not executable");
}

/// The packages outside the workspace, and the script and step that build them.
pub(super) fn steps() -> Vec<(Vec<String>, String, String)> {
    let page = fs::read_to_string(root().join("tests/README.md")).expect("a file");
    let rows = page
        .lines()
        .skip_while(|line| !line.starts_with("| package outside"));
    let rows = rows.skip(2).take_while(|line| line.starts_with('|'));
    let rows = rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, folders, step, _] = cells[..] else {
            panic!("two columns: {row}");
        };
        let (script, name) = step.split_once(": ").expect("a script and a step");
        let folders = folders.split('`').skip(1).step_by(2).map(str::to_owned);
        let script = script.trim_matches('`').to_owned();
        (folders.collect(), script, name.to_owned())
    });
    rows.collect()
}
