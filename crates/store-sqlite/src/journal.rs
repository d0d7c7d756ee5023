//! The store as a journal.

use std::time::Duration;

use api_journal::{
    Begun, Claim, Entry, EntryId, Intent, Journal, JournalError, LeaseChange, Scope, Seal,
    Timestamp,
};
use rusqlite::{Connection, TransactionBehavior};

use crate::entries;
use crate::store::SqliteStore;

impl SqliteStore {
    /// Runs statements of the journal.
    async fn statement<T: Send + 'static>(
        &self,
        statement: impl FnOnce(&mut Connection) -> Result<T, rusqlite::Error> + Send + 'static,
    ) -> Result<T, JournalError> {
        let store = self.clone();
        self.run(move |connection| {
            let result = statement(connection);
            result.map_err(|error| JournalError::from(store.error(error)))
        })
        .await
    }
}

impl Journal for SqliteStore {
    async fn begin(&self, intent: &Intent, lease: Duration) -> Result<Begun, JournalError> {
        let intent = intent.clone();
        self.statement(move |connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let begun = entries::begin(&transaction, &intent, lease)?;
            transaction.commit()?;
            Ok(begun)
        })
        .await
    }

    async fn update(&self, entry: &Entry, lease: LeaseChange) -> Result<bool, JournalError> {
        let entry = entry.clone();
        self.statement(move |connection| entries::update(connection, &entry, lease))
            .await
    }

    async fn claim(&self, claim: &Claim<'_>) -> Result<Vec<Entry>, JournalError> {
        let (scope, owner) = (claim.scope.clone(), claim.owner.to_owned());
        let operations = claim.operations.to_vec();
        let (lease, limit) = (claim.lease, claim.limit);
        self.statement(move |connection| {
            let claim = Claim::new(&scope, &operations, &owner, lease, limit);
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let claimed = entries::claim(&transaction, &claim)?;
            transaction.commit()?;
            Ok(claimed)
        })
        .await
    }

    async fn entry(&self, id: &EntryId) -> Result<Option<Entry>, JournalError> {
        let id = id.clone();
        self.statement(move |connection| entries::select(connection, &id))
            .await
    }

    async fn unresolved(
        &self,
        scope: Option<&Scope>,
        limit: u32,
    ) -> Result<Vec<Entry>, JournalError> {
        let scope = scope.cloned();
        self.statement(move |connection| entries::unresolved(connection, scope.as_ref(), limit))
            .await
    }

    async fn prune(&self, older_than: Duration) -> Result<u64, JournalError> {
        self.statement(move |connection| entries::prune(connection, older_than))
            .await
    }

    async fn now(&self) -> Result<Timestamp, JournalError> {
        self.statement(|connection| entries::now(connection)).await
    }

    fn seal(&self) -> Option<&dyn Seal> {
        self.seal.as_deref()
    }

    fn lease(&self) -> Duration {
        self.lease
    }
}
