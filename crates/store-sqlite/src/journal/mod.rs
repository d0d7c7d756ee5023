//! The store as a journal.

pub(crate) mod rows;

use std::time::Duration;

use api_journal::rows::count_day;
use api_journal::{
    Begun, Change, Cursor, Details, Entry, EntryId, Filter, HistoryLine, Intent, Journal,
    JournalError, JournalFuture, Listed, Note, State, Timestamp, Which,
};
use rusqlite::TransactionBehavior::{Deferred, Immediate};
use rusqlite::{Connection, Error, OptionalExtension, Transaction, TransactionBehavior, params};

use crate::StoreError;
use crate::statements::{
    ADD_LINE, DELETE, FORGET, HISTORY, INSERT, LIST_ALL, LIST_DUE, LIST_FOR_PEOPLE,
    LIST_NEVER_SENT, LIST_OPEN, NOW, OLD, REPLACE, SELECT,
};
use crate::store::SqliteStore;

impl SqliteStore {
    /// Inserts the entry of an intent in a transaction of the caller, so that it is committed with
    /// the rows of the application, or returns the entry that has its id.
    ///
    /// # Errors
    ///
    /// If the transaction is of another file, its connection has no `synchronous=FULL`, or SQLite
    /// fails. Roll the transaction back then.
    pub fn begin_in(
        &self,
        transaction: &Transaction<'_>,
        intent: &Intent,
    ) -> Result<Begun, StoreError> {
        self.check(transaction)?;
        let begun = begin(transaction, intent, Duration::ZERO);
        begun.map_err(|error| self.error(error))
    }

    /// Runs statements of the journal in a transaction. One that only reads is `Deferred`: it waits for
    /// no other process, and none waits for it.
    fn journaled<T: Send + 'static>(
        &self,
        behavior: TransactionBehavior,
        statements: impl FnOnce(&Transaction<'_>) -> Result<T, Error> + Send + 'static,
    ) -> JournalFuture<'static, T> {
        let store = self.clone();
        Box::pin(async move {
            let errors = store.clone();
            let run = store.run(move |connection: &mut Connection| {
                let error = |error: Error| errors.error(error);
                let transaction = connection.transaction_with_behavior(behavior);
                let transaction = transaction.map_err(error)?;
                let value = statements(&transaction).map_err(error)?;
                transaction.commit().map_err(error)?;
                Ok::<_, StoreError>(value)
            });
            run.await.map_err(JournalError::new)
        })
    }
}

impl Journal for SqliteStore {
    fn begin<'a>(&'a self, intent: &'a Intent, lease: Duration) -> JournalFuture<'a, Begun> {
        let intent = intent.clone();
        self.journaled(Immediate, move |transaction| {
            begin(transaction, &intent, lease)
        })
    }

    fn change<'a>(&'a self, change: &'a Change) -> JournalFuture<'a, Option<Entry>> {
        let change = change.clone();
        self.journaled(Immediate, move |transaction| make(transaction, &change))
    }

    fn list<'a>(
        &'a self,
        filter: &'a Filter,
        after: Option<&'a Cursor>,
        limit: u32,
    ) -> JournalFuture<'a, Listed> {
        let (filter, after) = (filter.clone(), after.cloned());
        if filter.id.is_some() {
            return self.journaled(Deferred, move |transaction| {
                list(transaction, &filter, after, limit)
            });
        }
        Box::pin(async move {
            let listed = self.reading(move |connection| {
                let transaction = connection.transaction_with_behavior(Deferred)?;
                list(&transaction, &filter, after, limit)
            });
            Ok(listed.await?)
        })
    }

    fn history<'a>(&'a self, id: &'a EntryId) -> JournalFuture<'a, Vec<HistoryLine>> {
        let id = id.to_string();
        self.journaled(Deferred, move |transaction| {
            let mut select = transaction.prepare(HISTORY)?;
            let lines = select.query_map([id], rows::line)?;
            lines.collect()
        })
    }

    fn prune(&self, days: i64, limit: u32) -> JournalFuture<'_, u64> {
        Box::pin(async move {
            let day = count_day(self).await? - days;
            let pruned =
                self.journaled(Immediate, move |transaction| prune(transaction, day, limit));
            pruned.await
        })
    }
}

fn now(connection: &Connection) -> Result<Timestamp, Error> {
    let millis = connection.query_row(NOW, (), |row| row.get(0))?;
    Ok(Timestamp::from_millis(millis))
}

