//! The specs that are mutated.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use codegen::Sources;

pub(crate) fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap().to_owned()
}

/// The spec of this project.
pub(crate) fn described() -> Sources {
    Sources(read(&root().join("spec")))
}

/// A small spec with all of the language, so that each mutant is cheap.
pub(crate) fn small() -> Sources {
    let fixtures = root().join("tests/fixtures");
    let mut files = read(&fixtures.join("generator/whole"));
    files.extend(
        read(&fixtures.join("verdicts/shop"))
            .into_iter()
            .map(in_shop),
    );
    Sources(files)
}

/// Files that the small spec does not have: of the shop, and another package.
pub(crate) fn additions() -> [(&'static str, Vec<(String, String)>); 2] {
    let added = read(&root().join("tests/fixtures/verdicts/added"));
    ["shop", "depot"].map(|folder| {
        let files = added.iter().filter(|(path, _)| path.starts_with(folder));
        let files = files.map(|(path, text)| (path.clone(), text.clone()));
        (folder, files.collect())
    })
}

fn in_shop((path, text): (String, String)) -> (String, String) {
    (format!("shop/{path}"), text)
}

fn read(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(current) = open.pop() {
        for entry in fs::read_dir(&current).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|end| end == "yaml") {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
                files.insert(name.to_owned(), fs::read_to_string(&path).unwrap());
            }
        }
    }
    files
}
