//! What a generated file imports.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Literal, Span};

/// What a file imports: by path, the names.
#[derive(Debug, Default)]
pub(crate) struct Imports(BTreeMap<String, BTreeSet<String>>);

impl Imports {
    pub(crate) fn add(&mut self, path: &str, name: &str) {
        self.0
            .entry(path.to_owned())
            .or_default()
            .insert(name.to_owned());
    }

    /// Takes back names that the file declares itself.
    pub(crate) fn forget(&mut self, path: &str, names: &[String]) {
        if let Some(known) = self.0.get_mut(path) {
            known.retain(|name| !names.contains(name));
        }
        self.0.retain(|_, names| !names.is_empty());
    }

    /// The imports, `std` first as everywhere, then others by name, the own crate last.
    pub(crate) fn chunks(self) -> Vec<crate::emit::rust::render::Chunk> {
        let mut groups: Vec<_> = self.0.into_iter().collect();
        groups.sort_by_key(|(path, _)| {
            (
                !path.starts_with("std"),
                path.starts_with("crate"),
                path.clone(),
            )
        });
        groups
            .into_iter()
            .map(|(path, names)| crate::emit::rust::render::Chunk::Use {
                public: false,
                path,
                names: names.into_iter().collect(),
            })
            .collect()
    }
}

/// An identifier. Names of the spec are checked, so this cannot fail.
pub(crate) fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// A text as a literal of Rust, for rows of tables.
pub(crate) fn literal(text: &str) -> String {
    Literal::string(text).to_string()
}
