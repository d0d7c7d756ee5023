//! Looks up the records of writes whose outcome is unknown, for the worker of a journal.

use api_journal::rules::Found;
use api_journal::{BoxFuture, Entry, Recover, Scope};

use crate::account::Account;
use crate::attempt::handle::ClientHandle;
use crate::body::scalar::is_same_text;
use crate::client::Client;
use crate::client::found::found;
use crate::client::unique::is_absent;
use crate::error::ErrorContext;
use crate::operation::api::Api;
use crate::operation::unique_write::UniqueWrite;

/// A worker looks up what this client has sent, or another one of the same scope. It sends no write.
impl<A: Api, C: 'static> Recover for Client<A, C> {
    fn scope(&self) -> Scope {
        let core = &self.handle.core;
        let account = self.handle.account().map(Account::as_str);
        Scope::new(core.api, &core.environment, account.unwrap_or_default())
    }

    fn look_up<'a>(&'a self, entry: &'a Entry) -> BoxFuture<'a, Found> {
        let mut writes = A::UNIQUE.iter().filter_map(|write| write.unique);
        let write = writes.find(|write| write.info.journal_id == entry.operation);
        let unique_key = entry.details.unique_key.clone();
        Box::pin(async move {
            match (write, unique_key) {
                (Some(write), Some(key)) => look_up(write, &self.handle, key).await,
                _ => Found::Impossible,
            }
        })
    }
}

/// Looks a record up by its unique key alone. The request is not known, so nothing is compared.
async fn look_up(write: &UniqueWrite, handle: &ClientHandle, unique_key: String) -> Found {
    if !write.can_look_up(handle) {
        return Found::Impossible;
    }
    let context = ErrorContext::new(handle.core.api, write.info);
    let deadline = handle.timeouts().overall_deadline();
    let lookup = write.lookup(handle, &context, unique_key.clone(), deadline);
    let call = match lookup.await {
        Ok(Some(call)) => call,
        Ok(None) => return Found::Absent,
        Err(_) => return Found::Failed,
    };
    match call.receive(Some(deadline)).await {
        Ok(received) => {
            let read = (write.unique_key)(&received.value);
            match read.is_some_and(|read| is_same_text(&unique_key, read)) {
                true => Found::Record(found(write.lookup_info, write.info, &received)),
                // An id of another record, or a record without its key: no proof.
                false => Found::Failed,
            }
        }
        Err(error) if is_absent(&error) => Found::Absent,
        Err(_) => Found::Failed,
    }
}
