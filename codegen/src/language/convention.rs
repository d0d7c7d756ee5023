//! Conventions of an API: how its lists are paginated and filtered.

use serde::Serialize;

use crate::language::{Entries, Spanned, maps};

maps! {
    /// How lists are paginated: one style.
    #[derive(Clone)]
    pub(crate) struct PaginationConvention {
        /// Pages follow each other by number.
        pub(crate) page_number: Option<PageNumber>,
        /// Each page has the cursor of the next one.
        pub(crate) cursor: Option<Cursor>,
    }

    /// Pagination by cursor.
    #[derive(Clone, Serialize)]
    pub(crate) struct Cursor {
        /// The query parameter that is the cursor of a page.
        pub(crate) cursor_parameter: Spanned<String>,
        /// The query parameter that is the size of a page, if there is one.
        pub(crate) per_page_parameter: Option<Spanned<String>>,
        /// The key of the next cursor in the response, which is missing, null or empty on the last page.
        pub(crate) next_cursor: Spanned<String>,
        /// The key of a flag in the response that says whether the list has more pages, if there is one.
        pub(crate) has_more: Option<Spanned<String>>,
    }

    /// Pagination by the number of the page.
    #[derive(Clone, Serialize)]
    pub(crate) struct PageNumber {
        /// The query parameter that is the number of a page.
        pub(crate) page_parameter: Spanned<String>,
        /// The query parameter that is the size of a page.
        pub(crate) per_page_parameter: Spanned<String>,
        /// The number of the first page.
        pub(crate) first_page: u32,
        /// The keys of the totals beside the collection.
        pub(crate) totals: Totals,
    }

    /// The keys of the totals of a page, as far as its API has them.
    #[derive(Clone, Default, Serialize)]
    pub(crate) struct Totals {
        /// The number of records on all pages.
        pub(crate) total_records: Option<String>,
        /// The number of this page.
        pub(crate) current_page: Option<String>,
        /// The number of pages.
        pub(crate) total_pages: Option<String>,
        /// The maximum number of records of a page.
        pub(crate) per_page: Option<String>,
    }

    /// How lists are filtered.
    #[derive(Clone)]
    pub(crate) struct FilterConvention {
        /// The query parameter, with `{field}` and `{predicate}`.
        pub(crate) parameter: Spanned<String>,
        /// The predicates, and what they say of the field, as in `gt: is greater than this`.
        pub(crate) predicates: Entries<String>,
        /// The predicate for values greater than the given one, by which incremental sync finds changes.
        pub(crate) greater_than: Option<Spanned<String>>,
    }
}
