//! Puts that wait for the connection are committed by one transaction.

use std::fs;
use std::future::{Future as _, poll_fn};
use std::path::Path;
use std::pin::pin;
use std::task::Poll;

use api_journal::rows::{At, Kind, Put, Query, Row};
use api_journal::{Store as _, Timestamp};
use store_sqlite::{SqliteStore, StoreError};
use tokio::task::JoinHandle;

fn put(id: &str) -> Put {
    let at = At::new(Kind::Write, "12/shop/Staging", id);
    Put::new(Row::new(at, 1, Timestamp::UNIX_EPOCH))
}

/// Holds the connection until the sender is used or dropped.
async fn hold(store: &SqliteStore) -> (JoinHandle<()>, std::sync::mpsc::Sender<()>) {
    let (begun, is_begun) = tokio::sync::oneshot::channel();
    let (end, ends) = std::sync::mpsc::channel::<()>();
    let store = store.clone();
    let held = tokio::spawn(async move {
        let held = store.transaction(move |_| {
            begun.send(()).unwrap();
            let _ = ends.recv();
            Ok::<_, StoreError>(())
        });
        held.await.unwrap();
    });
    is_begun.await.unwrap();
    (held, end)
}

/// The commits in the log of a file: the frames that have the size of the file after them.
fn commits(file: &Path) -> usize {
    let log = fs::read(file.with_extension("db-wal")).unwrap();
    let number = |bytes: &[u8]| u32::from_be_bytes(bytes.try_into().unwrap());
    let page = number(&log[8..12]) as usize;
    let frames = log[32..].chunks(24 + page);
    frames.filter(|frame| number(&frame[4..8]) > 0).count()
}

#[tokio::test]
async fn puts_that_wait_are_committed_by_one_transaction() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("api.db");
    let store = SqliteStore::open(&path).await.unwrap();
    let puts = ["1", "2", "2", "3"].map(put);
    let (held, end) = hold(&store).await;
    let before = commits(&path);

    let [one, two, again, three] = puts.each_ref().map(|put| store.put(put));
    let (mut one, mut two, mut again, mut three) = (pin!(one), pin!(two), pin!(again), pin!(three));
    poll_fn(|context| {
        for put in [&mut one, &mut two, &mut again, &mut three] {
            assert!(put.as_mut().poll(context).is_pending());
        }
        Poll::Ready(())
    })
    .await;
    drop(end);
    held.await.unwrap();
    let done = tokio::join!(one, two, again, three);
    let done = [done.0, done.1, done.2, done.3].map(|done| done.unwrap().is_some());
    // Each has an answer of its own: one of two that insert the same row is too late.
    assert_eq!(done, [true, true, false, true]);
    assert_eq!(commits(&path), before + 1);
}

#[tokio::test]
async fn a_put_that_fails_fails_alone_and_one_that_was_dropped_is_not_made() {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(directory.path().join("api.db"))
        .await
        .unwrap();
    let trigger = "CREATE TRIGGER refuse BEFORE INSERT ON api_store_rows WHEN new.id = 'bad'
        BEGIN SELECT raise(ABORT, 'refused'); END";
    store.connect().unwrap().execute_batch(trigger).unwrap();
    let puts = ["good", "bad", "dropped", "other"].map(put);
    let (held, end) = hold(&store).await;

    let [good, bad, dropped, other] = puts.each_ref().map(|put| store.put(put));
    let (mut good, mut bad, mut other) = (pin!(good), pin!(bad), pin!(other));
    let mut dropped = Some(dropped);
    poll_fn(|context| {
        for put in [&mut good, &mut bad, &mut other] {
            assert!(put.as_mut().poll(context).is_pending());
        }
        let dropped = dropped.take();
        assert!(dropped.is_some_and(|mut dropped| dropped.as_mut().poll(context).is_pending()));
        Poll::Ready(())
    })
    .await;
    drop(end);
    held.await.unwrap();
    let (good, bad, other) = tokio::join!(good, bad, other);
    assert!(good.unwrap().is_some() && other.unwrap().is_some());
    let error = bad.unwrap_err().to_string();
    assert!(error.ends_with("refused"), "{error}");
    for (put, is_there) in puts.iter().zip([true, false, false, true]) {
        let read = store.read(&Query::One(put.row.at.clone())).await.unwrap();
        assert_eq!(read.into_first().is_some(), is_there, "{put:?}");
    }
}
