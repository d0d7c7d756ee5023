//! Whole documents: pages, wrapped values, forms, and serde's traits.

pub mod form;
pub(crate) mod members;
pub(crate) mod page;
pub(crate) mod page_reader;
pub(crate) mod page_shape;
pub(crate) mod serde;
pub(crate) mod wrapped;
