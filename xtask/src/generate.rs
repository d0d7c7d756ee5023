//! `cargo xtask generate`: the made files on disk become those of the description.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

use codegen::FileTree;
use similar::TextDiff;

use crate::disk::{self, Made};

/// The longest difference that is shown of one file, in lines.
const SHOWN: usize = 60;

/// Writes what changed, or with `check` only tells it. `false` when the description has mistakes or the check fails.
pub(crate) fn run(check: bool) -> Result<bool, Box<dyn Error>> {
    let start = Instant::now();
    let root = disk::root()?;
    let tree = match codegen::generate(&disk::sources(&root)?) {
        Ok(tree) => tree,
        Err(mistakes) => {
            anstream::eprint!("{}", mistakes.render(true));
            return Ok(false);
        }
    };
    let there = disk::made(&root)?;
    for name in tree.0.keys() {
        disk::no_links(&root, name)?;
        if let Some(Made::ByHand) = there.get(name) {
            return Err(format!(
                "{name} was not made by this command and stands where a made file belongs; \
                 move it away or delete it, then run `cargo xtask generate` again"
            )
            .into());
        }
    }
    let changes = Changes::between(&tree, &there);
    if check {
        return Ok(changes.show());
    }
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

/// What differs between the files that are there and those that are made.
struct Changes<'a> {
    written: BTreeMap<&'a str, &'a str>,
    removed: Vec<&'a str>,
    before: BTreeMap<&'a str, &'a str>,
}

impl<'a> Changes<'a> {
    fn between(tree: &'a FileTree, there: &'a BTreeMap<String, Made>) -> Self {
        let before: BTreeMap<&str, &str> = there
            .iter()
            .filter_map(|(name, made)| match made {
                Made::Whole(text) => Some((name.as_str(), text.as_str())),
                Made::Unfinished | Made::ByHand => None,
            })
            .collect();
        let written = tree
            .0
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .filter(|(name, text)| before.get(name) != Some(text))
            .collect();
        let removed = there
            .iter()
            .filter(|(name, made)| match made {
                Made::Whole(_) => !tree.0.contains_key(*name),
                Made::Unfinished => true,
                Made::ByHand => false,
            })
            .map(|(name, _)| name.as_str())
            .collect();
        Self {
            written,
            removed,
            before,
        }
    }

    /// Prints the differences; `true` when there are none.
    fn show(&self) -> bool {
        for (name, text) in &self.written {
            let before = self.before.get(name).copied().unwrap_or("");
            let diff = TextDiff::from_lines(before, *text)
                .unified_diff()
                .header(name, name)
                .to_string();
            let lines: Vec<&str> = diff.lines().collect();
            for line in lines.iter().take(SHOWN) {
                anstream::println!("{line}");
            }
            if lines.len() > SHOWN {
                anstream::println!("… and {} lines more of {name}", lines.len() - SHOWN);
            }
        }
        for name in &self.removed {
            anstream::println!("no longer made: {name}");
        }
        let same = self.written.is_empty() && self.removed.is_empty();
        if same {
            anstream::println!("generate: nothing to do");
        } else {
            anstream::println!(
                "\n{} files differ from what spec/ makes; run `cargo xtask generate` and commit the result",
                self.written.len() + self.removed.len()
            );
        }
        same
    }
}
