//! The checks of callback stores.

mod cases;
pub(crate) mod database;
pub(crate) mod record;
mod step;

use self::cases::CASES;
use self::database::CallbackDatabase;
use self::step::Run;
use crate::check::CHECK_TIMEOUT;
use crate::report::Report;

/// Runs the cases one after the other: each with a store of its own, in one database.
pub(crate) async fn run<D: CallbackDatabase>(database: &D) -> Report {
    let mut report = Report::default();
    for (case, steps) in CASES {
        let name = format!("{case}/{:016x}", fastrand::u64(..));
        let run = async { Run::new(database, name).await.run(steps).await };
        let result = match tokio::time::timeout(CHECK_TIMEOUT, run).await {
            Ok(result) => result.map_err(|reason| reason.into_text()),
            Err(_) => Err(format!("unfinished after {} s", CHECK_TIMEOUT.as_secs())),
        };
        report.add(case, result);
    }
    report
}
