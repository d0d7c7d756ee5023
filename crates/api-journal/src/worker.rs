//! What runs beside a service: look-ups of what is open, and pruning.

use std::fmt;
use std::time::Duration;

use tokio::time::sleep;

use crate::entry::Entry;
use crate::entry::scope::Scope;
use crate::error::JournalError;
use crate::future::BoxFuture;
use crate::journal::Journal;
use crate::journal::change::{Change, Timer};
use crate::journal::list::{Cursor, Filter};
use crate::rows::{At, Kind, Query, Waits, day_ahead, prune_days};
use crate::rules::{Found, sighted};
use crate::time_limit::in_time;

/// The pause between two rounds.
const PAUSE: Duration = Duration::from_secs(60);

/// How many days settled entries are kept, unless the service says otherwise.
const KEPT_DAYS: i64 = 90;

/// Entries of a page.
const PAGE: u32 = 100;

/// What looks the records of a scope up, such as a client.
pub trait Recover: Send + Sync + 'static {
    /// The account, API and environment whose entries it looks up.
    fn scope(&self) -> Scope;

    /// Looks up the record of an entry, by its unique key.
    fn look_up<'a>(&'a self, entry: &'a Entry) -> BoxFuture<'a, Found>;
}

type OnRound = Box<dyn Fn(&Result<Gauges, JournalError>) + Send + Sync>;

/// Looks up writes whose outcome is unknown, and prunes settled entries. A worker sends nothing: the
/// service, which has the data, sends again under the same key.
///
/// Any number of workers can run on one journal.
#[must_use = "a worker does nothing until it runs"]
pub struct Worker {
    journal: Journal,
    clients: Vec<Box<dyn Recover>>,
    kept_days: i64,
    on_round: OnRound,
}

/// The gauges of a journal, at the beginning of a round of a worker. Each counts to 10,000.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Gauges {
    /// Entries that only people can resolve, or should look at. Alert on it.
    pub for_people: u64,
    /// For how long the first of them has waited. Zero if there is none.
    pub oldest_for_people: Duration,
    /// Entries whose record is to be looked up. Alert on it if it stays: no client of their scope is at work.
    pub due: u64,
    /// Entries that were prepared, and never sent. Alert on it if it stays: no call with their keys is made.
    pub never_sent: u64,
    /// Whether nothing is sent: the journal was restored, and nobody has reconciled it. Alert on it.
    pub is_restored: bool,
    /// How far ahead a clock that was wrong has counted the day: nothing is pruned until then. Alert on it.
    pub day_ahead: Duration,
    /// Look-ups of this round.
    pub looked_up: u64,
    /// What failed in this round, after these were counted. The round went on.
    pub failures: Vec<String>,
}

impl Worker {
    /// A worker without clients: it prunes and counts.
    pub fn new(journal: impl Into<Journal>) -> Self {
        Self {
            journal: journal.into(),
            clients: Vec::new(),
            kept_days: KEPT_DAYS,
            on_round: Box::new(|_| ()),
        }
    }

    /// Looks up the records of a client's scope.
    pub fn client(mut self, client: impl Recover) -> Self {
        self.clients.push(Box::new(client));
        self
    }

    /// Sets a function that is called after each round, also after a failed one.
    pub fn on_round(
        mut self,
        on_round: impl Fn(&Result<Gauges, JournalError>) + Send + Sync + 'static,
    ) -> Self {
        self.on_round = Box::new(on_round);
        self
    }

    /// Sets for how many days settled entries are kept, which is 90 by default: longer than a key may recur.
    ///
    /// A day is counted 24 hours after the one before, by a round of any worker, or by a task that reads the
    /// records of callbacks in the same database. A clock that jumps, however far, counts one; while none of
    /// them runs, no day passes.
    pub fn keep_days(mut self, days: i64) -> Self {
        self.kept_days = days;
        self
    }

    /// Runs a round each minute, in a task that you spawn.
    pub async fn run_forever(self) {
        loop {
            let gauges = self.round().await;
            (self.on_round)(&gauges);
            sleep(PAUSE).await;
        }
    }

    /// One round.
    ///
    /// # Errors
    ///
    /// If the journal cannot be counted. What fails afterwards is in [`Gauges::failures`], and is done in the
    /// next round. A failed look-up is no failure: the record is looked up again.
    pub async fn round(&self) -> Result<Gauges, JournalError> {
        let mut gauges = in_time(self.count()).await?;
        // Before the look-ups, which may take long.
        #[cfg(feature = "metrics")]
        gauges.publish();
        let mut failures = Vec::new();
        for client in &self.clients {
            failures.extend(self.look_up(&**client, &mut gauges).await.err());
        }
        for waits in [Waits::Person, Waits::LookUp, Waits::Send] {
            failures.extend(self.wait_from_now(waits).await.err());
        }
        let pruned = prune_days(self.journal.store(), &[Kind::Write], self.kept_days).await;
        failures.extend(pruned.err());
        gauges.failures = failures.iter().map(ToString::to_string).collect();
        Ok(gauges)
    }

