//! Pagination: pages and items.

pub(crate) mod fingerprint;
pub(crate) mod items;
mod lists;
pub(crate) mod missing_page;
pub(crate) mod page_numbers;
pub(crate) mod pages;
pub(crate) mod progress;
