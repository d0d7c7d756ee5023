//! `cargo xtask generate`: writes the generated files.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

use codegen::FileTree;
use similar::TextDiff;

use crate::dependents;
use crate::disk::{self, ExistingFile};
use crate::rustfmt;

/// The longest diff of one file that is printed, in lines.
const MAX_DIFF_LINES: usize = 60;

/// Writes what changed, or prints it with `check`. `false` if the spec has errors or the check fails.
pub(crate) fn run(check: bool) -> Result<bool, Box<dyn Error>> {
    let start = Instant::now();
    let root = disk::root()?;
    let _lock = match disk::lock(&root) {
        // A workspace that cannot be written can be checked.
        Err(_) if check => None,
        lock => Some(lock?),
    };
    let mut tree = match codegen::generate(&disk::sources(&root)?) {
        Ok(tree) => tree,
        Err(diagnostics) => {
            anstream::eprint!("{}", diagnostics.render(true));
            return Ok(false);
        }
    };
    rustfmt::format(&root, &mut tree)?;
    let existing = disk::existing_files(&root)?;
    for name in tree.0.keys() {
        if let Some(ExistingFile::HandWritten) = existing.get(name) {
            return Err(format!(
                "cannot overwrite hand-written file {name}; move or delete it, then run \
                 `cargo xtask generate` again"
            )
            .into());
        }
    }
    let changes = Changes::between(&tree, &existing);
    if check {
        return Ok(changes.print());
    }
    dependents::check_removed(&root, &changes.removed)?;
    for (name, text) in &changes.written {
        disk::write(&root, name, text)?;
    }
    for name in &changes.removed {
        disk::remove(&root, name)?;
    }
    anstream::println!(
        "generate: {} written, {} unchanged, {} removed, {} ms",
        changes.written.len(),
        tree.0.len() - changes.written.len(),
        changes.removed.len(),
        start.elapsed().as_millis()
    );
    Ok(true)
}

/// How existing files differ from generated ones.
struct Changes<'a> {
    written: BTreeMap<&'a str, &'a str>,
    removed: Vec<&'a str>,
    before: BTreeMap<&'a str, &'a str>,
}

impl<'a> Changes<'a> {
    fn between(tree: &'a FileTree, existing: &'a BTreeMap<String, ExistingFile>) -> Self {
        let before: BTreeMap<&str, &str> = existing
            .iter()
            .filter_map(|(name, file)| match file {
                ExistingFile::Generated(text) => Some((name.as_str(), text.as_str())),
                ExistingFile::HandWritten => None,
            })
            .collect();
        let written = tree
            .0
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .filter(|(name, text)| before.get(name) != Some(text))
            .collect();
        let removed = before
            .keys()
            .copied()
            .filter(|name| !tree.0.contains_key(*name))
            .collect();
        Self {
            written,
            removed,
            before,
        }
    }

    /// Prints the differences; `true` if there are none.
    fn print(&self) -> bool {
        for (name, text) in &self.written {
            let before = self.before.get(name).copied().unwrap_or("");
            let diff = TextDiff::from_lines(before, *text)
                .unified_diff()
                .header(name, name)
                .to_string();
            let lines: Vec<&str> = diff.lines().collect();
            for line in lines.iter().take(MAX_DIFF_LINES) {
                anstream::println!("{line}");
            }
            if lines.len() > MAX_DIFF_LINES {
                anstream::println!("… {} more lines of {name}", lines.len() - MAX_DIFF_LINES);
            }
        }
        for name in &self.removed {
            anstream::println!("stale: {name}");
        }
        let is_same = self.written.is_empty() && self.removed.is_empty();
        if is_same {
            anstream::println!("generate: nothing to do");
        } else {
            anstream::println!(
                "\n{} files differ from the spec; run `cargo xtask generate` and commit the result",
                self.written.len() + self.removed.len()
            );
        }
        is_same
    }
}
