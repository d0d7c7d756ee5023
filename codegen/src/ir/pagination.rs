//! Paginated lists.

use crate::ir::Named;

/// A list that comes in pages.
#[derive(Debug)]
pub struct Pagination {
    /// The record.
    pub item: Named,
    /// The key of the collection; `None` when it is not shown.
    pub items_key: Option<String>,
    /// The key that wraps each element.
    pub item_wrapper: Option<String>,
    /// The default size of a page.
    pub per_page: Option<u32>,
    /// The largest size of a page.
    pub max_per_page: Option<u32>,
    /// What the envelope tells beside the items.
    pub metadata: Option<Named>,
    /// By what it tells what has changed.
    pub sync: Option<Sync>,
}

/// By what a list tells what has changed.
#[derive(Debug)]
pub struct Sync {
    /// The field that tells when a record changed, by its name on the wire.
    pub watermark: String,
    /// The field that identifies a record, by its name on the wire.
    pub id: String,
    /// Which changes are not told so.
    pub misses: Option<String>,
}
