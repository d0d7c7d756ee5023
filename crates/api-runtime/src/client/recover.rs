//! Looks up the records of writes whose outcome is unknown, for the worker of a journal.

use std::sync::Arc;

use api_journal::rules::Found;
use api_journal::{BoxFuture, Entry, Recover, Scope};

use crate::client::Client;
use crate::client::unique::UniqueWrite;
use crate::operation::api::Api;

/// A worker looks up what this client has sent, or another one of the same scope. It sends no write.
impl<A: Api, C: 'static> Recover for Client<A, C> {
    fn scope(&self) -> Scope {
        let core = &self.handle.core;
        let venue = self.handle.labels().get("venue").unwrap_or_default();
        Scope::new(core.api, &core.environment, venue)
    }

    fn look_up<'a>(&'a self, entry: &'a Entry) -> BoxFuture<'a, Found> {
        let writes = A::UNIQUE.iter().filter_map(|write| write.unique);
        let is_of_entry = |unique: &&UniqueWrite| unique.journal_id() == entry.operation;
        let unique = writes.into_iter().find(is_of_entry);
        let unique_key = entry.details.unique_key.clone();
        let finder = self.handle.core.finder.as_ref().map(Arc::clone);
        Box::pin(async move {
            let (Some(unique), Some(unique_key)) = (unique, unique_key) else {
                return Found::Impossible;
            };
            unique.look_up(&self.handle, finder, unique_key).await
        })
    }
}
