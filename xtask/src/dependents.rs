//! Hand-written manifests that name a crate by path: without the crate, cargo reads no manifest of
//! the workspace, and so runs no command.

use std::error::Error;
use std::path::Path;

use fs_err as fs;

use crate::disk;

/// Fails if a hand-written manifest names a crate whose manifest is to be removed.
pub(crate) fn check_removed(root: &Path, removed: &[&str]) -> Result<(), Box<dyn Error>> {
    let folders = removed.iter();
    let folders = folders.filter_map(|name| name.strip_suffix("/Cargo.toml"));
    let folders: Vec<&str> = folders.collect();
    if folders.is_empty() {
        return Ok(());
    }
    let mut rows = String::new();
    for path in disk::manifests(root)? {
        let text = fs::read_to_string(&path)?;
        if codegen::is_generated(&text) {
            continue;
        }
        let manifest = disk::name(root, &path)?;
        for (index, line) in text.lines().enumerate() {
            for folder in folders.iter().filter(|folder| names(line, folder)) {
                rows += &format!("\n  {manifest}:{}: {folder}", index + 1);
            }
        }
    }
    if rows.is_empty() {
        return Ok(());
    }
    Err(format!(
        "cannot remove crates that manifests name by path; nothing was written. Remove these rows \
         and their uses first, then run `cargo xtask generate` again:{rows}"
    )
    .into())
}

/// Whether a line of a manifest has a path that ends with the name of a folder.
fn names(line: &str, folder: &str) -> bool {
    let name = folder.rsplit('/').next().unwrap_or(folder);
    let is_comment = line.trim_start().starts_with('#');
    let mut quotes = ['"', '\''].into_iter();
    !is_comment && quotes.any(|quote| line.contains(&format!("/{name}{quote}")))
}
