//! The parts of a generated file.

use proc_macro2::TokenStream;

/// A part of a file. Empty lines separate the parts.
#[derive(Debug)]
pub(crate) enum Chunk {
    Item(TokenStream),
    /// A group of imports or re-exports: by path, the names.
    Uses {
        public: bool,
        names_by_path: Vec<(String, Vec<String>)>,
    },
    /// Modules that are private to the crate.
    Modules(Vec<String>),
    /// Text that is laid out already.
    Text(String),
}
