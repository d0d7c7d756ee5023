//! The totals of a page.

use crate::record::extra::Extra;

/// The totals that every page has.
#[derive(Clone, Default, PartialEq, api_wire::Record)]
pub(crate) struct Totals {
    pub(crate) total_records: Option<i64>,
    pub(crate) current_page: Option<i64>,
    pub(crate) total_pages: Option<i64>,
    pub(crate) per_page: Option<i64>,
    pub(crate) extra: Extra,
}
