//! Journaled writes of the blocking client.

use std::future::ready;

use api_runtime::blocking::Client;
use api_runtime::{Api, AuthorizedBy, FindByUniqueKey, Operation, UniqueKey};

use crate::client::CreatedBy;
use crate::{
    Intent, Journal, JournalClient as _, JournalError, Journaled, Recoverable, RecoveryReport,
    SendError,
};

/// A blocking client that journals its writes: see [`crate::JournalClient`], whose functions these
/// are.
///
/// The functions of a [`Journal`] are run by [`Client::run`], such as
/// `client.run(async |_| journal.unresolved(None, 100).await)`.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_journal::blocking::JournalClient;
/// use api_journal::{Journaled, MemoryJournal};
/// use shop_client::CreateOrder;
/// use shop_client::blocking::Client;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let client = Client::builder(shop_client::config())
/// #   .transport(shop_client::responses([(200, r#"{"id": 7, "reference_no": "WEB-1"}"#)]))
///     .label("venue", "12")
///     .build()?;
/// let journal = MemoryJournal::new(); // in a service: SQLite or Postgres
/// let sent = client.create_once_journaled(&journal, "order-1", CreateOrder::new("WEB-1"))?;
/// assert!(matches!(sent, Journaled::Sent(_)));
/// # Ok(())
/// # }
/// ```
pub trait JournalClient<A: Api, C> {
    /// See [`send_journaled`](crate::JournalClient::send_journaled).
    ///
    /// # Errors
    ///
    /// See [`SendError`].
    fn send_journaled<O, J>(
        &self,
        journal: &J,
        key: &str,
        operation: O,
    ) -> Result<Journaled<O::Output>, SendError>
    where
        O: Operation<Api = A, Output: Send> + AuthorizedBy<C>,
        J: Journal;

    /// See [`create_once_journaled`](crate::JournalClient::create_once_journaled).
    ///
    /// # Errors
    ///
    /// See [`SendError`].
    fn create_once_journaled<O, J>(
        &self,
        journal: &J,
        key: &str,
        operation: O,
    ) -> Result<Journaled<CreatedBy<O>>, SendError>
    where
        O: FindByUniqueKey<Api = A, Output: Send, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
        <O::Lookup as Operation>::Output: Send,
        J: Journal;

    /// See [`create_once_with_journaled`](crate::JournalClient::create_once_with_journaled). `find`
    /// runs on the calling thread.
    ///
    /// # Errors
    ///
    /// See [`SendError`].
    fn create_once_with_journaled<O, J>(
        &self,
        journal: &J,
        key: &str,
        operation: O,
        find: impl FnOnce(String) -> Option<O::Lookup> + Send + 'static,
    ) -> Result<Journaled<CreatedBy<O>>, SendError>
    where
        O: UniqueKey<Api = A, Output: Send, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
        <O::Lookup as Operation>::Output: Send,
        J: Journal;

    /// See [`prepare`](crate::JournalClient::prepare).
    ///
    /// # Errors
    ///
    /// If the request is invalid or cannot be sealed.
    fn prepare<O, J>(&self, journal: &J, key: &str, operation: &O) -> Result<Intent, SendError>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
        J: Journal;

    /// See [`send_prepared`](crate::JournalClient::send_prepared).
    ///
    /// # Errors
    ///
    /// See [`SendError`].
    fn send_prepared<O, J>(
        &self,
        journal: &J,
        intent: Intent,
        operation: O,
    ) -> Result<Journaled<O::Output>, SendError>
    where
        O: Operation<Api = A, Output: Send> + AuthorizedBy<C>,
        J: Journal;

    /// See [`create_once_prepared`](crate::JournalClient::create_once_prepared).
    ///
    /// # Errors
    ///
    /// See [`SendError`].
    fn create_once_prepared<O, J>(
        &self,
        journal: &J,
        intent: Intent,
        operation: O,
    ) -> Result<Journaled<CreatedBy<O>>, SendError>
    where
        O: FindByUniqueKey<Api = A, Output: Send, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
        <O::Lookup as Operation>::Output: Send,
        J: Journal;

    /// See [`create_once_with_prepared`](crate::JournalClient::create_once_with_prepared). `find` runs
    /// on the calling thread.
    ///
    /// # Errors
    ///
    /// See [`SendError`].
    fn create_once_with_prepared<O, J>(
        &self,
        journal: &J,
        intent: Intent,
        operation: O,
        find: impl FnOnce(String) -> Option<O::Lookup> + Send + 'static,
    ) -> Result<Journaled<CreatedBy<O>>, SendError>
    where
        O: UniqueKey<Api = A, Output: Send, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
        <O::Lookup as Operation>::Output: Send,
        J: Journal;

