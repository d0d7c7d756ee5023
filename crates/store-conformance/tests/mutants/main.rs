//! Every check can fail: journals that break one rule each fail the check of that rule.

mod fault;
mod faulty_journal;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, Weak};

use api_journal::MemoryJournal;
use store_conformance::{Report, check_journal};
use tokio::time::Instant;

use crate::fault::{FAULTS, Fault};
use crate::faulty_journal::{Entries, FaultyJournal};

/// Checks a journal with one fault, or with none.
async fn check(fault: Option<Fault>) -> Report {
    let database = Entries::default();
    let open_handles = Mutex::new(Weak::new());
    let started = Instant::now();
    check_journal(async || {
        let entries = match fault {
            Some(Fault::HandlesDiffer) => Entries::default(),
            Some(Fault::LostOnClose) => {
                let mut open_handles = open_handles.lock().unwrap();
                let entries: Entries = Weak::upgrade(&open_handles).unwrap_or_default();
                *open_handles = Arc::downgrade(&entries);
                entries
            }
            _ => database.clone(),
        };
        FaultyJournal::new(entries, fault, started)
    })
    .await
}

#[tokio::test(start_paused = true)]
async fn the_journal_in_memory_passes() {
    let journal = MemoryJournal::new();
    store_conformance::journal(async || &journal).await;
}

#[tokio::test(start_paused = true)]
async fn each_broken_rule_fails_its_check() {
    let report = check(None).await;
    assert!(report.failures().is_empty(), "{report}");
    let mut unproven: BTreeSet<&str> = report.passed().iter().copied().collect();
    for (fault, expected) in FAULTS {
        let report = check(Some(*fault)).await;
        let is_expected = report
            .failures()
            .iter()
            .any(|failure| failure.check == *expected);
        assert!(
            is_expected,
            "{fault:?}: expected a failure of `{expected}`: {report}"
        );
        unproven.remove(expected);
    }
    assert!(unproven.is_empty(), "checks without a fault: {unproven:?}");
}

#[tokio::test(start_paused = true)]
async fn a_failure_states_the_check_and_the_reason() {
    let report = check(Some(Fault::MissingEntryFails)).await;
    let text = report.to_string();
    let line = "* a_missing_entry_is_none: expected no error, found `journal: no row`";
    assert!(text.contains(line), "{text}");
}
