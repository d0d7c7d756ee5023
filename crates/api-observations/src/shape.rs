//! The shape of the values at one place.

use std::collections::BTreeMap;

use crate::counts::{LENGTHS, NumberCounts, TextCounts};

/// The shape of the values at one place, as counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// How often the value was present, null included: the sum of all kinds.
    pub seen: u64,
    /// How often it could have been: the number of objects around it. It is not in files; elements
    /// of arrays and maps, and whole bodies, are never absent.
    pub of: u64,
    /// Nulls.
    pub nulls: u64,
    /// Booleans.
    pub booleans: u64,
    /// Numbers.
    pub numbers: u64,
    /// Strings.
    pub strings: u64,
    /// Arrays.
    pub arrays: u64,
    /// Objects.
    pub objects: u64,
    /// The classes of the numbers. Those of secrets are not counted.
    pub number: NumberCounts,
    /// The classes of the texts. Those of secrets are not counted.
    pub text: TextCounts,
    /// The lengths of texts in bytes, by [bucket](crate::length_bucket).
    pub text_lengths: [u64; LENGTHS],
    /// The lengths of arrays, by [bucket](crate::length_bucket).
    pub array_lengths: [u64; LENGTHS],
    /// Texts that may be the values of a closed set, and how often each was seen. Only of fields
    /// that are known to be neither secret nor personal, and only those that were seen often enough.
    pub values: BTreeMap<String, u64>,
    /// Texts of such a field that are not in `values`.
    pub other_values: u64,
    /// At how many venues it was seen, at least. It is not in files as a number.
    pub venues: u32,
    /// The first day on which it may have been seen: `2026-11-21`. Empty if that is unknown. It is
    /// that of the run in files.
    pub since: String,
}

impl Shape {
    /// How often the value was absent.
    pub fn absent(&self) -> u64 {
        self.of.saturating_sub(self.seen)
    }

    /// Adds the counts of other values. `of` and `venues` are the caller's.
    pub(crate) fn add(&mut self, other: &Self) {
        let counts = [
            (&mut self.seen, other.seen),
            (&mut self.nulls, other.nulls),
            (&mut self.booleans, other.booleans),
            (&mut self.numbers, other.numbers),
            (&mut self.strings, other.strings),
            (&mut self.arrays, other.arrays),
            (&mut self.objects, other.objects),
            (&mut self.other_values, other.other_values),
        ];
        let lengths = self.text_lengths.iter_mut().zip(other.text_lengths);
        let array_lengths = self.array_lengths.iter_mut().zip(other.array_lengths);
        for (count, added) in counts.into_iter().chain(lengths).chain(array_lengths) {
            *count = count.saturating_add(added);
        }
        self.number.add(&other.number);
        self.text.add(&other.text);
        for (value, added) in &other.values {
            let count = self.values.entry(value.clone()).or_default();
            *count = count.saturating_add(*added);
        }
        if self.since.is_empty() || (!other.since.is_empty() && other.since < self.since) {
            self.since.clone_from(&other.since);
        }
    }

    /// The counters of kinds, with their names in files.
    pub(crate) fn kinds(&self) -> [(&'static str, u64); 6] {
        [
            ("nulls", self.nulls),
            ("booleans", self.booleans),
            ("numbers", self.numbers),
            ("strings", self.strings),
            ("arrays", self.arrays),
            ("objects", self.objects),
        ]
    }

    /// The counter with this name in files.
    pub(crate) fn counter_mut(&mut self, name: &str) -> Option<&mut u64> {
        match name {
            "nulls" => Some(&mut self.nulls),
            "booleans" => Some(&mut self.booleans),
            "numbers" => Some(&mut self.numbers),
            "strings" => Some(&mut self.strings),
            "arrays" => Some(&mut self.arrays),
            "objects" => Some(&mut self.objects),
            "other_values" => Some(&mut self.other_values),
            _ => match self.number.get_mut(name) {
                Some(counter) => Some(counter),
                None => self.text.get_mut(name),
            },
        }
    }
}
