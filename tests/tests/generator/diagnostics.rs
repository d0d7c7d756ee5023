//! Mistakes of a description: each is told at its place, with what would be right, and once.

use crate::support::{fixture, fixtures, folders, report, snapshot};

#[test]
fn diagnostics_match_their_snapshots() {
    for name in folders(&fixtures().join("diagnostics")) {
        snapshot(
            "diagnostics",
            &name,
            &report(&fixture(&format!("diagnostics/{name}"))),
        );
    }
}
