//! The query of a list of the board.

use crate::openapi::percent_decode;

/// The rows of a page by default, and at most.
const PAGE_SIZE: usize = 50;
const MAX_PAGE_SIZE: usize = 200;
/// The longest search, in characters.
const MAX_SEARCH: usize = 100;

/// Filters, and the place of the page in the list.
pub(super) struct ListQuery {
    /// The id of a venue.
    pub(super) venue: Option<i64>,
    /// The name of an environment of the payments API.
    pub(super) environment: Option<String>,
    /// The name of a group, as in `Pending`.
    pub(super) group: Option<String>,
    /// Lower case.
    pub(super) search: String,
    /// Only rows with a lower key are on the page.
    pub(super) before: Option<i64>,
    pub(super) limit: usize,
}

impl ListQuery {
    pub(super) fn from_query(text: &str) -> Result<Self, String> {
        let mut query = Self {
            venue: None,
            environment: None,
            group: None,
            search: String::new(),
            before: None,
            limit: PAGE_SIZE,
        };
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let value = percent_decode(&value.replace('+', " "))
                .ok_or_else(|| format!("{name}: invalid escape"))?;
            if value.is_empty() {
                continue;
            }
            let integer = || {
                let number: Result<i64, _> = value.parse();
                number.map_err(|_| format!("{name}: expected an integer"))
            };
            match name {
                "venue" => query.venue = Some(integer()?),
                "environment" => query.environment = Some(value),
                "group" => query.group = Some(value),
                "search" => {
                    let text: String = value.trim().chars().take(MAX_SEARCH).collect();
                    query.search = text.to_lowercase();
                }
                "before" => query.before = Some(integer()?),
                "limit" => {
                    let limit = usize::try_from(integer()?).unwrap_or_default();
                    query.limit = limit.clamp(1, MAX_PAGE_SIZE);
                }
                _ => return Err(format!("unknown parameter {name}")),
            }
        }
        Ok(query)
    }

    /// Whether one of these texts contains the search.
    pub(super) fn is_found_in<'t>(&self, texts: impl IntoIterator<Item = &'t str>) -> bool {
        let mut texts = texts.into_iter();
        self.search.is_empty() || texts.any(|text| contains_ignoring_case(text, &self.search))
    }
}

/// Whether a text contains a lower-case one.
fn contains_ignoring_case(text: &str, lower_case: &str) -> bool {
    if !text.is_ascii() {
        return text.to_lowercase().contains(lower_case);
    }
    let mut windows = text.as_bytes().windows(lower_case.len());
    windows.any(|window| window.eq_ignore_ascii_case(lower_case.as_bytes()))
}
