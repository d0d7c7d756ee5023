//! The checks of records, their queue and their changes.

mod cases;
pub(crate) mod database;
pub(crate) mod record;
mod step;

use api_journal::Scope;

use self::cases::CASES;
use self::database::CallbackDatabase;
use self::step::{Run, Step};
use crate::report::Report;

/// Runs the cases one after the other: each with an account of its own, in one database.
pub(crate) async fn run<D: CallbackDatabase>(database: &D) {
    let mut report = Report::default();
    let is_failure = |step: &Step| matches!(step, Step::RecordFails(..));
    for (case, steps) in CASES {
        if !D::REPORTS_CAN_FAIL && steps.iter().any(is_failure) {
            continue;
        }
        let scope = Scope::new("conformance", *case, format!("{:016x}", fastrand::u64(..)));
        let run = async { Run::new(database, scope).await.run(steps).await };
        report.check(case, run).await;
    }
    report.end();
}
