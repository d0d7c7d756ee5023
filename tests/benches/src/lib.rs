//! The documents that the benchmarks and the client of another generator read.

mod document;
pub mod strict;

pub use document::Document;
