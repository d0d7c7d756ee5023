//! Diagnostics: each error is reported once, with its span and a fix.

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
