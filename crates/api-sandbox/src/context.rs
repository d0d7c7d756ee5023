//! The context that server, control handle and callbacks share.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use tokio::sync::watch;

use crate::endpoint::Endpoint;
use crate::faults::FaultList;
use crate::printer::Printer;
use crate::state::cursor::Cursor;
use crate::state::lock::lock;
use crate::state::request_log::RequestLog;
use crate::state::store::Store;
use crate::state::venue::profile::VenueProfile;
use crate::state::{CommitError, State};
use crate::webhooks::Dispatcher;

/// Everything that belongs to one sandbox.
pub(crate) struct Context {
    pub(crate) profiles: Vec<Arc<VenueProfile>>,
    pub(crate) endpoint: Endpoint,
    pub(crate) started: Instant,
    store: Mutex<Store>,
    pub(crate) faults: Mutex<FaultList>,
    pub(crate) request_log: Mutex<RequestLog>,
    /// What the control handles have returned.
    pub(crate) cursor: Mutex<Cursor>,
    pub(crate) dispatcher: Arc<Dispatcher>,
    pub(crate) runtime: tokio::runtime::Handle,
    /// Distinguishes the sandbox from an earlier one on the same port.
    pub(crate) instance: u64,
    /// Whether no connection is accepted any more, and streams have ended.
    pub(crate) stopped: watch::Sender<bool>,
    /// Where requests are printed, if they are.
    pub(crate) printer: Option<Printer>,
    deny_unknown_fields: AtomicBool,
    revision: watch::Receiver<u64>,
}

impl Context {
    pub(crate) fn new(
        endpoint: Endpoint,
        store: Store,
        dispatcher: Dispatcher,
        deny_unknown_fields: bool,
        printer: Option<Printer>,
        runtime: tokio::runtime::Handle,
    ) -> Self {
        Self {
            profiles: store.profiles(),
            endpoint,
            started: Instant::now(),
            revision: store.revision(),
            cursor: Mutex::new(Cursor::new(store.state().last_id())),
            store: Mutex::new(store),
            faults: Mutex::default(),
            request_log: Mutex::default(),
            dispatcher: Arc::new(dispatcher),
            runtime,
            instance: fastrand::u64(..),
            stopped: watch::Sender::new(false),
            printer,
            deny_unknown_fields: AtomicBool::new(deny_unknown_fields),
        }
    }

    /// Whether fields and parameters that the documents do not name are rejected.
    pub(crate) fn denies_unknown_fields(&self) -> bool {
        self.deny_unknown_fields.load(Ordering::Relaxed)
    }

    pub(crate) fn set_deny_unknown_fields(&self, deny: bool) {
        self.deny_unknown_fields.store(deny, Ordering::Relaxed);
    }

    /// The state, to be read. [`transaction`](Self::transaction) changes it.
    pub(crate) fn state(&self) -> impl Deref<Target = State> {
        ReadGuard(lock(&self.store))
    }

    /// The store, for what is not part of a transaction.
    pub(crate) fn store(&self) -> MutexGuard<'_, Store> {
        lock(&self.store)
    }

    /// Changes the state, and sends the callbacks of the changes. An error of the closure, or of
    /// the data file, leaves nothing changed.
    pub(crate) fn transaction<R, E: From<CommitError>>(
        &self,
        change: impl FnOnce(&mut State) -> Result<R, E>,
    ) -> Result<R, E> {
        let mut store = lock(&self.store);
        let (result, callbacks) = store.transaction(change)?;
        // Still locked, so that callbacks keep the order of the changes.
        for callback in callbacks {
            self.dispatcher.dispatch(callback);
        }
        Ok(result)
    }

    /// Restores the fixtures or the demo data, and clears recorded requests, callbacks and faults.
    pub(crate) fn reset(&self) -> Result<(), CommitError> {
        let mut store = lock(&self.store);
        store.reset()?;
        // Still locked, so that no callback of the new records is cleared.
        self.dispatcher.reset();
        lock(&self.faults).clear();
        lock(&self.request_log).clear();
        Ok(())
    }

    /// Stops callbacks and streams, and closes the data file: requests in progress fail from now on.
    pub(crate) fn stop(&self) {
        self.stopped.send_replace(true);
        self.dispatcher.stop();
        lock(&self.store).close();
    }

    /// The number of the last commit.
    pub(crate) fn revision(&self) -> watch::Receiver<u64> {
        self.revision.clone()
    }
}

/// A locked state that cannot be changed.
struct ReadGuard<'c>(MutexGuard<'c, Store>);

impl Deref for ReadGuard<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        self.0.state()
    }
}
