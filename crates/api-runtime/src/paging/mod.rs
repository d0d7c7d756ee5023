//! Pagination: pages and items.

pub(crate) mod cursors;
pub(crate) mod items;
mod lists;
pub(crate) mod missing_page;
pub(crate) mod pages;
pub(crate) mod progress;
