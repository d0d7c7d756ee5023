//! Pages of lists, and the filters of their queries.

use jiff::civil::Date;
use serde_json::{Map, Value};

use super::Call;
use crate::state::time::Moment;
use crate::state::venue::Venue;

/// The moment that a filter like `q[updated_at_gt]` names: the start of the day, at the venue. That a bare date means
/// its start there is the sandbox's own choice.
pub(crate) fn after(call: &Call, filter: &str, venue: &Venue) -> Option<Moment> {
    let day: Date = call.parameter(filter).as_str()?.parse().ok()?;
    Some(Moment::start_of(day, &venue.facts.zone()))
}

/// The rows that were updated after the moment that `q[updated_at_gt]` names.
pub(crate) fn updated<T>(
    call: &Call,
    venue: &Venue,
    rows: impl Iterator<Item = T>,
    at: impl Fn(&T) -> Moment,
) -> Vec<T> {
    let after = after(call, "q[updated_at_gt]", venue);
    rows.filter(|row| after.is_none_or(|after| at(row) > after))
        .collect()
}

/// The page that the request asks for, in the envelope of lists.
///
/// Page 0 is page 1, and 0 records a page are the default number: the sandbox's own choice.
pub(crate) fn page<T>(
    call: &Call,
    key: &str,
    rows: &[T],
    shown: impl Fn(&T) -> Value,
) -> Map<String, Value> {
    let default = call.operation.per_page.unwrap_or(1000);
    let per_page = call
        .integer("per_page")
        .filter(|asked| *asked > 0)
        .unwrap_or(default);
    let current = call.integer("page").unwrap_or(1).max(1);
    let size = usize::try_from(per_page).unwrap_or(usize::MAX);
    let start = usize::try_from(current - 1)
        .unwrap_or(usize::MAX)
        .saturating_mul(size);
    let slice = rows.iter().skip(start).take(size);
    let mut envelope = Map::new();
    envelope.insert("total_records".to_owned(), rows.len().into());
    envelope.insert("current_page".to_owned(), current.into());
    envelope.insert("total_pages".to_owned(), rows.len().div_ceil(size).into());
    envelope.insert("per_page".to_owned(), per_page.into());
    envelope.insert(key.to_owned(), slice.map(shown).collect());
    envelope
}
