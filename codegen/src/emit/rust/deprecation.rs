//! `#[deprecated]`, and its lint in generated crates.

use proc_macro2::TokenStream;

use crate::emit::rust::chunk::Chunk;
use crate::emit::rust::imports::{literal, tokens};
use crate::ir::{Deprecation, Spec};

/// The attribute of an item.
pub(crate) fn attribute(deprecated: Option<&Deprecation>) -> Option<TokenStream> {
    text(deprecated).map(|text| tokens(&text))
}

/// The attribute as text.
pub(crate) fn text(deprecated: Option<&Deprecation>) -> Option<String> {
    Some(match &deprecated?.instead {
        Some(instead) => format!("#[deprecated(note = {})]", literal(instead)),
        None => "#[deprecated]".to_owned(),
    })
}

/// The lint level of a crate root: its own tables, constructors and re-exports name deprecated items.
pub(crate) fn allow(spec: &Spec, index: usize) -> Option<Chunk> {
    let imports = spec.packages[index].imports.iter().copied();
    let mut packages = imports.chain([index]).map(|index| &spec.packages[index]);
    let has_deprecated = packages.any(|package| package.has_deprecated_items());
    has_deprecated.then(|| {
        Chunk::Text(
            "// Deprecated items are still read and written.\n#![allow(deprecated)]\n".to_owned(),
        )
    })
}
