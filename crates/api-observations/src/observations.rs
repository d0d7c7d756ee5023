//! The observations of all runs.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry, IntoIter};

use crate::key::Key;
use crate::parse::parse_runs;
use crate::parse_error::ParseError;
use crate::run::Run;
use crate::shape::Shape;
use crate::write::{HEADER, write_run};

/// The observations of several runs, as a file has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observations {
    runs: BTreeMap<String, Run>,
}

impl Observations {
    /// No observations.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the text of a file. `file` is its name, for errors.
    ///
    /// # Errors
    ///
    /// If a line cannot be read.
    pub fn parse(file: &str, text: &str) -> Result<Self, ParseError> {
        let mut observations = Self::default();
        for run in parse_runs(file, text)? {
            observations.add(run);
        }
        Ok(observations)
    }

    /// The text of a file: sorted, so that files compare well.
    pub fn to_text(&self) -> String {
        let mut out = format!("{HEADER}\n");
        for run in self.runs.values() {
            write_run(&mut out, run);
        }
        out
    }

    /// The runs.
    pub fn runs(&self) -> impl Iterator<Item = &Run> {
        self.runs.values()
    }

    /// Adds a run. Of two files of the same run, the one with more responses counts, since it was
    /// written later.
    pub fn add(&mut self, mut run: Run) {
        for (shape, _) in run.shapes.values_mut() {
            shape.since.clone_from(&run.since);
        }
        match self.runs.entry(run.id.clone()) {
            Entry::Vacant(entry) => {
                entry.insert(run);
            }
            Entry::Occupied(mut entry) => {
                if is_later(&run, entry.get()) {
                    entry.insert(run);
                }
            }
        }
    }

    /// Adds the runs of other observations. The order does not matter, nor does it how often the same
    /// observations are merged.
    pub fn merge(&mut self, other: Self) {
        for run in other.runs.into_values() {
            self.add(run);
        }
    }

    /// The shapes of all runs, added up, in the order of their keys.
    pub fn iter(&self) -> IntoIter<Key, Shape> {
        let mut totals: BTreeMap<Key, Total<'_>> = BTreeMap::new();
        for run in self.runs.values() {
            for (key, (shape, venues)) in &run.shapes {
                let total = totals.entry(key.clone()).or_default();
                total.shape.add(shape);
                let hashes = total.venues.entry(&run.venue_key).or_default();
                hashes.extend(venues);
            }
        }
        let objects: BTreeMap<Key, u64> = totals
            .iter()
            .map(|(key, total)| (key.clone(), total.shape.objects))
            .collect();
        let shapes: BTreeMap<Key, Shape> = totals
            .into_iter()
            .map(|(key, total)| {
                let mut shape = total.shape;
                // Venues that were hashed with different keys may be the same.
                let venues = total.venues.values().map(BTreeSet::len).max();
                shape.venues = venues.unwrap_or(0).try_into().unwrap_or(u32::MAX);
                shape.of = match key.parent() {
                    Some(parent)
                        if !key.pointer.ends_with("/*") && !key.pointer.ends_with("/?") =>
                    {
                        objects.get(&parent).copied().unwrap_or(shape.seen)
                    }
                    _ => shape.seen,
                };
                (key, shape)
            })
            .collect();
        shapes.into_iter()
    }
}

impl IntoIterator for &Observations {
    type Item = (Key, Shape);
    type IntoIter = IntoIter<Key, Shape>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The shape of all runs, and the hashes of venues by their key.
#[derive(Default)]
struct Total<'a> {
    shape: Shape,
    venues: BTreeMap<&'a str, BTreeSet<u64>>,
}

/// Whether a file of a run is later than another one. Any two of them have an order.
fn is_later(run: &Run, other: &Run) -> bool {
    let text = |run: &Run| {
        let mut text = String::new();
        write_run(&mut text, run);
        text
    };
    (run.responses, run.skipped)
        .cmp(&(other.responses, other.skipped))
        .then_with(|| text(run).cmp(&text(other)))
        .is_gt()
}
