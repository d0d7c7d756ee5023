//! Carries out the steps of a call, with renewals of its lease and a time limit of each call of the
//! journal.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout_at};

use crate::call::driver::{Driver, Effect, Ended, Event};
use crate::call::lease::Lease;
use crate::entry::Entry;
use crate::entry::entry_id::EntryId;
use crate::entry::intent::Intent;
use crate::error::JournalError;
use crate::future::BoxFuture;
use crate::journal::change::Change;
use crate::journal::clock::Clocks;
use crate::journal::{Begun, Journal};
use crate::rules::{Found, Repeat, Told, ended, lost, never_sent};
use crate::time_limit::{TIME_LIMIT, in_time};

/// The first and the longest pause before a change is attempted again.
const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(60)];

/// How long a task tries to commit what its caller was told.
const LATEST_COMMIT: Duration = Duration::from_secs(24 * 60 * 60);

/// The request of a call, and the look-up of its record.
pub trait Write: Send {
    /// Sends the request, with what retries its description allows, each if the lease
    /// [lives](Lease::lives).
    fn send(&mut self, lease: Arc<Lease>) -> BoxFuture<'_, Ended>;

    /// Whether no byte of a request has left, as far as is known when the call goes away.
    fn is_unsent(&self) -> bool {
        false
    }

    /// Looks the record up.
    fn look_up(&mut self) -> BoxFuture<'_, Found>;
}

/// Runs a task that outlives its call.
pub type Later<'l> = &'l (dyn Fn(BoxFuture<'static, ()>) + Sync);

/// A call under a key.
struct Once<'l> {
    journal: Journal,
    intent: Intent,
    repeat: Repeat,
    length: Duration,
    write: &'l mut dyn Write,
    later: Later<'l>,
    driver: Driver,
    lease: Arc<Lease>,
    other_lease_ends: Option<Instant>,
    error: Option<JournalError>,
}

/// What became of a call.
#[derive(Debug)]
pub struct Recorded {
    /// What its caller is told.
    pub told: Told,
    /// The entry, as this call has last seen it.
    pub entry: Option<Entry>,
    /// Whether nobody but a person finds out what is unknown.
    pub is_for_people: bool,
    /// Whether another call has put the entry in flight since this one sent its request.
    pub is_late: bool,
    /// Why the entry does not say so yet. A task goes on to commit it.
    pub unrecorded: Option<JournalError>,
    /// When the lease of the call ends that had sent the write before, by the clock of the journal.
    pub lease_ends: Option<Instant>,
}

/// Commits the intent, sends the request and commits its end.
pub async fn once(
    journal: impl Into<Journal>,
    intent: Intent,
    repeat: Repeat,
    length: Duration,
    write: &mut dyn Write,
    later: Later<'_>,
) -> Recorded {
    let journal = journal.into();
    let lease = Arc::new(Lease::new(journal.clone(), &intent, length));
    let once = Once {
        journal,
        intent,
        repeat,
        length,
        write,
        later,
        driver: Driver::new(repeat, length),
        lease,
        other_lease_ends: None,
        error: None,
    };
    once.run().await
}

impl Once<'_> {
    async fn run(mut self) -> Recorded {
        let mut effect = Effect::Begin;
        // From when on nothing but the journal was waited for.
        let mut limit = Instant::now() + TIME_LIMIT;
        let mut pause = PAUSES[0];
        let told = loop {
            let is_committing = self.driver.is_committing();
            let event = match effect {
                Effect::Begin => Event::Begun(self.begin(&self.intent.clone(), limit).await),
                Effect::Insert(lost) => Event::Begun(self.begin(&lost, limit).await),
                Effect::Change(change) => Event::Changed(self.change(&change, limit).await),
                Effect::Read => self.read(is_committing, limit).await,
                Effect::LookUp => {
                    Event::LookedUp(renewing(&self.lease, self.write.look_up()).await)
                }
                Effect::Fence => {
                    let lives = timeout_at(limit, self.lease.lives()).await;
                    Event::Fenced(lives.unwrap_or_default())
                }
                Effect::Send => {
                    let sent = self.write.send(Arc::clone(&self.lease));
                    Event::Ended(renewing(&self.lease, sent).await)
                }
                Effect::Tell(told) => break told,
            };
            // No round without a pause, and none after the limit, whatever the journal does.
            let has_failed = match &event {
                Event::Begun(Some(Begun::Restored)) => !self.driver.is_beginning(),
                Event::Begun(begun) => begun.is_none(),
                // The call that was faster has put the entry in flight.
                Event::Changed(Ok(None)) => !self.driver.is_beginning(),
                Event::Changed(changed) => changed.is_err(),
                Event::Row(row) => row.is_none(),
                _ => false,
            };
            if matches!(
                event,
                Event::LookedUp(_) | Event::Fenced(_) | Event::Ended(_)
            ) {
                limit = Instant::now() + TIME_LIMIT;
                pause = PAUSES[0];
            }
            let left = limit.saturating_duration_since(Instant::now());
            let event = match has_failed {
                true if left.is_zero() && !self.driver.is_beginning() => Event::GaveUp,
                true => {
                    sleep(pause.min(left)).await;
                    pause *= 2;
                    event
                }
                false => event,
            };
            effect = self.driver.on(event, &self.intent);
        };
        let entry = self.lease.entry();
        let own = self.driver.generation();
        Recorded {
            told,
            is_late: entry
                .as_ref()
                .is_some_and(|entry| 0 < own && own < entry.generation),
            is_for_people: self.repeat == Repeat::Never
                // The server no longer knows the key with which an earlier call has sent.
                || (self.repeat == Repeat::WithKey && own == 0)
                || entry
                    .as_ref()
                    .is_some_and(|entry| entry.needs_person || entry.is_of_later_version()),
            entry,
            unrecorded: self.error.take(),
            lease_ends: self.other_lease_ends,
        }
    }

    async fn begin(&mut self, intent: &Intent, limit: Instant) -> Option<Begun> {
        let asked = Clocks::now();
        let begun = self.journal.begin(intent, self.length);
        let begun = limited(begun, limit).await;
        let begun = self.kept(begun)?;
        match &begun {
            Begun::New(entry) => self.lease.holds(entry.clone(), asked),
            Begun::Existing { entry, now, .. } => {
                self.lease.saw(entry.clone());
                let left = entry.lease_until.filter(|_| entry.has_lease(*now));
                let left = left.map(|until| until.millis() - now.millis());
                let left = left.map(|left| Duration::from_millis(left.unsigned_abs()));
                self.other_lease_ends = left.map(|left| Instant::now() + left);
            }
            Begun::Restored => {}
        }
        Some(begun)
    }

    async fn change(&mut self, change: &Change, limit: Instant) -> Result<Option<Entry>, ()> {
        let asked = Clocks::now();
        let changed = limited(self.journal.change(change), limit).await;
        self.lease.is_changing();
        let changed = self.kept(changed).ok_or(())?;
        if let Some(entry) = &changed {
            self.lease.holds(entry.clone(), asked);
        }
        Ok(changed)
    }

    /// The entry: without a round trip as long as no change was lost.
    async fn read(&mut self, is_committing: bool, limit: Instant) -> Event {
        if let Some(entry) = self.lease.current_entry().filter(|_| is_committing) {
            return Event::Row(Some(entry));
        }
        let row = limited(self.journal.entry(&self.intent.id), limit).await;
        match self.kept(row) {
            Some(Some(row)) => {
                self.lease.saw(row.clone());
                Event::Row(Some(row))
            }
            Some(None) => Event::Gone,
            None => Event::Row(None),
        }
    }

    fn kept<T>(&mut self, result: Result<T, JournalError>) -> Option<T> {
        match result {
            Ok(value) => {
                self.error = None;
                Some(value)
            }
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }
}

/// Commits in a task of its own what the journal does not have: the end of a send, or that nothing was sent. The journal
/// has failed, the future was dropped, or a function of the caller's has panicked.
impl Drop for Once<'_> {
    fn drop(&mut self) {
        let generation = self.driver.generation();
        let end = self.driver.left(self.write.is_unsent());
        if end.is_none() && !self.driver.may_have_begun() {
            return;
        }
        let (journal, id) = (self.journal.clone(), self.intent.id);
        let (intent, repeat) = (self.intent.clone(), self.repeat);
        (self.later)(Box::pin(async move {
            let lost = end.as_ref().map(|end| lost(&intent, generation, end));
            commit_later(&journal, id, lost, |row| match &end {
                Some(end) => ended(row, &intent, generation, end, repeat),
                None => never_sent(row, &intent, repeat),
            })
            .await;
        }));
    }
}

