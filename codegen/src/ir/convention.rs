//! Conventions of an API, as they are written: how its lists are paginated and filtered.

pub(crate) use crate::language::{FilterConvention, PaginationConvention};

impl FilterConvention {
    /// The query parameter of a filter.
    pub(crate) fn parameter(&self, field: &str, predicate: &str) -> String {
        let (before, after) = self.parameter.split_once("{field}").unwrap_or_default();
        let part = |text: &str| text.replace("{predicate}", predicate);
        [&part(before), field, &part(after)].concat()
    }
}
