//! The checks of journals: a table of cases, and what happens at the same time.

mod cases;
mod concurrent;
mod step;

use api_journal::Journal;

use self::cases::CASES;
use self::step::Run;
use crate::report::Report;

pub(crate) async fn run<J: Journal, O: AsyncFn() -> J>(open: &O) {
    let mut report = Report::default();
    for (name, steps) in CASES {
        let run = Run::new(open, name);
        report.check(name, run.all(steps)).await;
    }
    let run = Run::new(open, "concurrent");
    let name = "one of concurrent begins inserts";
    report.check(name, run.begins()).await;
    let name = "one of concurrent changes is made";
    report.check(name, run.changes()).await;
    let name = "a dropped begin inserts all or nothing";
    report.check(name, run.dropped_begins()).await;
    let name = "changes are kept after all handles close";
    report.check(name, run.reopened()).await;
    report.end();
}
