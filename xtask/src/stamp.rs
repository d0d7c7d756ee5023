//! The stamp of the last `generate`: with it, one that has nothing to do only reads the files.

use std::collections::BTreeMap;
use std::env;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use codegen::Sources;
use fs_err as fs;

use crate::rustfmt;

/// The hash of what decides about the generated files (this program, rustfmt, the spec) and of these files.
pub(crate) struct Stamp {
    path: PathBuf,
    /// Without the files.
    hasher: DefaultHasher,
}

impl Stamp {
    /// None if rustfmt is a word that the `PATH` resolves.
    pub(crate) fn new(root: &Path, sources: &Sources) -> Option<Self> {
        let mut hasher = DefaultHasher::new();
        for program in [env::current_exe().ok()?, rustfmt::program()] {
            // As cargo tells whether a file is another one.
            let file = fs::metadata(&program).ok()?;
            (program, file.len(), file.modified().ok()?).hash(&mut hasher);
        }
        rustfmt::configuration(root).hash(&mut hasher);
        rustfmt::edition(root).ok()?.hash(&mut hasher);
        sources.0.hash(&mut hasher);
        let path = root.join("target/xtask-generated");
        Some(Self { path, hasher })
    }

    /// Whether the last run made these files, of the same spec.
    pub(crate) fn is_of(&self, files: &BTreeMap<impl Hash, impl Hash>) -> bool {
        fs::read_to_string(&self.path).is_ok_and(|last| last == self.text(files))
    }

    /// Keeps the stamp of these files. If it cannot be written, the next run does the work again.
    pub(crate) fn keep(&self, files: &BTreeMap<impl Hash, impl Hash>) {
        let _ = fs::write(&self.path, self.text(files));
    }

    fn text(&self, files: &BTreeMap<impl Hash, impl Hash>) -> String {
        let mut hasher = self.hasher.clone();
        files.hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }
}
