//! Hand-written files that name a removed crate. Without the crate, cargo reads no manifest that names it by path, and so runs
//! no command in its workspace.

use std::error::Error;
use std::path::Path;

use crate::disk;

/// The hand-written files that name crates that are to be removed.
pub(crate) struct Dependents(Vec<String>);

impl Dependents {
    /// Fails if a manifest is one of them.
    pub(crate) fn of(root: &Path, removed: &[&str]) -> Result<Self, Box<dyn Error>> {
        let folders = removed.iter();
        let folders = folders.filter_map(|name| name.strip_suffix("/Cargo.toml"));
        let crates = folders.filter_map(|folder| Some((folder, folder.rsplit('/').next()?)));
        let crates: Vec<(&str, &str)> = crates.collect();
        if crates.is_empty() {
            return Ok(Self(Vec::new()));
        }
        let (mut rows, mut files) = (String::new(), Vec::new());
        for (file, text) in disk::hand_written(root)? {
            let is_manifest = file.rsplit('/').next() == Some("Cargo.toml");
            for (index, line) in text.lines().enumerate().filter(|_| is_manifest) {
                for (folder, _) in crates.iter().filter(|(_, name)| has_path_to(line, name)) {
                    rows += &format!("\n  {file}:{}: {folder}", index + 1);
                }
            }
            let mut crates = crates.iter();
            if crates.any(|(_, name)| text.contains(name) || text.contains(&name.replace('-', "_")))
            {
                files.push(file);
            }
        }
        if rows.is_empty() {
            return Ok(Self(files));
        }
        Err(format!(
            "cannot remove crates that manifests name by path; nothing was written. Remove these rows \
             and their uses first, then run `cargo xtask generate` again:{rows}"
        )
        .into())
    }

    pub(crate) fn print(&self) {
        if self.0.is_empty() {
            return;
        }
        anstream::println!("the removed crates are still named in:");
        for file in &self.0 {
            anstream::println!("  {file}");
        }
    }
}

/// Whether a line of a manifest has a path that ends with the name of a crate.
fn has_path_to(line: &str, name: &str) -> bool {
    let is_comment = line.trim_start().starts_with('#');
    let mut quotes = ['"', '\''].into_iter();
    !is_comment && quotes.any(|quote| line.contains(&format!("/{name}{quote}")))
}
