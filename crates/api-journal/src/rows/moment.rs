//! The moment of a read.

use api_wire::Timestamp;

/// When a database was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The time by the clock of the database, in milliseconds.
    pub now: Timestamp,
    /// The day of the database, from 1, as it was [counted](super::count_day) last.
    pub today: i64,
    /// Whether the database was restored from a backup, and nobody has reconciled it since: it takes no
    /// [put](super::Put) that begins a send.
    pub is_closed: bool,
}
