//! The Markdown files of the workspace.

use std::fs;
use std::path::{Path, PathBuf};

/// A Markdown file.
pub(crate) struct Markdown {
    /// Relative to the workspace, such as `crates/guide/book/calls.md`.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

impl Markdown {
    /// Whether it is a page of the guide.
    pub(crate) fn is_page(&self) -> bool {
        self.name.starts_with("crates/guide/book/")
    }

    /// Whether `cargo xtask generate` has written it.
    pub(crate) fn is_generated(&self) -> bool {
        let first = self.text.lines().next().unwrap_or_default();
        first.contains("@generated")
    }
}

pub(crate) fn root() -> &'static Path {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    crates
        .and_then(Path::parent)
        .expect("the folder of the workspace")
}

/// All Markdown files, without those of other projects.
pub(crate) fn files() -> Vec<Markdown> {
    let mut files = Vec::new();
    collect(root(), &mut files);
    assert!(files.len() > 30, "{} files", files.len());
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

fn collect(folder: &Path, files: &mut Vec<Markdown>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            let skipped = [
                ".git",
                "artifacts",
                "corpus",
                "fixtures",
                "node_modules",
                "target",
            ];
            if !skipped.contains(&&*name) {
                collect(&path, files);
            }
        } else if name.ends_with(".md") {
            let relative = path.strip_prefix(root()).expect("a file of the workspace");
            files.push(Markdown {
                name: relative.to_string_lossy().into_owned(),
                text: fs::read_to_string(&path).expect("text"),
                path,
            });
        }
    }
}
