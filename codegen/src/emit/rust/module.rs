//! A module of a generated crate.

use proc_macro2::TokenStream;

use crate::emit::rust::chunk::Chunk;
use crate::emit::rust::render;
use crate::emit::rust::types::Types;

/// A module that is being written.
pub(crate) struct Module<'a> {
    pub(crate) types: Types<'a>,
    /// Its package, by index.
    pub(crate) package: usize,
    pub(crate) chunks: Vec<Chunk>,
}

impl<'a> Module<'a> {
    pub(crate) fn new(types: Types<'a>, package: usize) -> Self {
        Self {
            types,
            package,
            chunks: Vec::new(),
        }
    }

    pub(crate) fn item(&mut self, tokens: TokenStream) {
        self.chunks.push(Chunk::Item(tokens));
    }

    /// The file, with its imports first.
    pub(crate) fn text(self, header: &str) -> String {
        render::file(header, self.types.imports, self.chunks)
    }
}
