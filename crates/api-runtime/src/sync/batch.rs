//! What a run returns.

use crate::sync::checkpoint::Checkpoint;

/// The changed records of a page, and the checkpoint to store with them, in one transaction.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Batch<T> {
    /// The records that have changed. There are none if nothing on the page has.
    pub records: Vec<T>,
    /// Where the next run continues, after these records are stored.
    pub checkpoint: Checkpoint,
    /// How many records of the list were read so far, changed or not.
    pub read: u64,
    /// How many records the list has, if the server says so.
    pub total: Option<u64>,
}
