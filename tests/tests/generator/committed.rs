//! The committed files are those that the spec generates.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::{described, generated, root};

#[test]
fn committed_crates_match_the_spec() {
    let made = generated(&described());
    let mut differing = Vec::new();
    for (path, text) in &made.0 {
        match fs::read_to_string(root().join(path)) {
            Ok(there) if there == *text => {}
            Ok(_) => differing.push(format!("{path} differs")),
            Err(error) => differing.push(format!("{path}: {error}")),
        }
    }
    for path in marked_files(&root()).into_keys() {
        if !made.0.contains_key(&path) {
            differing.push(format!("{path} is no longer made"));
        }
    }
    assert!(
        differing.is_empty(),
        "run `cargo xtask generate` and commit the result:\n{}",
        differing.join("\n")
    );
}

/// The files of the generated folders that are marked as generated.
pub(crate) fn marked_files(root: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![root.join("crates"), root.join("spec/schema")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                if path.file_name().is_some_and(|name| name != "target") {
                    open.push(path);
                }
            } else if let Ok(text) = fs::read_to_string(&path)
                && text
                    .lines()
                    .take(5)
                    .any(|line| line.contains(codegen::GENERATED_HEADER))
            {
                let name = path
                    .strip_prefix(root)
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .to_owned();
                found.insert(name, text);
            }
        }
    }
    found
}
