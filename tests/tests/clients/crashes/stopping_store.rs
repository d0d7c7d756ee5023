//! A store that stops before or after its puts, and whose leases have a limit.

use std::time::Duration;

use api_journal::rows::{Kind, Put, Query, Row, SharedStore};
use api_journal::{Entry, JournalFuture, State, Store, Timestamp};
use serde_json::Value;
use test_support::store::Differs;

use super::stop::Point;

/// Another store, which stops at a point.
#[derive(Clone)]
pub(crate) struct StoppingStore<S> {
    pub(crate) inner: S,
    pub(crate) lease: Duration,
    pub(crate) point: Option<Point>,
}

impl<S: Store> StoppingStore<S> {
    fn stop_at(&self, point: Option<Point>) {
        if let Some(point) = point.filter(|point| self.point == Some(*point)) {
            point.stop();
        }
    }

    /// The row with shorter times.
    fn shortened(&self, row: &Row) -> Row {
        let mut row = row.clone();
        let mut body: Value = serde_json::from_str(&row.body).unwrap();
        let latest = (row.updated_at + self.lease).millis();
        for name in ["lease_until", "due_at"] {
            if let Some(time) = body.get_mut(name) {
                *time = time.as_i64().unwrap().min(latest).into();
            }
        }
        row.body = body.to_string();
        row.waits = Entry::from_row(&row).unwrap().waits();
        row
    }

    /// Where it can stop, before and after a put.
    async fn points(&self, put: &Put) -> [Option<Point>; 2] {
        let entry = Entry::from_row(&put.row).unwrap();
        match (&put.line, entry.state) {
            _ if put.row.revision == 0 => [Some(Point::BeforeInsert), Some(Point::AfterInsert)],
            (Some(_), State::InFlight) => [Some(Point::BeforeInFlight), Some(Point::AfterInFlight)],
            (Some(_), _) => [Some(Point::BeforeOutcome), Some(Point::AfterOutcome)],
            (None, _) => {
                let one = Query::One(put.row.at.clone());
                let before = self.inner.read(&one).await.unwrap().into_first().unwrap();
                let is_postponed = Entry::from_row(&before).unwrap().due_at != entry.due_at;
                [None, is_postponed.then_some(Point::AfterPostponement)]
            }
        }
    }
}

impl<S: Store + Send + Sync + 'static> Differs for StoppingStore<S> {
    fn other(&self) -> &SharedStore {
        &self.inner
    }

    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        Box::pin(async move {
            if put.row.at.kind != Kind::Write {
                return self.inner.put(put).await;
            }
            let [before, after] = self.points(put).await;
            self.stop_at(before);
            let mut put = put.clone();
            put.row = self.shortened(&put.row);
            let now = self.inner.put(&put).await?;
            if put.row.revision == 0 {
                println!("\ninserted {}", Entry::from_row(&put.row).unwrap().key);
                self.stop_at(after);
            }
            // On a busy machine, a renewal may have been faster: then it is changed again.
            self.stop_at(after.filter(|_| now.is_some()));
            Ok(now)
        })
    }
}
