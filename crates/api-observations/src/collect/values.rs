//! Texts that may be the values of a closed set.

use crate::collect::names::{MIN_SIGHTINGS, MIN_VENUES, is_value_name};

/// The maximum number of values of a closed set: a field with more is not one.
const MAX_VALUES: usize = 32;

/// So many different texts without one that was seen twice are free text.
const MAX_UNREPEATED: usize = 16;

/// The texts of a field, by their hashes. A text itself is kept only after it was seen often
/// enough.
#[derive(Default)]
pub(crate) struct Values {
    values: Vec<Value>,
    sightings: u32,
}

/// What a text is among those of a field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counted {
    /// It was seen before.
    Known,
    /// It was not seen before.
    New,
    /// There are too many different ones for a closed set.
    TooMany,
}

/// The memory of a value, its name included.
pub(crate) const VALUE_SIZE: usize = size_of::<Value>() * 3 / 2 + 16;

struct Value {
    hash: u64,
    count: u32,
    venues: u64,
    name: Option<Box<str>>,
}

impl Values {
    /// Counts a text.
    pub(crate) fn count(&mut self, text: &str, hash: u64, venue: u64) -> Counted {
        self.sightings = self.sightings.saturating_add(1);
        let Some(value) = self.values.iter_mut().find(|value| value.hash == hash) else {
            let is_repeated = self.values.iter().any(|value| value.count > 1);
            if self.values.len() == MAX_VALUES
                || (self.values.len() == MAX_UNREPEATED && !is_repeated)
            {
                return Counted::TooMany;
            }
            self.values.push(Value {
                hash,
                count: 1,
                venues: venue,
                name: None,
            });
            return Counted::New;
        };
        value.count = value.count.saturating_add(1);
        value.venues |= venue;
        let is_frequent = value.count >= MIN_SIGHTINGS && value.venues.count_ones() >= MIN_VENUES;
        if value.name.is_none() && is_frequent && is_value_name(text) {
            value.name = Some(text.into());
        }
        Counted::Known
    }

    /// The number of different texts.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
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
}
