//! What happens at the same time, and what the whole database shares.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use tokio::task::JoinSet;

use super::check::{Checked, equal};
use super::step::Run;
use crate::Timestamp;
use crate::rows::{At, Kind, Put, Query, Store, Waits};

const HANDLES: usize = 8;

type Check<'c> = Pin<Box<dyn Future<Output = Checked> + 'c>>;

/// The promises, and the checks that show them.
#[rustfmt::skip]
pub(crate) fn checks<'c, R: Store + Send + Sync + 'static>(
    open: &'c impl AsyncFn() -> R,
) -> [(&'static str, Check<'c>); 4] {
    [
        ("one of concurrent puts is made", Box::pin(puts(open))),
        ("what waits now is counted, and what waits from a time that is too far ahead is found", Box::pin(counts(open))),
        ("after a restore no put begins a send, of a new row or of another", Box::pin(closed(open))),
        ("a dropped put is made as a whole or not at all", Box::pin(dropped(open))),
    ]
}

/// The database has the rows of other cases, too.
async fn counts<R: Store + Send + Sync + 'static>(open: &impl AsyncFn() -> R) -> Checked {
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

async fn closed<R: Store + Send + Sync + 'static>(open: &impl AsyncFn() -> R) -> Checked {
    let run = Run::new([open().await, open().await]);
    let store = &run.rows[0];
    run.put(run.row(Kind::Write, "1").await?).await?;
    for is_closed in [true, false] {
        let at = At::restored();
        let mut mark = store.read(&Query::One(at.clone())).await?.into_row(&at);
        mark.waits = is_closed.then_some((Waits::Person, mark.updated_at));
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

async fn dropped<R: Store + Send + Sync + 'static>(open: &impl AsyncFn() -> R) -> Checked {
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
async fn puts<R: Store + Send + Sync + 'static>(open: &impl AsyncFn() -> R) -> Checked {
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
