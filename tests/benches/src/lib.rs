//! The documents that the benchmarks and the clients of other generators read.

mod document;
pub mod strict;

pub use document::Document;
