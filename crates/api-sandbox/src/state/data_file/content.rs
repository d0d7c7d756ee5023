//! The content of a data file: metadata, and rows.

use serde::{Deserialize, Serialize};

use crate::state::time::Time;

/// The content of the file besides its records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::state) struct Meta {
    pub(in crate::state) seed: u64,
    pub(in crate::state) start: Time,
    /// The next id.
    pub(in crate::state) next: i64,
    /// The digest of the fixtures; none for the demo data.
    #[serde(default)]
    pub(in crate::state) fixtures: Option<u64>,
}

/// The stored form of [`Meta`].
#[derive(Serialize, Deserialize)]
pub(super) struct MetaRow {
    pub(super) format: u32,
    /// Missing in other formats.
    #[serde(flatten)]
    pub(super) meta: Option<Meta>,
}

/// A changed record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::state) struct Row {
    pub(in crate::state) kind: &'static str,
    pub(in crate::state) venue: Option<i64>,
    pub(in crate::state) id: i64,
    pub(in crate::state) json: Vec<u8>,
}

/// The rows of a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::state) enum Scope {
    /// Those of the changed records.
    Changed,
    /// All, which replace those of the file.
    All,
}

/// Why the file cannot be read or written.
pub(super) type Reason = String;
