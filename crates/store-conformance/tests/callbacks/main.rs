//! Every check of callback stores can fail: stores that break one rule each fail the check of that
//! rule.

mod fault;
mod faulty_store;
mod memory;

use std::collections::BTreeSet;

use store_conformance::{Report, check_callback_queue, check_callbacks};

use crate::fault::{FAULTS, Fault};
use crate::faulty_store::FaultyDatabase;
use crate::memory::MemoryDatabase;

async fn check(fault: Option<Fault>) -> Vec<Report> {
    let database = FaultyDatabase::new(fault);
    vec![
        check_callbacks(&database).await,
        check_callback_queue(&database).await,
    ]
}

#[tokio::test(start_paused = true)]
async fn the_store_in_memory_passes() {
    store_conformance::callbacks(&MemoryDatabase::default()).await;
}

#[tokio::test(start_paused = true)]
async fn each_broken_rule_fails_its_check() {
    let reports = check(None).await;
    let mut unproven = BTreeSet::new();
    for report in &reports {
        assert!(report.failures().is_empty(), "{report}");
        unproven.extend(report.passed().iter().copied());
    }
    for (fault, expected) in FAULTS {
        let reports = check(Some(*fault)).await;
        let mut failures = reports.iter().flat_map(Report::failures);
        assert!(
            failures.any(|failure| failure.check == *expected),
            "{fault:?}: expected a failure of `{expected}`: {reports:?}"
        );
        unproven.remove(expected);
    }
    assert!(unproven.is_empty(), "checks without a fault: {unproven:?}");
}
