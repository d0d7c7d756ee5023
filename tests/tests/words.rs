//! The vocabulary of the project: words that the glossary retired stay away.

use std::fs;
use std::path::{Path, PathBuf};

/// Words that the glossary replaces, and British spellings.
const RETIRED: [&str; 19] = [
    "told",
    "tells",
    "came",
    "nobody",
    "arrives",
    "stands",
    "reply",
    "replies",
    "refusal",
    "refusals",
    "guarded",
    "behaviour",
    "recognised",
    "recognise",
    "authorised",
    "cancelled",
    "neighbour",
    "organise",
    "serialise",
];

/// Where they are right: the glossary itself, the format of the wire fixtures, and lock files.
const EXEMPT: [&str; 6] = [
    ".github/GLOSSARY.md",
    "tests/tests/words.rs",
    "tests/src/fixture.rs",
    "tests/fixtures/wire",
    "tests/fixtures/README.md",
    "package-lock.json",
];

const EXTENSIONS: [&str; 11] = [
    "rs", "md", "yaml", "toml", "json", "js", "mjs", "py", "sh", "snap", "stderr",
];

#[test]
fn retired_words_are_not_used() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for folder in [
        ".ci", ".github", "codegen", "crates", "spec", "tests", "xtask",
    ] {
        collect(&root.join(folder), &mut files);
    }
    files.push(root.join("README.md"));
    files.push(root.join("CHANGELOG.md"));
    assert!(files.len() > 500, "{} files", files.len());
    let mut found = Vec::new();
    for file in files {
        let name = file
            .strip_prefix(root)
            .unwrap()
            .to_string_lossy()
            .into_owned();
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        if EXEMPT.iter().any(|exempt| name.contains(exempt)) {
            continue;
        }
        for (number, line) in (1..).zip(text.lines()) {
            let words = line.split(|c: char| !c.is_ascii_alphabetic());
            for word in words.map(str::to_ascii_lowercase) {
                if RETIRED.contains(&word.as_str()) {
                    found.push(format!("{name}:{number}: {word}"));
                }
            }
        }
    }
    assert!(
        found.is_empty(),
        "see .github/GLOSSARY.md:\n{}",
        found.join("\n")
    );
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            if !["target", "node_modules", "artifacts", "corpus"].contains(&name.as_str()) {
                collect(&path, files);
            }
        } else if name == "run"
            || path
                .extension()
                .is_some_and(|extension| EXTENSIONS.contains(&&*extension.to_string_lossy()))
        {
            files.push(path);
        }
    }
}
