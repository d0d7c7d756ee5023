//! The store as a journal.

use std::time::Duration;

use api_journal::{
    Begun, Claim, Entry, EntryId, Intent, Journal, JournalError, LeaseChange, Scope, Seal,
    Timestamp,
};

use crate::connections::Connections;
use crate::entries;
use crate::store::PostgresStore;

impl<C: Connections> Journal for PostgresStore<C> {
    async fn begin(&self, intent: &Intent, lease: Duration) -> Result<Begun, JournalError> {
        let connection = self.connection().await?;
        Ok(entries::begin(&*connection, &self.statements, intent, lease).await?)
    }

    async fn update(&self, entry: &Entry, lease: LeaseChange) -> Result<bool, JournalError> {
        let connection = self.connection().await?;
        Ok(entries::update(&*connection, &self.statements, entry, lease).await?)
    }

    async fn claim(&self, claim: &Claim<'_>) -> Result<Vec<Entry>, JournalError> {
        let connection = self.connection().await?;
        Ok(entries::claim(&*connection, &self.statements, claim).await?)
    }

    async fn entry(&self, id: &EntryId) -> Result<Option<Entry>, JournalError> {
        let connection = self.connection().await?;
        Ok(entries::select(&*connection, &self.statements, id).await?)
    }

    async fn unresolved(
        &self,
        scope: Option<&Scope>,
        limit: u32,
    ) -> Result<Vec<Entry>, JournalError> {
        let connection = self.connection().await?;
        Ok(entries::unresolved(&*connection, &self.statements, scope, limit).await?)
    }

    async fn prune(&self, older_than: Duration) -> Result<u64, JournalError> {
        let connection = self.connection().await?;
        Ok(entries::prune(&*connection, &self.statements, older_than).await?)
    }

    async fn now(&self) -> Result<Timestamp, JournalError> {
        let connection = self.connection().await?;
        Ok(entries::now(&*connection).await?)
    }

    fn seal(&self) -> Option<&dyn Seal> {
        self.seal.as_deref()
    }

    fn lease(&self) -> Duration {
        self.lease
    }
}
