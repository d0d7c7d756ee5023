//! Paginated lists.

use serde::Serialize;

use crate::ir::Named;

/// A paginated list.
#[derive(Debug, Serialize)]
pub(crate) struct Pagination {
    /// Whether the totals are beside the collection.
    pub(crate) has_totals: bool,
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
    /// The record of the list's other fields.
    pub(crate) metadata: Option<Named>,
    /// How incremental sync reads it.
    pub(crate) sync: Option<Sync>,
}

/// The keys of the totals of a page, which are integers.
pub(crate) const TOTALS: [&str; 4] = ["total_records", "current_page", "total_pages", "per_page"];

impl Pagination {
    /// The keys of the totals, if the list has them.
    pub(crate) fn totals(&self) -> &'static [&'static str] {
        match self.has_totals {
            true => &TOTALS,
            false => &[],
        }
    }
}

/// How incremental sync reads a list.
#[derive(Debug, Serialize)]
pub(crate) struct Sync {
    /// The wire name of the field with the time of the last change.
    pub(crate) watermark: String,
    /// The query parameter by which the list is filtered for changes.
    pub(crate) filter: String,
    /// The field that identifies a record, by its name on the wire.
    pub(crate) id: String,
    /// Which changes are not reported.
    pub(crate) misses: Option<String>,
}