/// Runs a future, and renews the lease meanwhile.
async fn renewing<T>(lease: &Lease, future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut renewal = pin!(lease.renew());
    let mut is_lost = false;
    poll_fn(|context| {
        let output = future.as_mut().poll(context);
        if output.is_pending() && !is_lost {
            is_lost = renewal.as_mut().poll(context) == Poll::Ready(());
        }
        output
    })
    .await
}

/// Changes an entry, or inserts one that the journal has lost, however often that fails.
async fn commit_later(
    journal: &Journal,
    id: EntryId,
    lost: Option<Intent>,
    change: impl Fn(&Entry) -> Option<Change>,
) {
    let started = Instant::now();
    let [mut pause, longest] = PAUSES;
    while started.elapsed() < LATEST_COMMIT {
        sleep(pause).await;
        pause = (pause * 2).min(longest);
        let Ok(row) = in_time(journal.entry(&id)).await else {
            continue;
        };
        if let (None, Some(lost)) = (&row, &lost) {
            // Then it is there, unless the journal was restored.
            drop(in_time(journal.begin(lost, Duration::ZERO)).await);
            continue;
        }
        // The intent was not committed, or is no longer this call's.
        let Some(change) = row.as_ref().and_then(&change) else {
            return;
        };
        if let Ok(Some(_)) = in_time(journal.change(&change)).await {
            return;
        }
    }
}

/// The result of a call of the journal, until this instant.
async fn limited<T>(
    call: impl Future<Output = Result<T, JournalError>>,
    limit: Instant,
) -> Result<T, JournalError> {
    let result = timeout_at(limit, call).await;
    result.unwrap_or_else(|_| Err(JournalError::new("no answer in time")))
}
