//! Whole documents: pages, wrapped values, forms.

pub mod form;
pub(crate) mod page;
pub(crate) mod serde;
pub(crate) mod wrapped;