    /// See [`recover`](crate::JournalClient::recover).
    ///
    /// # Errors
    ///
    /// If no entries can be claimed, or the call cannot block.
    fn recover<J>(&self, journal: &J) -> Result<RecoveryReport, JournalError>
    where
        A: Recoverable<C>,
        C: 'static,
        J: Journal;

    /// See [`recover_with`](crate::JournalClient::recover_with). `find` runs on the calling thread.
    ///
    /// # Errors
    ///
    /// Those of [`recover`](Self::recover).
    fn recover_with<O, J>(
        &self,
        journal: &J,
        find: impl Fn(String) -> Option<O::Lookup> + Send + Sync,
    ) -> Result<RecoveryReport, JournalError>
    where
        A: Recoverable<C>,
        C: 'static,
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C> + 'static,
        J: Journal;
}

impl<A: Api, C> JournalClient<A, C> for Client<A, C> {
    fn send_journaled<O, J>(
        &self,
        journal: &J,
        key: &str,
        operation: O,
    ) -> Result<Journaled<O::Output>, SendError>
    where
        O: Operation<Api = A, Output: Send> + AuthorizedBy<C>,
        J: Journal,
    {
        self.run(async |client| client.send_journaled(journal, key, operation).await)?
    }

    fn create_once_journaled<O, J>(
        &self,
        journal: &J,
        key: &str,
        operation: O,
    ) -> Result<Journaled<CreatedBy<O>>, SendError>
    where
        O: FindByUniqueKey<Api = A, Output: Send, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
        <O::Lookup as Operation>::Output: Send,
        J: Journal,
    {
        self.run(async |client| client.create_once_journaled(journal, key, operation).await)?
    }

    fn create_once_with_journaled<O, J>(
        &self,
        journal: &J,
        key: &str,
        operation: O,
        find: impl FnOnce(String) -> Option<O::Lookup> + Send + 'static,
    ) -> Result<Journaled<CreatedBy<O>>, SendError>
    where
        O: UniqueKey<Api = A, Output: Send, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
        <O::Lookup as Operation>::Output: Send,
        J: Journal,
    {
        let find = |unique_key| ready(find(unique_key));
        self.run(async |client| {
            let call = client.create_once_with_journaled(journal, key, operation, find);
            call.await
        })?
    }

    fn prepare<O, J>(&self, journal: &J, key: &str, operation: &O) -> Result<Intent, SendError>
    where
        O: Operation<Api = A> + AuthorizedBy<C>,
        J: Journal,
    {
        self.run(async |client| client.prepare(journal, key, operation))?
    }

    fn send_prepared<O, J>(
        &self,
        journal: &J,
        intent: Intent,
        operation: O,
    ) -> Result<Journaled<O::Output>, SendError>
    where
        O: Operation<Api = A, Output: Send> + AuthorizedBy<C>,
        J: Journal,
    {
        self.run(async |client| client.send_prepared(journal, intent, operation).await)?
    }

    fn create_once_prepared<O, J>(
        &self,
        journal: &J,
        intent: Intent,
        operation: O,
    ) -> Result<Journaled<CreatedBy<O>>, SendError>
    where
        O: FindByUniqueKey<Api = A, Output: Send, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
        <O::Lookup as Operation>::Output: Send,
        J: Journal,
    {
        self.run(async |client| {
            client
                .create_once_prepared(journal, intent, operation)
                .await
        })?
    }

    fn create_once_with_prepared<O, J>(
        &self,
        journal: &J,
        intent: Intent,
        operation: O,
        find: impl FnOnce(String) -> Option<O::Lookup> + Send + 'static,
    ) -> Result<Journaled<CreatedBy<O>>, SendError>
    where
        O: UniqueKey<Api = A, Output: Send, Lookup: AuthorizedBy<C>> + AuthorizedBy<C>,
        <O::Lookup as Operation>::Output: Send,
        J: Journal,
    {
        let find = |unique_key| ready(find(unique_key));
        self.run(async |client| {
            let call = client.create_once_with_prepared(journal, intent, operation, find);
            call.await
        })?
    }

    fn recover<J>(&self, journal: &J) -> Result<RecoveryReport, JournalError>
    where
        A: Recoverable<C>,
        C: 'static,
        J: Journal,
    {
        let report = self.run(async |client| client.recover(journal).await);
        report.map_err(JournalError::new)?
    }

    fn recover_with<O, J>(
        &self,
        journal: &J,
        find: impl Fn(String) -> Option<O::Lookup> + Send + Sync,
    ) -> Result<RecoveryReport, JournalError>
    where
        A: Recoverable<C>,
        C: 'static,
        O: UniqueKey<Api = A, Lookup: AuthorizedBy<C>> + AuthorizedBy<C> + 'static,
        J: Journal,
    {
        let find = |unique_key| ready(find(unique_key));
        let report = self.run(async |client| client.recover_with::<O, _, _>(journal, find).await);
        report.map_err(JournalError::new)?
    }
}
