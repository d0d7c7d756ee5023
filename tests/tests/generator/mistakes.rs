//! Mistakes of a description: each is told at its place, with what would be right, and once.

use crate::support::{fixture, fixtures, folders, report, snapshot};

#[test]
fn every_mistake_is_told_as_its_snapshot_shows() {
    for name in folders(&fixtures().join("mistakes")) {
        snapshot(
            "mistakes",
            &name,
            &report(&fixture(&format!("mistakes/{name}"))),
        );
    }
}
