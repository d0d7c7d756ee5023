//! A list of the board: its filters, and a page of it, the latest record first.

use serde_json::{Value, json};

use crate::server::parse_query;

/// The rows of a page by default, and at most.
const PAGE_SIZE: usize = 50;
const MAX_PAGE_SIZE: usize = 200;

/// Filters, and the place of the page in the list.
#[derive(Default)]
pub(super) struct ListQuery {
    /// The id of a venue.
    venue: Option<i64>,
    /// The name of an environment of payments.
    pub(super) environment: Option<String>,
    /// The name of a group, as in `Pending`.
    group: Option<String>,
    /// Lower case.
    search: String,
    /// Only rows with a lower key are on the page.
    before: Option<i64>,
    limit: Option<usize>,
}

impl ListQuery {
    pub(super) fn from_query(text: &str) -> Result<Self, String> {
        let mut query = Self::default();
        for (name, value) in parse_query(text)? {
            let number = || {
                value
                    .parse()
                    .map_err(|_| format!("{name}: expected an integer"))
            };
            match name.as_str() {
                _ if value.is_empty() => {}
                "venue" => query.venue = Some(number()?),
                "environment" => query.environment = Some(value),
                "group" => query.group = Some(value),
                "search" => query.search = value.trim().to_lowercase(),
                "before" => query.before = Some(number()?),
                "limit" => query.limit = usize::try_from(number()?).ok(),
                _ => return Err(format!("unknown parameter {name}")),
            }
        }
        Ok(query)
    }

    /// A page of the records, which are in descending order of their keys. `groups` are counted
    /// whatever group is selected.
    pub(super) fn page<R>(
        &self,
        groups: &[&'static str],
        records: impl Iterator<Item = R>,
        entry: impl Fn(&R) -> Entry,
        row: impl Fn(&R) -> Value,
    ) -> Value {
        let limit = self.limit.unwrap_or(PAGE_SIZE).clamp(1, MAX_PAGE_SIZE);
        let mut counts = vec![0_usize; groups.len()];
        let (mut newer, mut total) = (0_usize, 0_usize);
        let mut rows: Vec<Value> = Vec::new();
        for record in records {
            let entry = entry(&record);
            let is_of_venue =
                self.venue.is_none() || entry.venue.is_none() || entry.venue == self.venue;
            let is_found = || is_found_in(&row(&record), &self.search);
            if !is_of_venue || !(self.search.is_empty() || is_found()) {
                continue;
            }
            if let Some(index) = groups.iter().position(|group| *group == entry.group) {
                counts[index] += 1;
            }
            if self.group.as_ref().is_some_and(|own| own != entry.group) {
                continue;
            }
            total += 1;
            if self.before.is_some_and(|before| entry.key >= before) {
                newer += 1;
            } else if rows.len() < limit {
                let mut row = row(&record);
                row["key"] = entry.key.into();
                row["group"] = entry.group.into();
                rows.push(row);
            }
        }
        let groups = groups.iter().zip(counts);
        let groups = groups.map(|(name, count)| json!({ "name": name, "count": count }));
        json!({
            "rows": rows,
            // The number of rows on the pages before this one, and on all pages.
            "newer": newer,
            "total": total,
            "groups": groups.collect::<Vec<_>>(),
        })
    }
}

/// Whether a text or a number in a record contains the search, which is lower case.
fn is_found_in(record: &Value, search: &str) -> bool {
    match record {
        Value::String(text) => text.to_lowercase().contains(search),
        Value::Number(number) => number.to_string().contains(search),
        Value::Array(elements) => elements.iter().any(|element| is_found_in(element, search)),
        Value::Object(members) => members.values().any(|member| is_found_in(member, search)),
        _ => false,
    }
}

/// What lists need of a record.
pub(super) struct Entry {
    /// Its place in the list: the latest record has the greatest key.
    pub(super) key: i64,
    /// Its group, as in `Pending`.
    pub(super) group: &'static str,
    /// The id of its venue; `None` for one without.
    pub(super) venue: Option<i64>,
}
