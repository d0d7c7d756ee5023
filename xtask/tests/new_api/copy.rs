//! A copy of the workspace.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What a workspace needs to be loaded by cargo, and to generate its crates.
const COPIED: [&str; 13] = [
    "Cargo.lock",
    "Cargo.toml",
    "codegen",
    "crates",
    "spec",
    "tests/Cargo.toml",
    "tests/benches",
    "tests/compile-fail",
    "tests/build.rs",
    "tests/src",
    "tests/support",
    "tests/tests",
    "xtask",
];

/// A copy of the workspace. It has the same path in each run, and files that are the same are not
/// written again: cargo then checks only what is new.
pub(crate) struct Copy {
    root: PathBuf,
}

impl Copy {
    /// The copy, without what an earlier run added.
    pub(crate) fn of_workspace() -> Self {
        let copy = Self {
            root: Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-api"),
        };
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let files = files(workspace);
        assert!(files.len() > 500, "{} files to copy", files.len());
        let existing = copy.files();
        for path in existing.keys().filter(|path| !files.contains_key(*path)) {
            let path = copy.root.join(path);
            fs::remove_file(&path).unwrap();
            // An empty folder would be a member of the workspace without a manifest.
            let mut folders = path.ancestors().skip(1);
            while folders
                .next()
                .is_some_and(|folder| fs::remove_dir(folder).is_ok())
            {}
        }
        for (path, bytes) in files {
            if existing.get(&path) != Some(&bytes) {
                copy.put(&path, bytes);
            }
        }
        copy
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The files, by path.
    pub(crate) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        files(&self.root)
    }

    pub(crate) fn put(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// The copied files below a folder.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open: Vec<PathBuf> = COPIED.iter().map(|path| root.join(path)).collect();
    while let Some(path) = open.pop() {
        if path.is_dir() && !path.ends_with("target") {
            open.extend(
                fs::read_dir(path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
        } else if path.is_file() {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap();
            found.insert(name.to_owned(), fs::read(&path).unwrap());
        }
    }
    found
}
