//! The thread that runs the connections of calls that block.

use std::convert::Infallible;
use std::io;
use std::iter;
use std::sync::mpsc;
use std::thread::{self, ThreadId};

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tokio::task::unconstrained;

use crate::error::Error;
use crate::tasks::block_on::block_on;

/// A thread with a runtime that drives connections and timers. It ends when this is dropped.
///
/// Futures are polled on the threads that call: nothing has to be `Send` or `'static`.
pub(crate) struct Background {
    runtime: Handle,
    thread: ThreadId,
    _stop_tx: oneshot::Sender<Infallible>,
}

impl Background {
    pub(crate) fn start(api: &str) -> io::Result<Self> {
        let (stop_tx, stop_rx) = oneshot::channel::<Infallible>();
        let (runtime_tx, runtime_rx) = mpsc::sync_channel(1);
        // The thread builds and drops the runtime: neither is allowed in a task of another runtime.
        let thread = thread::Builder::new()
            .name(format!("{api}-client"))
            .spawn(move || {
                let runtime = Builder::new_current_thread().enable_all().build();
                let _ = runtime_tx.send(
                    runtime
                        .as_ref()
                        .map(|runtime| runtime.handle().clone())
                        .map_err(io::Error::kind),
                );
                let _ = runtime.map(|runtime| runtime.block_on(stop_rx));
            })?;
        let runtime = runtime_rx.recv().unwrap_or(Err(io::ErrorKind::Other))?;
        Ok(Self {
            runtime,
            thread: thread.thread().id(),
            _stop_tx: stop_tx,
        })
    }

    /// Runs a future on this thread. `None` on the background thread itself, which would wait for itself.
    pub(crate) fn block_on<T>(&self, future: impl Future<Output = T>) -> Option<T> {
        if thread::current().id() == self.thread {
            return None;
        }
        let _guard = self.runtime.enter();
        // Unconstrained: Tokio's cooperative budget is useless on a thread without other tasks.
        Some(block_on(unconstrained(future)))
    }
}

/// An iterator over what `next` returns, which ends after it could not block.
pub(crate) fn iter<'s, T: 's>(
    mut next: impl FnMut() -> Result<Option<Result<T, Error>>, Error> + 's,
) -> impl Iterator<Item = Result<T, Error>> + 's {
    let mut has_failed = false;
    iter::from_fn(move || {
        if has_failed {
            return None;
        }
        next().unwrap_or_else(|error| {
            has_failed = true;
            Some(Err(error))
        })
    })
}