fn begin(transaction: &Transaction<'_>, intent: &Intent, lease: Duration) -> Result<Begun, Error> {
    let now = now(transaction)?;
    let mut select = transaction.prepare(SELECT)?;
    let restored = EntryId::RESTORED.to_string();
    let state = |row: &rusqlite::Row<'_>| row.get::<_, String>("state");
    let restored = select.query_row([restored], state).optional()?;
    let is_restored = restored.is_some_and(|state| state == State::Unknown.as_str());
    let existing = select.query_row([intent.id.to_string()], rows::entry);
    if let Some(entry) = existing.optional()? {
        return Ok(Begun::Existing {
            entry,
            now,
            is_restored,
        });
    }
    if is_restored && intent.state != State::Done {
        return Ok(Begun::Restored);
    }
    let entry = Entry::from_intent(intent, now, lease);
    rows::write(&mut transaction.prepare(INSERT)?, &entry)?;
    add_line(transaction, &Note::begun(&entry), &entry)?;
    Ok(Begun::New(entry))
}

fn make(transaction: &Transaction<'_>, change: &Change) -> Result<Option<Entry>, Error> {
    let entry = change.applied(now(transaction)?);
    if rows::write(&mut transaction.prepare(REPLACE)?, &entry)? == 0 {
        return Ok(None);
    }
    if change.forget {
        transaction.execute(FORGET, [entry.id.to_string()])?;
    }
    if let Some(note) = &change.note {
        add_line(transaction, note, &entry)?;
    }
    Ok(Some(entry))
}

fn add_line(transaction: &Transaction<'_>, note: &Note, entry: &Entry) -> Result<(), Error> {
    let end = note.end.as_ref().map(api_journal::End::to_json);
    let (at, state) = (entry.updated_at.millis(), entry.state.as_str());
    let line = params![
        entry.id.to_string(),
        entry.revision,
        at,
        state,
        note.generation,
        end,
        note.by,
        note.why,
    ];
    transaction.execute(ADD_LINE, line)?;
    Ok(())
}

fn list(
    transaction: &Transaction<'_>,
    filter: &Filter,
    after: Option<Cursor>,
    limit: u32,
) -> Result<Listed, Error> {
    let now = now(transaction)?;
    if let Some(id) = filter.id {
        let mut select = transaction.prepare(SELECT)?;
        let entry = select
            .query_row([id.to_string()], rows::listed)
            .optional()?;
        let count = u64::from(entry.is_some());
        return Ok(Listed::new(entry.into_iter().collect(), None, count, now));
    }
    let statements = match filter.which {
        Which::Open => LIST_OPEN,
        Which::ForPeople => LIST_FOR_PEOPLE,
        Which::Due => LIST_DUE,
        Which::NeverSent => LIST_NEVER_SENT,
        _ => LIST_ALL,
    };
    let scope = filter.scope.as_ref();
    let latest = (now - filter.older_than).millis();
    let api = scope.map(|scope| &scope.api);
    let environment = scope.map(|scope| &scope.environment);
    let account = filter
        .account
        .as_ref()
        .or(scope.map(|scope| &scope.account));
    let text = filter.text.as_ref();
    let value = text.map(|text| Details::value(text));
    let count = transaction.query_row(
        statements.count,
        params![now.millis(), latest, api, environment, account, text, value],
        |row| row.get::<_, i64>(0),
    )?;
    // One more than the page has, to know whether another one follows.
    let rows = i64::from(limit) + 1;
    let mut select = transaction.prepare(statements.rows)?;
    let listed = select.query_map(
        params![
            now.millis(),
            latest,
            api,
            environment,
            account,
            text,
            value,
            after.as_ref().map(|after| after.created_at.millis()),
            after.as_ref().map(|after| &after.id),
            rows,
        ],
        |row| {
            Ok((
                row.get::<_, i64>("created_at")?,
                row.get("id")?,
                rows::listed(row)?,
            ))
        },
    )?;
    let listed: Vec<(i64, String, _)> = listed.collect::<Result<_, _>>()?;
    Ok(Listed::page(listed, limit, count.unsigned_abs(), now))
}

fn prune(transaction: &Transaction<'_>, day: i64, limit: u32) -> Result<u64, Error> {
    let mut select = transaction.prepare(OLD)?;
    let old = select.query_map(params![day, limit], |row| row.get::<_, String>(0))?;
    let old: Vec<String> = old.collect::<Result<_, _>>()?;
    let mut forget = transaction.prepare(FORGET)?;
    let mut delete = transaction.prepare(DELETE)?;
    for id in &old {
        forget.execute([id])?;
        delete.execute([id])?;
    }
    Ok(old.len() as u64)
}
