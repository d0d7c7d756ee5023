//! Rows by which a run finds its place in a list again.
//!
//! Every unchanged row before an anchor was returned: so a window with an unchanged anchor continues
//! the list, even if rows were inserted before it or removed since.

use crate::sync::fingerprint::Fingerprint;
use crate::sync::page_info::Row;

/// Checkpoints are short: with 64 anchors, below 2,000 bytes.
const MAX_ANCHORS: usize = 64;

/// The number of pages of which each window has an anchor.
const DENSE_PAGES: u64 = 8;

/// Rows that were returned: several of the last page, two of each page before it, and ever fewer
/// towards the start of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Anchors(Vec<Anchor>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Anchor {
    /// The number of rows before it.
    row: u64,
    fingerprint: u64,
}

impl Anchors {
    /// Adds the rows of a window, and drops the anchors that are no longer needed.
    pub(crate) fn add_window(&mut self, start: u64, rows: &[Row], page_size: u32) {
        self.0.retain(|anchor| anchor.row < start);
        let anchors = (start..).zip(rows).filter_map(|(row, found)| {
            let fingerprint = fingerprint(found)?;
            Some(Anchor { row, fingerprint })
        });
        self.0.extend(anchors);
        self.thin(page_size.into());
    }

    /// Drops each anchor whose neighbors are near enough to each other.
    fn thin(&mut self, page_size: u64) {
        let end = self.0.last().map_or(0, |anchor| anchor.row);
        let mut kept: Vec<Anchor> = Vec::new();
        for (index, anchor) in self.0.iter().enumerate().rev() {
            let before = index.checked_sub(1).and_then(|index| self.0.get(index));
            let is_needed = match (before, kept.last()) {
                (Some(before), Some(after)) => {
                    after.row - before.row > max_gap(end - after.row, page_size)
                }
                _ => true,
            };
            if is_needed && kept.len() < MAX_ANCHORS {
                kept.push(*anchor);
            }
        }
        kept.reverse();
        self.0 = kept;
    }

    /// Whether a row is an anchor, unchanged.
    pub(crate) fn contains(&self, row: &Row) -> bool {
        let fingerprint = fingerprint(row);
        fingerprint.is_some_and(|found| self.0.iter().any(|anchor| anchor.fingerprint == found))
    }

    /// The rows and their fingerprints.
    pub(crate) fn pairs(&self) -> Vec<(u64, u64)> {
        let anchors = self.0.iter();
        anchors
            .map(|anchor| (anchor.row, anchor.fingerprint))
            .collect()
    }

    /// `None` if the rows are not in order, or too many.
    pub(crate) fn from_pairs(pairs: Vec<(u64, u64)>) -> Option<Self> {
        let is_valid = pairs.len() <= MAX_ANCHORS && pairs.is_sorted_by(|a, b| a.0 < b.0);
        let anchors = pairs.into_iter();
        let anchors = anchors.map(|(row, fingerprint)| Anchor { row, fingerprint });
        is_valid.then(|| Self(anchors.collect()))
    }
}

/// The largest number of rows between an anchor at this distance from the end and the one before.
fn max_gap(distance: u64, page_size: u64) -> u64 {
    match distance {
        last_rows if last_rows < page_size / 8 => last_rows.max(1),
        last_page if last_page < page_size => page_size / 8,
        dense if dense < DENSE_PAGES * page_size => page_size / 2,
        far => far / 4,
    }
}

/// The fingerprint of a row with an id and a time of change.
fn fingerprint(row: &Row) -> Option<u64> {
    let mut fingerprint = Fingerprint::new();
    fingerprint.add(&row.id?.to_le_bytes());
    let changed_at = row.changed_at?;
    fingerprint.add(&changed_at.seconds().to_le_bytes());
    fingerprint.add(&changed_at.nanos().to_le_bytes());
    Some(fingerprint.finish())
}
