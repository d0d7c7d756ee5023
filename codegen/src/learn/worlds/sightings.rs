//! Counts of values that are made up.

use std::collections::{BTreeMap, BTreeSet};

use api_observations::{Key, Observations, Run, Shape};

/// A value of a response.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sample {
    Null,
    Boolean,
    Integer,
    Decimal,
    Text,
    Date,
    Timestamp,
    LocalDateTime,
    List,
    Object,
}

impl Sample {
    const ALL: [Self; 10] = [
        Self::Null,
        Self::Boolean,
        Self::Integer,
        Self::Decimal,
        Self::Text,
        Self::Date,
        Self::Timestamp,
        Self::LocalDateTime,
        Self::List,
        Self::Object,
    ];

    /// A value of another kind.
    pub(super) fn damaged(self, random: &mut fastrand::Rng) -> Self {
        let is_number = |sample: Self| matches!(sample, Self::Integer | Self::Decimal);
        loop {
            let other = Self::ALL[random.usize(..Self::ALL.len())];
            let is_same = std::mem::discriminant(&other) == std::mem::discriminant(&self);
            let are_numbers = is_number(self) && is_number(other);
            if !is_same && !are_numbers {
                return other;
            }
        }
    }
}

/// The counts of all responses.
pub(super) struct Sightings {
    shapes: BTreeMap<Key, (Shape, BTreeSet<u64>)>,
}

impl Sightings {
    pub(super) fn new() -> Self {
        Self {
            shapes: BTreeMap::new(),
        }
    }

    pub(super) fn count(&mut self, (api, operation): (&str, &str), pointer: &str, sample: Sample) {
        let key = Key {
            api: api.to_owned(),
            operation: operation.to_owned(),
            status: 200,
            pointer: pointer.to_owned(),
        };
        let (shape, venues) = self.shapes.entry(key).or_default();
        venues.insert(shape.seen % 3);
        shape.since = "2026-10-02".to_owned();
        shape.seen += 1;
        match sample {
            Sample::Null => shape.nulls += 1,
            Sample::Boolean => shape.booleans += 1,
            Sample::Integer => {
                shape.numbers += 1;
                shape.number.i32 += 1;
            }
            Sample::Decimal => {
                shape.numbers += 1;
                shape.number.places_2 += 1;
            }
            Sample::Text => {
                shape.strings += 1;
                shape.text.other += 1;
            }
            Sample::Date => {
                shape.strings += 1;
                shape.text.date += 1;
            }
            Sample::Timestamp => {
                shape.strings += 1;
                shape.text.timestamp += 1;
            }
            Sample::LocalDateTime => {
                shape.strings += 1;
                shape.text.local_date_time += 1;
            }
            Sample::List => shape.arrays += 1,
            Sample::Object => shape.objects += 1,
        }
    }

    pub(super) fn into_observations(self) -> Observations {
        let mut run = Run::new("5f3c");
        run.since = "2026-10-02".to_owned();
        run.venue_key = "a".to_owned();
        run.venues = BTreeSet::from([0, 1, 2]);
        run.shapes = self.shapes;
        let mut observations = Observations::new();
        observations.add(run);
        // As from a file.
        Observations::parse("world", &observations.to_text()).unwrap()
    }
}
