//! What model and client crates share.

pub(crate) mod attribute;
pub(crate) mod chunk;
pub(crate) mod constructor;
pub(crate) mod crate_root;
pub(crate) mod decisions;
pub(crate) mod deprecation;
pub(crate) mod docs;
pub(crate) mod field_docs;
pub(crate) mod imports;
pub(crate) mod manifest;
pub(crate) mod module;
pub(crate) mod render;
pub(crate) mod subject;
pub(crate) mod types;
