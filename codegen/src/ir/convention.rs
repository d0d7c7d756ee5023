//! Conventions of an API, as they are written: how its lists are paginated and filtered.

use serde::Serialize;

pub(crate) use crate::language::{Cursor, FilterConvention, PageNumber, Totals};

/// How a list is paginated.
#[derive(Clone, Debug, Serialize)]
pub(crate) enum PaginationStyle {
    /// Pages follow each other by number.
    PageNumber(PageNumber),
    /// Each page has the cursor of the next one.
    Cursor(Cursor),
}

impl PaginationStyle {
    /// The totals by their names in Rust, with their keys as far as the API has them. Pages by cursor have none: their
    /// keys, if any, are those of the metadata.
    pub(crate) fn totals(&self) -> [(&'static str, Option<&str>); 4] {
        let totals = match self {
            Self::PageNumber(style) => Some(&style.totals),
            Self::Cursor(_) => None,
        };
        let key = |key: fn(&Totals) -> &Option<String>| key(totals?).as_deref();
        [
            ("total_records", key(|totals| &totals.total_records)),
            ("current_page", key(|totals| &totals.current_page)),
            ("total_pages", key(|totals| &totals.total_pages)),
            ("per_page", key(|totals| &totals.per_page)),
        ]
    }

    /// The keys of the totals, which are integers.
    pub(crate) fn total_keys(&self) -> impl Iterator<Item = &str> {
        self.totals().into_iter().filter_map(|(_, key)| key)
    }
}

impl FilterConvention {
    /// The query parameter of a filter.
    pub(crate) fn parameter(&self, field: &str, predicate: &str) -> String {
        let (before, after) = self.parameter.split_once("{field}").unwrap_or_default();
        let part = |text: &str| text.replace("{predicate}", predicate);
        [&part(before), field, &part(after)].concat()
    }
}
