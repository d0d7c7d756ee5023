//! The store as a journal.

pub(crate) mod rows;

use std::time::{Duration, SystemTime};

use api_journal::rows::count_day;
use api_journal::{
    Begun, Change, Cursor, Details, End, Entry, EntryId, Filter, HistoryLine, Intent, Journal,
    JournalFuture, Listed, Note, Timer, Timestamp, Which, millis,
};
use tokio_postgres::GenericClient;
use tokio_postgres::types::Type;

use self::rows::{time, time_or_none};
use crate::connections::Connections;
use crate::error::StoreError;
use crate::statements::{
    BEGIN, HISTORY, LIST_ALL, LIST_DUE, LIST_FOR_PEOPLE, LIST_NEVER_SENT, LIST_OPEN, PRUNE,
    REPLACE, RESTORED,
};
use crate::store::{Parameter, PostgresStore};

/// How often an insert is attempted while other transactions insert and delete the same entry.
const MAX_BEGINS: usize = 16;

impl<C: Connections> PostgresStore<C> {
    /// Inserts the entry of an intent with a client or in a transaction of the caller, so that it is
    /// committed with the rows of the application, or returns the entry that has its id.
    ///
    /// # Errors
    ///
    /// If PostgreSQL fails. Roll the transaction back then.
    pub async fn begin_in(
        &self,
        client: &impl GenericClient,
        intent: &Intent,
    ) -> Result<Begun, StoreError> {
        self.begin_with(client, intent, Duration::ZERO).await
    }

    async fn begin_with(
        &self,
        client: &impl GenericClient,
        intent: &Intent,
        lease: Duration,
    ) -> Result<Begun, StoreError> {
        // As the entry is inserted, but for its times.
        let entry = Entry::from_intent(intent, Timestamp::UNIX_EPOCH, lease);
        let (id, state) = (intent.id.to_string(), intent.state.as_str());
        let digest = intent.digest.as_bytes().as_slice();
        let version = intent.digest.version();
        let lease = entry.lease_until.map(|_| millis(lease));
        let details = entry.details.to_json();
        let why = Note::begun(&entry).why;
        let values: [Parameter<'_>; 16] = [
            (&id, Type::TEXT),
            (&intent.scope.api, Type::TEXT),
            (&intent.scope.environment, Type::TEXT),
            (&intent.scope.account, Type::TEXT),
            (&intent.operation, Type::TEXT),
            (&intent.key, Type::TEXT),
            (&digest, Type::BYTEA),
            (&version, Type::INT8),
            (&state, Type::TEXT),
            (&entry.generation, Type::INT8),
            (&intent.nonce, Type::INT8),
            (&lease, Type::INT8),
            (&intent.can_look_up, Type::BOOL),
            (&entry.format, Type::INT8),
            (&details, Type::TEXT),
            (&why, Type::TEXT),
        ];
        for _ in 0..MAX_BEGINS {
            let rows = self.query(client, BEGIN, &values).await?;
            if let Some(row) = rows.first() {
                let entry = rows::entry(row)?;
                return Ok(match row.try_get("is_new")? {
                    true => Begun::New(entry),
                    false => Begun::Existing {
                        entry,
                        now: time(row, "now")?,
                        is_restored: row.try_get("is_restored")?,
                    },
                });
            }
            let rows = self.query(client, RESTORED, &[]).await?;
            let is_restored = rows.first().map(|row| row.try_get(0)).transpose()?;
            if is_restored == Some(true) {
                return Ok(Begun::Restored);
            }
        }
        let reason = "the entry is inserted and deleted all the time";
        Err(StoreError::new(reason))
    }

    async fn replace(&self, change: &Change) -> Result<Option<Entry>, StoreError> {
        let entry = &change.entry;
        let id = entry.id.to_string();
        let digest = entry.digest.as_bytes().as_slice();
        let version = entry.digest.version();
        let (state, details) = (entry.state.as_str(), entry.details.to_json());
        let (keeps_lease, lease) = timer(change.lease);
        let (keeps_due, due) = timer(change.due);
        let note = change.note.as_ref();
        let generation = note.map(|note| note.generation);
        let end = note.and_then(|note| note.end.as_ref()).map(End::to_json);
        let (by, why) = (note.map(|note| &note.by), note.map(|note| &note.why));
        let values: [Parameter<'_>; 22] = [
            (&id, Type::TEXT),
            (&entry.revision, Type::INT8),
            (&entry.key, Type::TEXT),
            (&digest, Type::BYTEA),
            (&version, Type::INT8),
            (&state, Type::TEXT),
            (&entry.generation, Type::INT8),
            (&entry.doubt, Type::BOOL),
            (&entry.needs_person, Type::BOOL),
            (&entry.nonce, Type::INT8),
            (&keeps_lease, Type::BOOL),
            (&lease, Type::INT8),
            (&keeps_due, Type::BOOL),
            (&due, Type::INT8),
            (&entry.format, Type::INT8),
            (&details, Type::TEXT),
            (&change.forget, Type::BOOL),
            (&note.is_some(), Type::BOOL),
            (&generation, Type::INT8),
            (&end, Type::TEXT),
            (&by, Type::TEXT),
            (&why, Type::TEXT),
        ];
        let rows = self.run(REPLACE, &values).await?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        let mut changed = change.applied(time(row, "updated_at")?);
        changed.lease_until = time_or_none(row, "lease_until")?;
        changed.due_at = time_or_none(row, "due_at")?;
        Ok(Some(changed))
    }

