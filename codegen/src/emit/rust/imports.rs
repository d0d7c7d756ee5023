//! What a generated file imports.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Literal, Span, TokenStream};

use crate::emit::rust::chunk::Chunk;

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
    pub(crate) fn forget(&mut self, path: &str, names: &[&str]) {
        if let Some(known) = self.0.get_mut(path) {
            known.retain(|name| !names.contains(&name.as_str()));
        }
        self.0.retain(|_, names| !names.is_empty());
    }

    /// The imports: `std`, other crates, this crate.
    pub(crate) fn chunks(self) -> Vec<Chunk> {
        let mut groups = [Vec::new(), Vec::new(), Vec::new()];
        for (path, names) in self.0 {
            let group = match path.split("::").next() {
                Some("std") => 0,
                Some("crate") => 2,
                _ => 1,
            };
            groups[group].push((path, names.into_iter().collect()));
        }
        groups
            .into_iter()
            .map(|names_by_path| Chunk::Uses {
                public: false,
                names_by_path,
            })
            .collect()
    }
}

/// An identifier. Names of the spec are checked, so this cannot fail.
pub(crate) fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// The tokens of a text. One that is not Rust is a defect of an emitter.
pub(crate) fn tokens(text: &str) -> TokenStream {
    match text.parse() {
        Ok(tokens) => tokens,
        Err(error) => panic!("an emitter wrote what is no Rust: {error}: {text}"),
    }
}

/// A text as a literal of Rust and of TOML.
pub(crate) fn literal(text: &str) -> String {
    Literal::string(text).to_string()
}
