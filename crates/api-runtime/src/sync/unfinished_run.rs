//! A run that has not ended, as a checkpoint has it.

use api_wire::{Date, Timestamp};

use crate::sync::anchors::Anchors;

/// What another process needs to continue a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnfinishedRun {
    /// When the run started: what changed since then is read by the next run.
    pub(crate) started_at: Timestamp,
    /// Older changes were returned by earlier runs; `None` if there was none.
    pub(crate) since: Option<Timestamp>,
    /// The day of the filter. Rows have their places in the list with this filter only.
    pub(crate) after: Option<Date>,
    /// Whether it reads older records again, or everything.
    pub(crate) is_lookback: bool,
    pub(crate) unreadable: u64,
    pub(crate) position: ListPosition,
}

/// How far a list has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListPosition {
    /// The number of rows that were read.
    pub(crate) rows: u64,
    /// The maximum page size, of the server or of the operation.
    pub(crate) page_size: u32,
    pub(crate) anchors: Anchors,
}
