//! The checks of rows: a table of cases, and what happens at the same time.

mod cases;
mod step;

use api_journal::rows::{Kind, Store, Waits};
use tokio::task::JoinSet;

use self::cases::CASES;
use self::step::Run;
use crate::check::{Checked, equal};
use crate::report::Report;

const HANDLES: usize = 8;

pub(crate) async fn run<R, O>(open: &O)
where
    R: Store + Send + Sync + 'static,
    O: AsyncFn() -> R,
{
    let mut report = Report::default();
    for (name, steps) in CASES {
        let mut run = Run::new([open().await, open().await]);
        report.check(name, run.all(steps, open)).await;
    }
    let name = "one of concurrent puts is made";
    report.check(name, puts(open)).await;
    report.end();
}

/// Of an insert, and of a change.
async fn puts<R, O>(open: &O) -> Checked
where
    R: Store + Send + Sync + 'static,
    O: AsyncFn() -> R,
{
    let run = Run::new([open().await, open().await]);
    for revision in 0..2 {
        let mut row = run.row(Kind::Record, "1").await?;
        equal("the revision", row.revision, revision)?;
        row.waits = Some((Waits::Read, row.updated_at));
        let mut puts = JoinSet::new();
        for number in 0..HANDLES {
            let (rows, mut row) = (open().await, row.clone());
            row.body = format!("{{\"number\":{number}}}");
            puts.spawn(async move { rows.put(&row).await });
        }
        let put: Vec<bool> = puts
            .join_all()
            .await
            .into_iter()
            .collect::<Result<_, _>>()?;
        let made = put.into_iter().filter(|is_put| *is_put).count();
        equal("the number of puts", made, 1)?;
    }
    Ok(())
}
