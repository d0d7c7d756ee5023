//! A journal that stops before or after its changes, and whose leases have a limit.

use std::time::Duration;

use api_journal::{
    Begun, Change, Cursor, Entry, EntryId, Filter, HistoryLine, Intent, Journal, JournalFuture,
    Listed, State, Timer,
};

use super::stop::Point;

/// Another journal, which stops at a point.
#[derive(Clone)]
pub(crate) struct StoppingJournal<J> {
    pub(crate) inner: J,
    pub(crate) lease: Duration,
    pub(crate) point: Option<Point>,
}

impl<J> StoppingJournal<J> {
    fn stop_at(&self, point: Point) {
        if self.point == Some(point) {
            point.stop();
        }
    }

    fn shortened(&self, timer: Timer) -> Timer {
        match timer {
            Timer::In(time) => Timer::In(time.min(self.lease)),
            timer => timer,
        }
    }
}

impl<J: Journal> Journal for StoppingJournal<J> {
    fn begin<'a>(&'a self, intent: &'a Intent, lease: Duration) -> JournalFuture<'a, Begun> {
        Box::pin(async move {
            self.stop_at(Point::BeforeInsert);
            let begun = self.inner.begin(intent, lease.min(self.lease)).await?;
            println!("\ninserted {}", intent.key);
            self.stop_at(Point::AfterInsert);
            Ok(begun)
        })
    }

    fn change<'a>(&'a self, change: &'a Change) -> JournalFuture<'a, Option<Entry>> {
        Box::pin(async move {
            let points = match (&change.note, &change.entry.state, change.due) {
                (Some(_), State::InFlight, _) => {
                    Some((Some(Point::BeforeInFlight), Point::AfterInFlight))
                }
                (Some(_), ..) => Some((Some(Point::BeforeOutcome), Point::AfterOutcome)),
                (None, _, Timer::In(_)) => Some((None, Point::AfterPostponement)),
                (None, ..) => None,
            };
            if let Some((Some(before), _)) = points {
                self.stop_at(before);
            }
            let mut change = change.clone();
            change.lease = self.shortened(change.lease);
            change.due = self.shortened(change.due);
            let changed = self.inner.change(&change).await?;
            // On a busy machine, a renewal may have been faster: then it is changed again.
            if let (Some((_, after)), true) = (points, changed.is_some()) {
                self.stop_at(after);
            }
            Ok(changed)
        })
    }

    fn list<'a>(
        &'a self,
        filter: &'a Filter,
        after: Option<&'a Cursor>,
        limit: u32,
    ) -> JournalFuture<'a, Listed> {
        self.inner.list(filter, after, limit)
    }

    fn history<'a>(&'a self, id: &'a EntryId) -> JournalFuture<'a, Vec<HistoryLine>> {
        self.inner.history(id)
    }

    fn prune(&self, days: i64, limit: u32) -> JournalFuture<'_, u64> {
        self.inner.prune(days, limit)
    }
}
