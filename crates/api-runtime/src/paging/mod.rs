//! Pagination: pages, items and prefetch.

pub(crate) mod cycle_detector;
pub(crate) mod items;
pub(crate) mod page_response;
pub(crate) mod pages;
pub(crate) mod prefetch;
pub(crate) mod progress;
