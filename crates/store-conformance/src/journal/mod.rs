//! The checks of journals: a table of cases, and what happens at the same time.

mod cases;
mod concurrent;
mod step;

use api_journal::Journal;
use tokio::time::timeout;

use self::cases::CASES;
use self::concurrent::Concurrent;
use self::step::Run;
use crate::check::{CHECK_TIMEOUT, Checked};
use crate::report::Report;

pub(crate) async fn run<J: Journal, O: AsyncFn() -> J>(open: &O) -> Report {
    let mut report = Report::default();
    for (name, steps) in CASES {
        let run = Run::new(open, name);
        report.add(name, in_time(run.all(steps)).await);
    }
    let concurrent = Concurrent::new(open);
    for (name, checked) in [
        (
            "one of concurrent begins inserts",
            in_time(concurrent.begins()).await,
        ),
        (
            "one of concurrent changes is made",
            in_time(concurrent.changes()).await,
        ),
        (
            "a dropped begin inserts all or nothing",
            in_time(concurrent.dropped_begins()).await,
        ),
        (
            "changes are kept after all handles close",
            in_time(concurrent.reopened()).await,
        ),
    ] {
        report.add(name, checked);
    }
    report
}

async fn in_time(check: impl Future<Output = Checked>) -> Result<(), String> {
    match timeout(CHECK_TIMEOUT, Box::pin(check)).await {
        Ok(checked) => checked.map_err(|reason| reason.into_text()),
        Err(_) => Err(format!("unfinished after {} s", CHECK_TIMEOUT.as_secs())),
    }
}
