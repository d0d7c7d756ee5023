//! Hand-written manifests that name a crate by path: without the crate, cargo reads no manifest of
//! the workspace, and so runs no command.

use std::error::Error;
use std::path::Path;

use fs_err as fs;

use crate::disk;

/// The row of a manifest that names a folder.
struct Row {
    manifest: String,
    line: usize,
    folder: String,
}

/// Fails if a hand-written manifest names a crate whose manifest is to be removed.
pub(crate) fn check_removed(root: &Path, removed: &[&str]) -> Result<(), Box<dyn Error>> {
    let folders: Vec<&str> = removed
        .iter()
        .filter_map(|name| name.strip_suffix("/Cargo.toml"))
        .collect();
    if folders.is_empty() {
        return Ok(());
    }
    let rows: Vec<String> = rows(root)?
        .into_iter()
        .filter(|row| folders.contains(&row.folder.as_str()))
        .map(|row| format!("\n  {}:{}: {}", row.manifest, row.line, row.folder))
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    Err(format!(
        "cannot remove crates that manifests name by path; nothing was written. Remove these rows \
         and their uses first, then run `cargo xtask generate` again:{}",
        rows.concat()
    )
    .into())
}

/// The rows of all hand-written manifests.
fn rows(root: &Path) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut rows = Vec::new();
    for path in disk::manifests(root)? {
        let manifest = disk::name(root, &path)?;
        let text = fs::read_to_string(&path)?;
        if codegen::is_generated(&text) {
            continue;
        }
        let parent = manifest.rsplit_once('/').map_or("", |(parent, _)| parent);
        for (index, line) in text.lines().enumerate() {
            if let Some(path) = path_value(line) {
                rows.push(Row {
                    manifest: manifest.clone(),
                    line: index + 1,
                    folder: joined(parent, path),
                });
            }
        }
    }
    Ok(rows)
}

/// The value of `path` in a line of a manifest.
fn path_value(line: &str) -> Option<&str> {
    let row = line.trim_start();
    if row.starts_with('#') {
        return None;
    }
    row.match_indices("path").find_map(|(start, key)| {
        let is_key = row[..start]
            .chars()
            .next_back()
            .is_none_or(|before| before == '.' || before == '{' || before == ',' || before == ' ');
        let value = row[start + key.len()..].trim_start().strip_prefix('=')?;
        let value = value.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let value = value[1..].split(quote).next()?;
        is_key.then_some(value)
    })
}

/// A path in a folder, without `.` and `..`.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::{joined, path_value};

    #[test]
    fn reads_the_forms_of_a_path_dependency() {
        for line in [
            r#"a = { path = "../a" }"#,
            r#"a = {path="../a", features = []}"#,
            r#"a = { features = ["x"],path = '../a' }"#,
            r#"a.path = "../a""#,
            r#"path = "../a""#,
        ] {
            assert_eq!(path_value(line), Some("../a"), "{line}");
        }
        for line in [
            r#"# path = "../a""#,
            r#"a.workspace = true"#,
            r#"subpath = "a""#,
        ] {
            assert_eq!(path_value(line), None, "{line}");
        }
    }

    #[test]
    fn paths_are_joined_to_the_folder_of_the_manifest() {
        assert_eq!(joined("tests", "../crates/a"), "crates/a");
        assert_eq!(joined("crates/b", "./../a/"), "crates/a");
        assert_eq!(joined("", "crates/a"), "crates/a");
    }
}
