//! Generated crates as text: without comments, by module.

use std::collections::BTreeMap;

use codegen::{FileTree, Sources};

/// The modules of generated crates, by crate and module; that of the root is `lib`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Crates(pub(crate) BTreeMap<String, BTreeMap<String, String>>);

impl Crates {
    /// `None` if the generator refuses the spec.
    pub(crate) fn generate(spec: &Sources) -> Option<Self> {
        let FileTree(files) = codegen::generate(spec).ok()?;
        let mut crates: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for (path, text) in files {
            let parts: Vec<&str> = path.split('/').collect();
            let ["crates", name, "src", file] = parts.as_slice() else {
                continue;
            };
            let Some(module) = file.strip_suffix(".rs") else {
                continue;
            };
            // Its program, which is no API.
            if *name != "api-description" {
                let modules = crates.entry(name.replace('-', "_")).or_default();
                modules.insert(module.to_owned(), code(&text));
            }
        }
        Some(Self(crates))
    }

    /// The text of a module.
    pub(crate) fn module(&self, name: &str, module: &str) -> Option<&String> {
        self.0.get(name)?.get(module)
    }

    /// The modules whose text is another one than in `other`, or which `other` does not have.
    pub(crate) fn changed(&self, other: &Self) -> Vec<(String, String)> {
        let mut changed = Vec::new();
        for (name, modules) in &self.0 {
            for (module, text) in modules {
                if other.module(name, module) != Some(text) {
                    changed.push((name.clone(), module.clone()));
                }
            }
        }
        changed
    }
}

/// Without docs, other comments, and attributes of the crate.
fn code(text: &str) -> String {
    let lines = text.lines().filter(|line| {
        let line = line.trim_start();
        !(line.starts_with("//") || line.starts_with("#![") || line.starts_with("#[cfg(feature"))
    });
    let text = lines.fold(String::new(), |text, line| text + line + "\n");
    text.replace("pub(crate)", "pub(in crate)")
}

/// Replaces the first part of paths: `crate` and names of crates.
pub(crate) fn with_roots(text: &str, root: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        match root(&word) {
            Some(path) => out.push_str(&path),
            None => out.push_str(&word),
        }
        word.clear();
        out.push(c);
    }
    out
}
