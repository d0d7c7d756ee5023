//! Conventions of an API: how its lists are paginated and filtered.

use crate::language::{Entries, Spanned, maps};

maps! {
    /// How lists are paginated: by the number of the page, which is counted from 1.
    #[derive(Clone)]
    pub(crate) struct PaginationConvention {
        /// The query parameter that is the number of a page.
        pub(crate) page_parameter: Spanned<String>,
        /// The query parameter that is the size of a page.
        pub(crate) per_page_parameter: Spanned<String>,
        /// Whether the integers `total_records`, `current_page`, `total_pages` and `per_page` are beside the list.
        pub(crate) totals: bool,
    }

    /// How lists are filtered.
    #[derive(Clone)]
    pub(crate) struct FilterConvention {
        /// The query parameter, with `{field}` and, if there are several predicates, `{predicate}`.
        pub(crate) parameter: Spanned<String>,
        /// The predicates, and what they say of the field, as in `gt: is greater than this`.
        pub(crate) predicates: Entries<String>,
        /// The predicate for values greater than the given one, by which incremental sync finds changes.
        pub(crate) greater_than: Option<Spanned<String>>,
    }
}
