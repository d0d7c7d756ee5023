//! The totals of a page.

use crate::record::schema::Schema;

crate::record! {
    /// The totals that every page has.
    pub(crate) struct Totals {
        pub(crate) total_records: Option<i64>,
        pub(crate) current_page: Option<i64>,
        pub(crate) total_pages: Option<i64>,
        pub(crate) per_page: Option<i64>,
    }
}

/// Of an API without totals: their names in [`Page`](crate::Page) are keys as any other.
pub static NO_TOTALS: Schema = Schema::new("Totals", &[]);