    async fn page(
        &self,
        filter: &Filter,
        after: Option<&Cursor>,
        limit: u32,
    ) -> Result<Listed, StoreError> {
        let statement = match filter.which {
            Which::Open => LIST_OPEN,
            Which::ForPeople => LIST_FOR_PEOPLE,
            Which::Due => LIST_DUE,
            Which::NeverSent => LIST_NEVER_SENT,
            _ => LIST_ALL,
        };
        let age = millis(filter.older_than);
        let scope = filter.scope.as_ref();
        let api = scope.map(|scope| &scope.api);
        let environment = scope.map(|scope| &scope.environment);
        let account = filter
            .account
            .as_ref()
            .or(scope.map(|scope| &scope.account));
        let after_time = after.map(|after| SystemTime::try_from(after.created_at));
        let after_time = after_time.transpose().map_err(StoreError::new)?;
        let after_id = after.map(|after| &after.id);
        // One more than the page has, to know whether another one follows.
        let rows = i64::from(limit) + 1;
        let id = filter.id.map(|id| id.to_string());
        let value = filter.text.as_deref().map(Details::value);
        let values: [Parameter<'_>; 10] = [
            (&age, Type::INT8),
            (&api, Type::TEXT),
            (&environment, Type::TEXT),
            (&account, Type::TEXT),
            (&after_time, Type::TIMESTAMPTZ),
            (&after_id, Type::TEXT),
            (&rows, Type::INT8),
            (&id, Type::TEXT),
            (&filter.text, Type::TEXT),
            (&value, Type::TEXT),
        ];
        let rows = self.run(statement, &values).await?;
        let first = rows.first();
        let first = first.ok_or_else(|| StoreError::new("expected a row, found none"))?;
        let (count, now): (i64, _) = (first.try_get("count")?, time(first, "now")?);
        let listed: Result<Vec<_>, _> = rows
            .iter()
            .filter_map(|row| rows::listed(row).transpose())
            .collect();
        Ok(Listed::page(listed?, limit, count.unsigned_abs(), now))
    }
}

impl<C: Connections> Journal for PostgresStore<C> {
    fn begin<'a>(&'a self, intent: &'a Intent, lease: Duration) -> JournalFuture<'a, Begun> {
        Box::pin(async move {
            let connection = self.connection().await?;
            Ok(self.begin_with(&*connection, intent, lease).await?)
        })
    }

    fn change<'a>(&'a self, change: &'a Change) -> JournalFuture<'a, Option<Entry>> {
        Box::pin(async move { Ok(self.replace(change).await?) })
    }

    fn list<'a>(
        &'a self,
        filter: &'a Filter,
        after: Option<&'a Cursor>,
        limit: u32,
    ) -> JournalFuture<'a, Listed> {
        Box::pin(async move { Ok(self.page(filter, after, limit).await?) })
    }

    fn history<'a>(&'a self, id: &'a EntryId) -> JournalFuture<'a, Vec<HistoryLine>> {
        Box::pin(async move {
            let rows = self.run(HISTORY, &[(&id.to_string(), Type::TEXT)]).await?;
            Ok(rows.iter().map(rows::line).collect::<Result<_, _>>()?)
        })
    }

    fn prune(&self, days: i64, limit: u32) -> JournalFuture<'_, u64> {
        Box::pin(async move {
            let (day, limit) = (count_day(self).await? - days, i64::from(limit));
            let values = [(&day as _, Type::INT8), (&limit as _, Type::INT8)];
            Ok(self.run(PRUNE, &values).await?.len() as u64)
        })
    }
}

/// Whether a time is kept, and the milliseconds to it, or null.
fn timer(timer: Timer) -> (bool, Option<i64>) {
    match timer {
        Timer::Keep => (true, None),
        Timer::In(delay) => (false, Some(millis(delay))),
        Timer::Never => (false, None),
    }
}
