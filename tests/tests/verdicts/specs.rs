//! The specs that are mutated.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use codegen::Sources;
use tests::files::files_below;

pub(crate) fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap().to_owned()
}

/// A small spec with all of the language, so that each mutant is cheap.
pub(crate) fn small() -> Sources {
    let fixtures = root().join("tests/fixtures");
    let mut files = yaml(&fixtures.join("generator/whole"));
    files.extend(
        yaml(&fixtures.join("verdicts/shop"))
            .into_iter()
            .map(in_shop),
    );
    Sources(files)
}

/// Files that the small spec does not have: of the shop, and another package.
pub(crate) fn additions() -> [(&'static str, Vec<(String, String)>); 2] {
    let added = yaml(&root().join("tests/fixtures/verdicts/added"));
    ["shop", "depot"].map(|folder| {
        let files = added.iter().filter(|(path, _)| path.starts_with(folder));
        let files = files.map(|(path, text)| (path.clone(), text.clone()));
        (folder, files.collect())
    })
}

fn in_shop((path, text): (String, String)) -> (String, String) {
    (format!("shop/{path}"), text)
}

fn yaml(folder: &Path) -> BTreeMap<String, String> {
    files_below(folder, "yaml")
}
