//! Whole documents: pages, wrapped values, forms, and serde's traits.

pub mod form;
pub(crate) mod page;
pub(crate) mod serde;
pub(crate) mod wrapped;
