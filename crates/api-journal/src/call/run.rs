//! Carries out the steps of a call, with renewals of its lease and a time limit of each call of the
//! journal.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, SystemTime};

use tokio::time::{Instant, sleep, timeout_at};

use crate::call::driver::{Driver, Effect, Ended, Event};
use crate::rules::{Found, Repeat, Told, ended, never_sent};
use crate::store::time_limit::{TIME_LIMIT, in_time};
use crate::{
    Begun, BoxFuture, Change, End, Entry, EntryId, Filter, Intent, Journal, JournalError, State,
};

/// The first and the longest pause before a change is attempted again.
const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(60)];

/// How long a task tries to commit what its caller was told.
const LATEST_COMMIT: Duration = Duration::from_secs(24 * 60 * 60);

/// The request of a call, and the look-up of its record.
pub trait Write: Send {
    /// Sends the request, with what retries its description allows.
    fn send(&mut self) -> BoxFuture<'_, Ended>;

    /// Looks the record up.
    fn look_up(&mut self) -> BoxFuture<'_, Found>;
}

/// Runs a task that outlives its call.
pub type Later<'l> = &'l (dyn Fn(BoxFuture<'static, ()>) + Sync);

/// A call under a key.
pub struct Once<'l> {
    journal: Arc<dyn Journal>,
    intent: Intent,
    repeat: Repeat,
    lease: Duration,
    later: Later<'l>,
    /// The entry, as it was last seen.
    entry: Option<Entry>,
    /// Whether that is how it is, as far as this call knows.
    is_current: bool,
    /// When its lease was begun or renewed, by two clocks: one stops while the machine is suspended.
    leased_at: (Instant, SystemTime),
    error: Option<JournalError>,
}

/// What became of a call.
#[derive(Debug)]
pub struct Recorded {
    /// What its caller is told.
    pub told: Told,
    /// The entry, as this call has last seen it.
    pub entry: Option<Entry>,
    /// Why the entry does not say so yet. A task goes on to commit it.
    pub unrecorded: Option<JournalError>,
}

impl<'l> Once<'l> {
    /// A call with an intent.
    pub fn new(
        journal: Arc<dyn Journal>,
        intent: Intent,
        repeat: Repeat,
        lease: Duration,
        later: Later<'l>,
    ) -> Self {
        Self {
            journal,
            intent,
            repeat,
            lease,
            later,
            entry: None,
            is_current: false,
            leased_at: (Instant::now(), SystemTime::now()),
            error: None,
        }
    }

    /// Commits the intent, sends the request and commits its end.
    ///
    /// A dropped future leaves its entry in flight until its lease has expired.
    pub async fn run(mut self, write: &mut dyn Write) -> Recorded {
        let (mut driver, mut effect) = Driver::new(self.repeat, self.lease);
        // Of the intent, and then of the end.
        let mut limit = Instant::now() + TIME_LIMIT;
        let mut pause = PAUSES[0];
        let told = loop {
            let is_committing = driver.end().is_some();
            let event = match effect {
                Effect::Begin => Event::Begun(self.begin(limit).await),
                Effect::Change(change) => Event::Changed(self.change(&change, limit).await),
                Effect::Read => match self.read(is_committing, limit).await {
                    Some(row) => Event::Row(Some(row)),
                    None if is_committing && Instant::now() >= limit => Event::GaveUp,
                    None => Event::Row(None),
                },
                Effect::LookUp => Event::LookedUp(self.renewing(write.look_up()).await),
                Effect::Fence => Event::Fenced(self.fence().await),
                Effect::Send => Event::Ended(self.renewing(write.send()).await),
                Effect::Tell(told) => break told,
            };
            let has_failed = matches!(
                event,
                Event::Begun(None) | Event::Changed(Err(())) | Event::Row(None)
            );
            if has_failed && Instant::now() < limit {
                sleep(pause).await;
                pause *= 2;
            }
            let uncommitted = match &event {
                Event::GaveUp => driver.end().cloned(),
                _ => None,
            };
            effect = driver.on(event, &self.intent);
            if driver.end().is_some() && !is_committing {
                limit = Instant::now() + TIME_LIMIT;
                pause = PAUSES[0];
            }
            if uncommitted.is_some() || effect == Effect::Tell(Told::JournalFailed) {
                self.go_on_later(driver.generation(), uncommitted);
            }
        };
        Recorded {
            told,
            entry: self.entry,
            unrecorded: self.error,
        }
    }

    async fn begin(&mut self, limit: Instant) -> Option<Begun> {
        let begun = self.journal.begin(&self.intent, self.lease);
        let begun = self.kept(limited(begun, limit).await)?;
        match &begun {
            Begun::New(entry) => self.holds(entry.clone()),
            Begun::Existing { entry, .. } => self.entry = Some(entry.clone()),
            Begun::Restored => {}
        }
        Some(begun)
    }

    async fn change(&mut self, change: &Change, limit: Instant) -> Result<Option<Entry>, ()> {
        let changed = limited(self.journal.change(change), limit).await;
        self.is_current = false;
        let changed = self.kept(changed).ok_or(())?;
        if let Some(entry) = &changed {
            self.holds(entry.clone());
        }
        Ok(changed)
    }

    /// The entry: without a round trip as long as no change was lost.
    async fn read(&mut self, is_committing: bool, limit: Instant) -> Option<Entry> {
        if is_committing && self.is_current {
            return self.entry.clone();
        }
        let row = limited(read(&*self.journal, self.intent.id), limit).await;
        self.entry = Some(self.kept(row)??);
        self.is_current = true;
        self.entry.clone()
    }

    /// Makes sure that the lease lives: by two clocks, or by a renewal.
    async fn fence(&mut self) -> bool {
        let (instant, time) = self.leased_at;
        let by_time = time.elapsed().unwrap_or(Duration::MAX);
        if instant.elapsed().max(by_time) < self.lease / 2 {
            return true;
        }
        let journal = Arc::clone(&self.journal);
        self.is_current = false;
        let Ok(Some(row)) = in_time(read(&*journal, self.intent.id)).await else {
            return false;
        };
        if !is_own(&row, self.intent.nonce) {
            return false;
        }
        // A call that took the entry over meanwhile has changed it.
        match in_time(journal.change(&Change::renewal(row, self.lease))).await {
            Ok(Some(entry)) => {
                self.holds(entry);
                true
            }
            _ => false,
        }
    }

    /// Runs a future, and renews the lease meanwhile.
    async fn renewing<T>(&mut self, future: impl Future<Output = T>) -> T {
        let journal = Arc::clone(&self.journal);
        let mut future = pin!(future);
        let mut renewal = pin!(renew(
            &*journal,
            &mut self.entry,
            self.intent.nonce,
            self.lease
        ));
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

    fn holds(&mut self, entry: Entry) {
        self.leased_at = (Instant::now(), SystemTime::now());
        self.entry = Some(entry);
        self.is_current = true;
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

    /// Commits in a task of its own what the journal did not take in time: the end of a send, or that
    /// nothing was sent.
    fn go_on_later(&self, generation: i64, end: Option<End>) {
        let (journal, id) = (Arc::clone(&self.journal), self.intent.id);
        let (nonce, repeat) = (self.intent.nonce, self.repeat);
        (self.later)(Box::pin(async move {
            commit_later(&*journal, id, |row| match &end {
                Some(end) => ended(row, generation, end, repeat),
                None => never_sent(row, nonce, repeat),
            })
            .await;
        }));
    }
}

/// Changes an entry, however often that fails.
async fn commit_later(
    journal: &dyn Journal,
    id: EntryId,
    change: impl Fn(&Entry) -> Option<Change>,
) {
    let started = Instant::now();
    let [mut pause, longest] = PAUSES;
    while started.elapsed() < LATEST_COMMIT {
        sleep(pause).await;
        pause = (pause * 2).min(longest);
        let Ok(row) = in_time(read(journal, id)).await else {
            continue;
        };
        // The intent was not committed, or is no longer this call's.
        let Some(change) = row.as_ref().and_then(&change) else {
            return;
        };
        if let Ok(Some(_)) = in_time(journal.change(&change)).await {
            return;
        }
    }
}

/// Renews a lease until it is lost: the request cannot be called back.
async fn renew(journal: &dyn Journal, entry: &mut Option<Entry>, nonce: i64, lease: Duration) {
    loop {
        sleep(lease / 3).await;
        // A call that only looks up renews nothing.
        let own = entry.clone().filter(|entry| is_own(entry, nonce));
        let Some(current) = own else { return };
        let id = current.id;
        match in_time(journal.change(&Change::renewal(current, lease))).await {
            Ok(Some(renewed)) => *entry = Some(renewed),
            // An earlier renewal was committed although it failed, or the lease is lost.
            Ok(None) => match in_time(read(journal, id)).await {
                Ok(Some(row)) if is_own(&row, nonce) => *entry = Some(row),
                Ok(_) => return,
                Err(_) => {}
            },
            Err(_) => {}
        }
    }
}

fn is_own(entry: &Entry, nonce: i64) -> bool {
    entry.nonce == nonce && entry.state == State::InFlight
}

/// The entry with an id.
async fn read(journal: &dyn Journal, id: EntryId) -> Result<Option<Entry>, JournalError> {
    let filter = Filter::entry(id);
    journal.list(&filter, None, 1).await?.into_entry()
}

/// The result of a call of the journal, until this instant.
async fn limited<T>(
    call: impl Future<Output = Result<T, JournalError>>,
    limit: Instant,
) -> Result<T, JournalError> {
    let result = timeout_at(limit, call).await;
    result.unwrap_or_else(|_| Err(JournalError::new("no answer in time")))
}
