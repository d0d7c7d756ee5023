//! Conventions of an API: how its lists are paginated and filtered.

use serde::Serialize;

use crate::source::Span;

/// How a list is paginated.
#[derive(Clone, Debug, Serialize)]
pub(crate) enum PaginationStyle {
    /// Pages follow each other by number.
    PageNumber(PageNumber),
    /// Each page has the cursor of the next one.
    Cursor(Cursor),
}

/// Pagination by cursor.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Cursor {
    /// The query parameter that is the cursor of a page.
    pub(crate) cursor_parameter: String,
    /// The query parameter that is the size of a page.
    pub(crate) per_page_parameter: Option<String>,
    /// The key of the next cursor in the response.
    pub(crate) next_cursor: String,
    /// The key of the flag that says whether the list has more pages.
    pub(crate) has_more: Option<String>,
    pub(crate) span: Span,
}

/// Pagination by the number of the page.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PageNumber {
    /// The query parameter that is the number of a page.
    pub(crate) page_parameter: String,
    /// The query parameter that is the size of a page.
    pub(crate) per_page_parameter: String,
    pub(crate) first_page: u32,
    pub(crate) totals: Totals,
    pub(crate) span: Span,
}

/// The keys of the totals of a page, as far as its API has them.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Totals {
    pub(crate) total_records: Option<String>,
    pub(crate) current_page: Option<String>,
    pub(crate) total_pages: Option<String>,
    pub(crate) per_page: Option<String>,
}

impl Totals {
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

/// How lists are filtered.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FilterConvention {
    /// The query parameter, with `{field}` and `{predicate}`.
    pub(crate) parameter: String,
    pub(crate) predicates: Vec<Predicate>,
    /// The predicate for values greater than the given one.
    pub(crate) greater_than: Option<String>,
}

/// A predicate of filters.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Predicate {
    pub(crate) name: String,
    /// What it says of the field.
    pub(crate) meaning: String,
}

impl FilterConvention {
    /// The query parameter of a filter.
    pub(crate) fn parameter(&self, field: &str, predicate: &str) -> String {
        let (before, after) = self.parameter.split_once("{field}").unwrap_or_default();
        let part = |text: &str| text.replace("{predicate}", predicate);
        [&part(before), field, &part(after)].concat()
    }

    pub(crate) fn predicate(&self, name: &str) -> Option<&Predicate> {
        let mut predicates = self.predicates.iter();
        predicates.find(|predicate| predicate.name == name)
    }
}
