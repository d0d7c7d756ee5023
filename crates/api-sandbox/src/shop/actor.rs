//! The venue of an action, and the checks of its arguments.

use std::ops::RangeInclusive;

use crate::state::time::Time;
use crate::state::venue::Venue;
use crate::state::venue::fulfillment::take_id;

/// The longest name.
const MAX_NAME_LEN: usize = 200;

/// The largest quantity and amount, so that sums do not overflow.
pub(super) const MAX_NUMBER: i64 = 1_000_000_000;

/// A venue in which actions are performed.
pub(super) struct Actor<'s> {
    pub(super) venue: &'s mut Venue,
    pub(super) next_id: &'s mut i64,
    pub(super) now: Time,
}

impl Actor<'_> {
    /// An unused id.
    pub(super) fn take_id(&mut self) -> i64 {
        take_id(self.next_id)
    }
}

/// Checks a number of an argument.
pub(super) fn check_number(argument: &str, number: i64, min: i64) -> Result<(), String> {
    check_range(argument, number, min..=MAX_NUMBER)
}

/// Checks that a number of an argument is in a range.
pub(super) fn check_range(
    argument: &str,
    number: i64,
    range: RangeInclusive<i64>,
) -> Result<(), String> {
    if range.contains(&number) {
        return Ok(());
    }
    let (min, max) = range.into_inner();
    Err(format!(
        "{argument}: expected {min} to {max}, found {number}"
    ))
}

/// Checks a name of an argument.
pub(super) fn check_name(argument: &str, name: &str) -> Result<(), String> {
    if name.trim().is_empty() {
        return Err(format!("{argument}: must not be blank"));
    }
    if name.chars().count() > MAX_NAME_LEN {
        return Err(format!("{argument}: longer than {MAX_NAME_LEN} characters"));
    }
    Ok(())
}

/// The error for an id that no record has.
pub(super) fn unknown(
    argument: &str,
    noun: &str,
    id: i64,
    ids: impl Iterator<Item = i64>,
) -> String {
    let nearby = nearby(id, ids);
    format!("{argument}: no {noun} has the id {id}; the nearest are {nearby}")
}

/// The error for a SKU that no variation has.
pub(super) fn unknown_sku(argument: &str, venue: &Venue, sku: i64) -> String {
    let variations = venue
        .products
        .iter()
        .flat_map(|product| &product.variations);
    let nearby = nearby(sku, variations.map(|variation| variation.sku));
    format!("{argument}: no product has the SKU {sku}; the nearest are {nearby}")
}

fn nearby(id: i64, ids: impl Iterator<Item = i64>) -> String {
    let mut ids: Vec<i64> = ids.collect();
    ids.sort_by_key(|other| (other.abs_diff(id), *other));
    ids.truncate(3);
    ids.sort_unstable();
    listed(&ids)
}

pub(super) fn listed(ids: &[i64]) -> String {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    match ids.as_slice() {
        [] => "none".to_owned(),
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        [only, ..] => only.clone(),
    }
}
