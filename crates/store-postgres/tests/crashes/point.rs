//! Points at which a process is killed.

use std::future::pending;
use std::io::Write;

/// The line that a process prints at its point.
pub(crate) const REACHED: &str = "crash point reached";

/// A point in the life of a journaled write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Point {
    BeforeInsert,
    AfterInsert,
    Connected,
    MidWrite,
    Sent,
    HeadWithoutBody,
    BodyUnrecorded,
    /// During the look-up of a recovery.
    LookUp,
    /// After a recovery has claimed the entry.
    Recovery,
}

impl Point {
    pub(crate) const ALL: [Self; 9] = [
        Self::BeforeInsert,
        Self::AfterInsert,
        Self::Connected,
        Self::MidWrite,
        Self::Sent,
        Self::HeadWithoutBody,
        Self::BodyUnrecorded,
        Self::LookUp,
        Self::Recovery,
    ];

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|point| format!("{point:?}") == name)
    }
}

/// Waits for the kill, if this is the point.
pub(crate) async fn reach(point: Point, stop: Option<Point>) {
    if stop == Some(point) {
        println!("\n{REACHED}");
        std::io::stdout().flush().unwrap();
        pending::<()>().await;
    }
}
