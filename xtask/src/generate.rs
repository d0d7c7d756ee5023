//! `cargo xtask generate`: writes the generated files.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

use codegen::FileTree;
use similar::TextDiff;

use crate::dependents::Dependents;
use crate::disk::{self, ExistingFile};
use crate::rustfmt;
use crate::stamp::Stamp;

/// The longest diff of one file that is printed, in lines.
const MAX_DIFF_LINES: usize = 60;

/// Writes what changed, or prints it with `check`. `false` if the check fails.
pub(crate) fn run(check: bool) -> Result<bool, Box<dyn Error>> {
    let start = Instant::now();
    let root = disk::root()?;
    let _lock = match disk::lock(&root) {
        // A workspace that cannot be written can be checked.
        Err(_) if check => None,
        lock => Some(lock?),
    };
    let sources = disk::sources(&root)?;
    let existing = disk::existing_files(&root)?;
    let before = generated(&existing);
    // A check trusts nothing that an earlier run left behind.
    let stamp = match check {
        true => None,
        false => Stamp::new(&root, &sources),
    };
    if stamp.as_ref().is_some_and(|stamp| stamp.is_of(&before)) {
        print_counts(0, before.len(), 0, start);
        return Ok(true);
    }
    let mut tree = codegen::generate(&sources)?;
    rustfmt::format(&root, &mut tree)?;
    for name in tree.0.keys() {
        if let Some(ExistingFile::HandWritten) = existing.get(name) {
            return Err(format!(
                "cannot overwrite hand-written file {name}; move or delete it, then run \
                 `cargo xtask generate` again"
            )
            .into());
        }
    }
    let changes = Changes::between(&tree, before);
    if check {
        return Ok(changes.print());
    }
    let dependents = Dependents::of(&root, &changes.removed)?;
    for (name, text) in &changes.written {
        disk::write(&root, name, text)?;
    }
    for name in &changes.removed {
        disk::remove(&root, name)?;
    }
    if let Some(stamp) = stamp {
        stamp.keep(&tree.0);
    }
    let (written, removed) = (changes.written.len(), changes.removed.len());
    print_counts(written, tree.0.len() - written, removed, start);
    dependents.print();
    Ok(true)
}

fn print_counts(written: usize, unchanged: usize, removed: usize, start: Instant) {
    let time = start.elapsed().as_millis();
    anstream::println!(
        "generate: {written} written, {unchanged} unchanged, {removed} removed, {time} ms"
    );
}

/// The generated files with their texts.
fn generated(existing: &BTreeMap<String, ExistingFile>) -> BTreeMap<&str, &str> {
    let files = existing.iter();
    let files = files.filter_map(|(name, file)| match file {
        ExistingFile::Generated(text) => Some((name.as_str(), text.as_str())),
        ExistingFile::HandWritten => None,
    });
    files.collect()
}

/// How existing files differ from generated ones.
struct Changes<'a> {
    written: BTreeMap<&'a str, &'a str>,
    removed: Vec<&'a str>,
    before: BTreeMap<&'a str, &'a str>,
}

impl<'a> Changes<'a> {
    fn between(tree: &'a FileTree, before: BTreeMap<&'a str, &'a str>) -> Self {
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
