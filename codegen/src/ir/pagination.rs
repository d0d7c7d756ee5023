//! Paginated lists.

use crate::ir::Named;

/// A list that comes in pages.
#[derive(Debug)]
pub(crate) struct Pagination {
    /// The record.
    pub(crate) item: Named,
    /// The key of the collection; `None` when it is not shown.
    pub(crate) items_key: Option<String>,
    /// The key that wraps each element.
    pub(crate) item_wrapper: Option<String>,
    /// The default size of a page.
    pub(crate) per_page: Option<u32>,
    /// The largest size of a page.
    pub(crate) max_per_page: Option<u32>,
    /// What the envelope tells beside the items.
    pub(crate) metadata: Option<Named>,
    /// By what it tells what has changed.
    pub(crate) sync: Option<Sync>,
}

/// By what a list tells what has changed.
#[derive(Debug)]
pub(crate) struct Sync {
    /// The field that tells when a record changed, by its name on the wire.
    pub(crate) watermark: String,
    /// The field that identifies a record, by its name on the wire.
    pub(crate) id: String,
    /// Which changes are not told so.
    pub(crate) misses: Option<String>,
}
