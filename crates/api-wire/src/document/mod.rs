//! Whole documents: pages, wrapped values and forms.

pub mod form;
pub(crate) mod members;
pub(crate) mod page;
pub(crate) mod page_reader;
pub(crate) mod page_shape;
pub(crate) mod totals;
pub(crate) mod wrapped;