    async fn count(&self) -> Result<Gauges, JournalError> {
        let store = self.journal.store();
        let read = self.journal.read(&Query::One(At::day())).await?;
        let moment = read.moment;
        let (for_people, oldest) = store.count(Waits::Person).await?;
        let age = |oldest| moment.now.saturating_duration_since(oldest);
        Ok(Gauges {
            for_people,
            oldest_for_people: oldest.map_or(Duration::ZERO, age),
            due: store.count(Waits::LookUp).await?.0,
            never_sent: store.count(Waits::Send).await?.0,
            is_restored: moment.is_closed,
            day_ahead: day_ahead(&read),
            ..Gauges::default()
        })
    }

    /// What waits from a time on that is too far ahead waits from now on. Its lease stays: by a clock that is
    /// right, its call may be at work.
    async fn wait_from_now(&self, waits: Waits) -> Result<(), JournalError> {
        let limit = PAGE;
        let read = in_time(self.journal.read(&Query::Ahead { waits, limit })).await?;
        // A later version reads what cannot be read here.
        let entries = read.rows.iter().filter_map(|row| Entry::from_row(row).ok());
        for entry in entries.filter(|entry| !entry.is_of_later_version()) {
            let change = Change::postponement(entry, Timer::Keep);
            // Lost to another change, it has another time.
            in_time(self.journal.change(&change)).await?;
        }
        Ok(())
    }

    async fn look_up(&self, client: &dyn Recover, gauges: &mut Gauges) -> Result<(), JournalError> {
        let filter = Filter::due().scope(client.scope());
        let mut after: Option<Cursor> = None;
        let mut began = None;
        let mut failed = Ok(());
        loop {
            let list = self.journal.list(&filter, after.as_ref(), PAGE);
            let listed = in_time(list).await?;
            let began = *began.get_or_insert(listed.now);
            // A later version looks up what cannot be read here.
            for entry in listed.entries.into_iter().flatten() {
                // Otherwise a round whose look-ups are slow does not end: what it has postponed is due again.
                if entry.waits_now(Waits::LookUp, began) {
                    failed = failed.and(self.look_up_entry(client, entry, gauges).await);
                }
            }
            after = listed.next;
            if after.is_none() {
                return failed;
            }
        }
    }

    async fn look_up_entry(
        &self,
        client: &dyn Recover,
        entry: Entry,
        gauges: &mut Gauges,
    ) -> Result<(), JournalError> {
        if entry.is_of_later_version() {
            return Ok(());
        }
        // Other workers leave it alone meanwhile.
        let postponed = Change::postponement(entry, Timer::In(PAUSE));
        let Some(entry) = in_time(self.journal.change(&postponed)).await? else {
            return Ok(());
        };
        gauges.looked_up += 1;
        let looked_up = client.look_up(&entry).await;
        if let Some(change) = sighted(&entry, &looked_up) {
            // Lost to another change, it is looked up again.
            in_time(self.journal.change(&change)).await?;
        }
        Ok(())
    }
}

#[cfg(feature = "metrics")]
impl Gauges {
    /// Sets the gauges of the crate `metrics`, and counts the round.
    fn publish(&self) {
        use metrics::{counter, gauge};

        let Self {
            for_people,
            oldest_for_people,
            due,
            never_sent,
            is_restored,
            day_ahead,
            // Of the round, not of the journal.
            looked_up: _,
            failures: _,
        } = self;
        gauge!("journal_for_people").set(*for_people as f64);
        gauge!("journal_oldest_for_people_seconds").set(*oldest_for_people);
        gauge!("journal_due").set(*due as f64);
        gauge!("journal_never_sent").set(*never_sent as f64);
        gauge!("journal_is_restored").set(f64::from(*is_restored));
        gauge!("journal_day_ahead_seconds").set(*day_ahead);
        counter!("journal_rounds_total").increment(1);
    }
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scopes: Vec<_> = self.clients.iter().map(|client| client.scope()).collect();
        f.debug_struct("Worker")
            .field("scopes", &scopes)
            .field("kept_days", &self.kept_days)
            .finish_non_exhaustive()
    }
}
