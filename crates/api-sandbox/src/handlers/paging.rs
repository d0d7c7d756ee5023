//! Pagination and filters of lists.

use jiff::civil::Date;
use serde_json::{Map, Value};

use super::Call;
use crate::state::table::{Record, Table};
use crate::state::time::Time;
use crate::state::venue::Venue;

/// The time of a filter like `q[updated_at_gt]`. That a day is its start at the venue, and that
/// times are accepted, is the sandbox's own choice.
pub(super) fn filter_time(call: &Call, filter: &str, venue: &Venue) -> Option<Time> {
    let text = call.parameter(filter).as_str()?;
    if let Ok(time) = text.parse() {
        return Some(Time::from_timestamp(time));
    }
    let day: Date = text.parse().ok()?;
    Some(Time::start_of_day(day, &venue.profile.zone()))
}

/// The rows that were updated after `q[updated_at_gt]`.
pub(super) fn updated<T>(
    call: &Call,
    venue: &Venue,
    rows: impl Iterator<Item = T>,
    updated_at: impl Fn(&T) -> Time,
) -> Vec<T> {
    let after = filter_time(call, "q[updated_at_gt]", venue);
    rows.filter(|row| after.is_none_or(|after| updated_at(row) > after))
        .collect()
}

/// The requested page of the records that were updated after `q[updated_at_gt]`.
pub(super) fn updated_page<T: Record>(
    call: &Call,
    key: &str,
    venue: &Venue,
    records: &Table<T>,
    to_json: impl Fn(&T) -> Value,
) -> Map<String, Value> {
    match filter_time(call, "q[updated_at_gt]", venue) {
        Some(after) => page(call, key, &records.updated_after(after), |record| {
            to_json(record)
        }),
        None => page_of(call, key, records.len(), records.iter(), to_json),
    }
}

/// The requested page, with its metadata.
pub(super) fn page<T>(
    call: &Call,
    key: &str,
    rows: &[T],
    to_json: impl Fn(&T) -> Value,
) -> Map<String, Value> {
    page_of(call, key, rows.len(), rows.iter(), to_json)
}

fn page_of<'r, T: 'r>(
    call: &Call,
    key: &str,
    total: usize,
    rows: impl Iterator<Item = &'r T>,
    to_json: impl Fn(&T) -> Value,
) -> Map<String, Value> {
    let default = call.operation.per_page.unwrap_or(1000);
    let per_page = call.integer("per_page").unwrap_or(default).max(1);
    let current = call.integer("page").unwrap_or(1).max(1);
    let size = usize::try_from(per_page).unwrap_or(usize::MAX);
    let start = usize::try_from(current - 1)
        .unwrap_or(usize::MAX)
        .saturating_mul(size);
    let rows_of_page = rows.skip(start).take(size);
    let mut page = Map::new();
    page.insert("total_records".to_owned(), total.into());
    page.insert("current_page".to_owned(), current.into());
    page.insert("total_pages".to_owned(), total.div_ceil(size).into());
    page.insert("per_page".to_owned(), per_page.into());
    page.insert(key.to_owned(), rows_of_page.map(to_json).collect());
    page
}
