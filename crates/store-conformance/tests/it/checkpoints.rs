//! Every check of checkpoint stores can fail: stores that break one rule each fail the check of that
//! rule.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::sync::{Arc, Mutex};

use api_runtime::{Checkpoint, CheckpointFile, CheckpointStore};
use store_conformance::{Report, check_checkpoints};

/// One broken rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    MissingIsAnError,
    SavesKeepTheLatestTime,
    WatermarksAlone,
    NamesIgnoreCase,
    NamesAreTrimmed,
    LostOnClose,
}

/// Each fault, with a check that fails because of it.
const FAULTS: &[(Fault, &str)] = &[
    (Fault::MissingIsAnError, "a_missing_checkpoint_is_none"),
    (
        Fault::SavesKeepTheLatestTime,
        "save_replaces_the_checkpoint",
    ),
    (
        Fault::WatermarksAlone,
        "all_fields_of_a_checkpoint_are_kept",
    ),
    (
        Fault::NamesIgnoreCase,
        "similar_names_are_different_checkpoints",
    ),
    (
        Fault::NamesAreTrimmed,
        "similar_names_are_different_checkpoints",
    ),
    (Fault::LostOnClose, "save_replaces_the_checkpoint"),
];

type Rows = Arc<Mutex<HashMap<String, Checkpoint>>>;

struct FaultyStore {
    rows: Rows,
    name: String,
    fault: Option<Fault>,
}

impl CheckpointStore for FaultyStore {
    fn load(&mut self) -> io::Result<Option<Checkpoint>> {
        let found = self.rows.lock().unwrap().get(&self.name).cloned();
        match (found, self.fault) {
            (None, Some(Fault::MissingIsAnError)) => Err(io::ErrorKind::NotFound.into()),
            (found, _) => Ok(found),
        }
    }

    fn save(&mut self, checkpoint: &Checkpoint) -> io::Result<()> {
        let mut rows = self.rows.lock().unwrap();
        let saved = match (self.fault, checkpoint.watermark()) {
            (Some(Fault::WatermarksAlone), Some(watermark)) => {
                Checkpoint::from_watermark(watermark)
            }
            _ => checkpoint.clone(),
        };
        let found = rows.get(&self.name).and_then(Checkpoint::watermark);
        if self.fault != Some(Fault::SavesKeepTheLatestTime) || found < saved.watermark() {
            rows.insert(self.name.clone(), saved);
        }
        Ok(())
    }
}

async fn check(fault: Option<Fault>) -> Report {
    let database = Rows::default();
    check_checkpoints(async |name| {
        let rows = match fault {
            Some(Fault::LostOnClose) => Rows::default(),
            _ => Arc::clone(&database),
        };
        let name = match fault {
            Some(Fault::NamesIgnoreCase) => name.to_lowercase(),
            Some(Fault::NamesAreTrimmed) => name.trim().to_owned(),
            _ => name.to_owned(),
        };
        FaultyStore { rows, name, fault }
    })
    .await
}

#[tokio::test]
async fn checkpoint_files_pass() {
    let directory = tempfile::tempdir().unwrap();
    store_conformance::checkpoints(async |name| {
        CheckpointFile::new(directory.path().join(name.replace('/', "-")))
    })
    .await;
}

#[tokio::test]
async fn each_broken_rule_fails_its_check() {
    let report = check(None).await;
    assert!(report.failures().is_empty(), "{report}");
    let mut unproven: BTreeSet<&str> = report.passed().iter().copied().collect();
    for (fault, expected) in FAULTS {
        let report = check(Some(*fault)).await;
        let mut failures = report.failures().iter();
        assert!(
            failures.any(|failure| failure.check == *expected),
            "{fault:?}: expected a failure of `{expected}`: {report}"
        );
        unproven.remove(expected);
    }
    assert!(unproven.is_empty(), "checks without a fault: {unproven:?}");
}
