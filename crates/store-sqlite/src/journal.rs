//! The journal of writes in the file.

use api_journal::rows::{At, Kind, Put, Query, Read, Store, Waits};
use api_journal::{Begun, Intent, JournalError, JournalFuture, Timestamp, begin_in};
use rusqlite::{Connection, Error, Transaction};

use crate::error::StoreError;
use crate::rows::{In, count, history, read};
use crate::store::SqliteStore;

impl SqliteStore {
    /// Inserts the entry of an intent in a transaction of the caller, so that it is committed with
    /// the rows of the application, or returns the entry that has its id.
    ///
    /// # Errors
    ///
    /// If the transaction is of another file, its connection has no `synchronous=FULL`, SQLite fails, or the
    /// journal was restored and nobody has reconciled it since. Roll the transaction back then. A transaction that
    /// is not immediate, and has not written yet, fails at once if another one writes.
    pub fn begin_in(
        &self,
        transaction: &Transaction<'_>,
        intent: &Intent,
    ) -> Result<Begun, StoreError> {
        self.check(transaction)?;
        let begun = self.ran(begin_in(&self.rows_in(transaction), intent))?;
        begun.map_err(|error| self.error_of(error))
    }

    /// Runs statements that read, on the connection that writes: they see what was put before.
    async fn short<T: Send + 'static>(
        &self,
        statements: impl FnOnce(&mut Connection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, StoreError> {
        let store = self.clone();
        let read =
            self.run(move |connection| statements(connection).map_err(|error| store.error(error)));
        read.await
    }

    /// Runs statements of rows in a transaction of their own.
    async fn changed<T: Send + 'static>(
        &self,
        statements: impl FnOnce(&In<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, JournalError> {
        let store = self.clone();
        let changed = self.transaction(move |transaction| {
            let changed = statements(&store.rows_in(transaction));
            changed.map_err(|error| store.error(error))
        });
        Ok(changed.await?)
    }
}

impl Store for SqliteStore {
    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        let (store, query) = (self.clone(), query.clone());
        // What one row waits for is short. A list ends with its future, and nothing waits for it.
        let is_short = matches!(
            query,
            Query::One(_) | Query::Id { .. } | Query::Named { .. }
        );
        Box::pin(async move {
            let read = move |connection: &mut Connection| read(connection, &query);
            Ok(match is_short {
                true => store.short(read).await?,
                false => store.reading(read).await?,
            })
        })
    }

    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        let put = put.clone();
        Box::pin(async move { Ok(self.commit(put).await?) })
    }

    fn count(&self, waits: Waits) -> JournalFuture<'_, (u64, Option<Timestamp>)> {
        Box::pin(async move {
            Ok(self
                .reading(move |connection| count(connection, waits))
                .await?)
        })
    }

    fn history<'a>(&'a self, at: &'a At) -> JournalFuture<'a, Vec<String>> {
        let at = at.clone();
        Box::pin(async move {
            Ok(self
                .short(move |connection| history(connection, &at))
                .await?)
        })
    }

    fn delete<'a>(&'a self, at: &'a At, revision: i64) -> JournalFuture<'a, bool> {
        let at = at.clone();
        Box::pin(self.changed(move |rows| rows.delete(&at, revision)))
    }

    fn prune(&self, kind: Kind, day: i64, limit: u32) -> JournalFuture<'_, u64> {
        Box::pin(self.changed(move |rows| rows.prune(kind, day, limit)))
    }
}
