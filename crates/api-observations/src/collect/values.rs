//! Texts that may be the values of a closed set.

use crate::collect::names::{MIN_SIGHTINGS, MIN_VENUES, is_value_name};

/// The maximum number of values of a closed set: a field with more is not one.
const MAX_VALUES: usize = 32;

/// The texts of a field, by their hashes. A text itself is kept only after it was seen often
/// enough.
#[derive(Default)]
pub(crate) struct Values {
    values: Vec<Value>,
    sightings: u32,
}

struct Value {
    hash: u64,
    count: u32,
    venues: u64,
    name: Option<Box<str>>,
}

impl Values {
    /// Counts a text; `false` if there are too many different ones.
    pub(crate) fn count(&mut self, text: &str, hash: u64, venue: u64) -> bool {
        self.sightings = self.sightings.saturating_add(1);
        let Some(value) = self.values.iter_mut().find(|value| value.hash == hash) else {
            if self.values.len() == MAX_VALUES {
                return false;
            }
            self.values.push(Value {
                hash,
                count: 1,
                venues: venue,
                name: None,
            });
            return true;
        };
        value.count = value.count.saturating_add(1);
        value.venues |= venue;
        let is_frequent = value.count >= MIN_SIGHTINGS && value.venues.count_ones() >= MIN_VENUES;
        if value.name.is_none() && is_frequent && is_value_name(text) {
            value.name = Some(text.into());
        }
        true
    }

    /// The texts that were seen often enough, with their counts.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&str, u32)> {
        self.values
            .iter()
            .filter_map(|value| Some((value.name.as_deref()?, value.count)))
    }

    /// The number of sightings of the other texts.
    pub(crate) fn unnamed(&self) -> u64 {
        let named: u64 = self.named().map(|(_, count)| u64::from(count)).sum();
        u64::from(self.sightings).saturating_sub(named)
    }

    /// The memory that it takes.
    pub(crate) const fn size() -> usize {
        MAX_VALUES * (size_of::<Value>() + 32) + size_of::<Self>()
    }
}
