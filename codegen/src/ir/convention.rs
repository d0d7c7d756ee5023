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

impl Totals {
    pub(crate) const NONE: Self = Self {
        total_records: None,
        current_page: None,
        total_pages: None,
        per_page: None,
    };

    /// The names of the totals in Rust, and their keys.
    pub(crate) fn named_keys(&self) -> impl Iterator<Item = (&'static str, Option<&str>)> {
        let keys = [
            ("total_records", &self.total_records),
            ("current_page", &self.current_page),
            ("total_pages", &self.total_pages),
            ("per_page", &self.per_page),
        ];
        keys.into_iter().map(|(name, key)| (name, key.as_deref()))
    }
}

impl PaginationStyle {
    /// The keys of the totals, which are integers. Pages by cursor have none.
    pub(crate) fn totals(&self) -> impl Iterator<Item = &str> {
        let totals = match self {
            Self::PageNumber(style) => Some(&style.totals),
            Self::Cursor(_) => None,
        };
        let keys = totals.into_iter().flat_map(Totals::named_keys);
        keys.filter_map(|(_, key)| key)
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
