//! The totals of a page.

crate::record! {
    /// The totals that every page has.
    pub(crate) struct Totals {
        pub(crate) total_records: Option<i64>,
        pub(crate) current_page: Option<i64>,
        pub(crate) total_pages: Option<i64>,
        pub(crate) per_page: Option<i64>,
    }
}
