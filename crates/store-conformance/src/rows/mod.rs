//! The checks of rows: a table of cases, and what happens at the same time.

mod cases;
mod step;

use api_journal::Timestamp;
use api_journal::rows::{At, Kind, Put, Query, Row, Store, Waits};
use std::future::poll_fn;
use std::task::Poll;
use std::time::Duration;
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
    let name =
        "what waits now is counted, and what waits from a time that is too far ahead is found";
    report.check(name, counts(open)).await;
    let name = "after a restore no put begins a send, of a new row or of another";
    report.check(name, closed(open)).await;
    let name = "a dropped put is made as a whole or not at all";
    report.check(name, dropped(open)).await;
    report.end();
}

/// The database has the rows of other cases, too.
async fn counts<R, O>(open: &O) -> Checked
where
    R: Store + Send + Sync + 'static,
    O: AsyncFn() -> R,
{
    let run = Run::new([open().await, open().await]);
    let (store, now) = (&run.rows[0], run.row(Kind::Write, "1").await?.updated_at);
    let day = Duration::from_secs(24 * 60 * 60);
    for (id, from, is_counted, is_ahead) in [
        ("1", Timestamp::from_millis(1), true, false),
        ("2", Timestamp::from_millis(2), true, false),
        ("3", now + day, false, false),
        ("4", now + 2 * day, false, true),
    ] {
        let before = store.count(Waits::Send).await?.0;
        let mut row = run.row(Kind::Write, id).await?;
        row.waits = Some((Waits::Send, from));
        let at = row.at.clone();
        run.put(row).await?;
        let (after, first) = store.count(Waits::Send).await?;
        equal("the count", after - before, u64::from(is_counted))?;
        equal("the first", first, Some(Timestamp::from_millis(1)))?;
        let ahead = Query::Ahead {
            waits: Waits::Send,
            limit: 1_000,
        };
        let rows = store.read(&ahead).await?.rows;
        let found = rows.iter().any(|row| row.at == at);
        equal("whether it is ahead", found, is_ahead)?;
    }
    Ok(())
}

async fn closed<R, O>(open: &O) -> Checked
where
    R: Store + Send + Sync + 'static,
    O: AsyncFn() -> R,
{
    let run = Run::new([open().await, open().await]);
    let store = &run.rows[0];
    run.put(run.row(Kind::Write, "1").await?).await?;
    for is_closed in [true, false] {
        let at = At::restored();
        let read = store.read(&Query::One(at.clone())).await?;
        let moment = read.moment;
        let mark = read.into_first();
        let mut mark = mark.unwrap_or_else(|| Row::new(at, moment.today, moment.now));
        mark.waits = is_closed.then_some((Waits::Person, moment.now));
        store.put(&Put::new(mark)).await?;
        for (id, begins_send) in [("1", true), ("2", true), ("1", false), ("3", false)] {
            let row = run.row(Kind::Write, id).await?;
            let mut put = Put::new(row);
            put.begins_send = begins_send;
            let is_put = store.put(&put).await?.is_some();
            equal(id, is_put, !(is_closed && begins_send))?;
        }
        let moment = store.read(&Query::One(At::day())).await?.moment;
        equal("is closed", moment.is_closed, is_closed)?;
    }
    Ok(())
}

async fn dropped<R, O>(open: &O) -> Checked
where
    R: Store + Send + Sync + 'static,
    O: AsyncFn() -> R,
{
    let run = Run::new([open().await, open().await]);
    let store = &run.rows[0];
    for polls in 1..12 {
        let id = format!("dropped {polls}");
        let mut row = run.row(Kind::Write, &id).await?;
        row.names = Some(vec![id.clone()]);
        let mut put = Put::new(row);
        put.line = Some("first".to_owned());
        let mut inserted = store.put(&put);
        for _ in 0..polls {
            let is_over =
                poll_fn(|context| Poll::Ready(inserted.as_mut().poll(context).is_ready()));
            if is_over.await {
                break;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        drop(inserted);
        // It may be made later.
        store.put(&put).await?;
        let row = run.row(Kind::Write, &id).await?;
        equal("the revision", row.revision, 1)?;
        equal("the lines", store.history(&row.at).await?.len(), 1)?;
        let named = Query::Named {
            kind: Kind::Write,
            scope: row.at.scope,
            name: id,
        };
        equal("the names", store.read(&named).await?.rows.len(), 1)?;
    }
    Ok(())
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
            puts.spawn(async move { rows.put(&Put::new(row)).await });
        }
        let put: Vec<Option<Timestamp>> = puts
            .join_all()
            .await
            .into_iter()
            .collect::<Result<_, _>>()?;
        let made = put.into_iter().filter(Option::is_some).count();
        equal("the number of puts", made, 1)?;
    }
    Ok(())
}
