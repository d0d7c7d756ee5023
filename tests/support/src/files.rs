//! The files of a folder. Also part of the tests of `codegen`, on which this crate depends.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The files with an extension below a folder, by their path in it.
pub fn files_below(folder: &Path, extension: &str) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(subfolder) = open.pop() {
        let entries = fs::read_dir(&subfolder)
            .unwrap_or_else(|error| panic!("{}: {error}", subfolder.display()));
        for entry in entries {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                let parts = path.strip_prefix(folder).expect("a path below the folder");
                let parts: Vec<&str> = parts.iter().filter_map(|part| part.to_str()).collect();
                let text = fs::read_to_string(&path).expect("UTF-8");
                files.insert(parts.join("/"), text);
            }
        }
    }
    files
}
