//! Commands and paths in the Markdown files of the workspace.

use std::fs;
use std::path::Path;

use guide::samples;

use super::markdown::{files, root};

/// The word at the start of a text, such as the name of a package.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_'));
    text.get(..end.unwrap_or(text.len())).unwrap_or_default()
}

#[test]
fn commands_name_packages_and_tasks_that_exist() {
    let tasks = fs::read_to_string(root().join("xtask/src/command.rs")).expect("the tasks");
    let mut wrong = Vec::new();
    let mut checked = 0;
    for file in files() {
        for (number, line) in (1..).zip(file.text.lines()) {
            let place = format!("{}:{number}", file.name);
            for task in line.split("cargo xtask ").skip(1).map(word) {
                checked += 1;
                // `help` is a command without a row.
                let is_listed = task.is_empty() || task == "help";
                if !is_listed && !tasks.contains(&format!("name: {task:?}")) {
                    wrong.push(format!("{place}: unknown task `{task}`"));
                }
            }
            for command in line.split("cargo ").skip(1) {
                let command = command.split('`').next().unwrap_or_default();
                let packages = command.split(" -p ").skip(1).map(word);
                for package in packages.filter(|package| package.chars().any(char::is_lowercase)) {
                    checked += 1;
                    let folders = ["crates/", "", "tests/"];
                    let manifest = |folder| {
                        root()
                            .join(format!("{folder}{package}/Cargo.toml"))
                            .exists()
                    };
                    // The version that a page adds is in no folder.
                    if !folders.into_iter().any(manifest) && !package.contains("v4") {
                        wrong.push(format!("{place}: unknown package `{package}`"));
                    }
                }
            }
        }
    }
    assert!(checked > 50, "{checked} commands");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn commands_name_samples_and_paths_that_exist() {
    let mut wrong = Vec::new();
    for file in files() {
        for (number, line) in (1..).zip(file.text.lines()) {
            let place = format!("{}:{number}", file.name);
            for name in line.split("cargo run -p guide -- ").skip(1) {
                let name: String = name
                    .chars()
                    .take_while(|c| c.is_ascii_lowercase() || *c == '_')
                    .collect();
                if !name.is_empty() && !samples::NAMES.contains(&&*name) {
                    wrong.push(format!("{place}: unknown sample `{name}`"));
                }
            }
            if !file.is_page() {
                continue;
            }
            // On pages of the guide, paths of the workspace are no links but code: the book is read
            // without the workspace, too.
            for code in line.split('`').skip(1).step_by(2) {
                let folders = [
                    ".cargo/", ".ci/", ".github/", "codegen/", "crates/", "spec/", "tests/",
                    "xtask/",
                ];
                let extensions = [".lock", ".md", ".rs", ".toml", ".yaml"];
                let is_path = (folders.iter().any(|folder| code.starts_with(folder))
                    || extensions.iter().any(|extension| code.ends_with(extension)))
                    && !code.contains(['*', '…', '<', ' ', '{'])
                    && !code.contains("v4");
                if is_path && !root().join(code).exists() {
                    wrong.push(format!("{place}: missing `{code}`"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A file of an example, or that the steps of a page make.
fn is_new(path: &str) -> bool {
    ["NAME", "v4", "weather", "spec/shop"]
        .iter()
        .any(|word| path.contains(word))
}

#[test]
fn pages_for_contributors_name_files_that_exist() {
    let mut names = Vec::new();
    collect(root(), &mut names);
    let folders = [
        ".cargo/", ".ci/", ".github/", "codegen/", "crates/", "spec/", "tests/", "xtask/",
    ];
    let mut wrong = Vec::new();
    let mut checked = 0;
    for file in files() {
        let is_for_contributors = file.name.starts_with(".github/")
            || ["README.md", "spec/README.md", "tests/README.md"].contains(&file.name.as_str());
        if !is_for_contributors {
            continue;
        }
        for (number, line) in (1..).zip(file.text.lines()) {
            let is_of_path = |c: char| c.is_ascii_alphanumeric() || "._/-".contains(c);
            for word in line.split(|c| !is_of_path(c)) {
                let path = word.trim_start_matches("../").trim_end_matches('.');
                let is_path = folders.iter().any(|folder| path.starts_with(folder));
                if is_new(path) || !(is_path || path.ends_with(".rs")) {
                    continue;
                }
                checked += 1;
                // Of a file in a crate that the text names, the end of its path.
                let end = format!("/{path}");
                let is_end = || names.iter().any(|name| name.ends_with(&end));
                let exists = root().join(path).exists() || path.ends_with(".rs") && is_end();
                if !exists {
                    wrong.push(format!("{}:{number}: missing `{path}`", file.name));
                }
            }
        }
    }
    assert!(checked > 100, "{checked} paths");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The Rust files below a folder.
fn collect(folder: &Path, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && !name.starts_with('.') && name != "target" {
            collect(&path, names);
        } else if name.ends_with(".rs") {
            names.push(path.to_string_lossy().into_owned());
        }
    }
}
