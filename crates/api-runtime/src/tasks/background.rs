//! The background thread of the calls that block, with its timers and connections.

use std::convert::Infallible;
use std::fmt;
use std::future::{Future, poll_fn};
use std::io;
use std::iter;
use std::pin::pin;
use std::process;
use std::sync::mpsc;
use std::task::Poll;
use std::thread::{self, ThreadId};

use tokio::runtime::{Builder, Handle};
use tokio::sync::{oneshot, watch};
use tokio::task::unconstrained;

use crate::error::kind::ErrorKind;
use crate::error::outcome::Observed;
use crate::error::{Error, ErrorContext};
use crate::tasks::block_on::block_on;

/// A Tokio runtime on a thread of its own. Dropping it ends the thread, without waiting for it.
pub(crate) struct Background {
    runtime: Handle,
    thread: ThreadId,
    process: u32,
    /// Closed when the thread ends, for whatever reason.
    shutdown_rx: watch::Receiver<()>,
    /// Ends the thread when it is dropped.
    _stop_tx: oneshot::Sender<Infallible>,
}

/// Why a call cannot block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockingError {
    /// The current thread is the background thread, which would wait for itself.
    OnBackgroundThread,
    /// The process was forked, or the current thread has dropped its thread-local data.
    UnusableThread,
    /// The background thread cannot be started, for lack of threads or open files.
    NotStarted(io::ErrorKind),
    /// The background thread ended before the call.
    ShutDown,
    /// The background thread ended during the call.
    ShutDownDuringCall,
}

impl BlockingError {
    pub(crate) fn into_error(self, context: &ErrorContext) -> Error {
        let observed = match self {
            Self::ShutDownDuringCall => Observed::NoResponse,
            Self::OnBackgroundThread
            | Self::UnusableThread
            | Self::NotStarted(_)
            | Self::ShutDown => Observed::Unsent,
        };
        Error::new(ErrorKind::CannotBlock, observed, context).with_detail(self.to_string())
    }
}

impl fmt::Display for BlockingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotStarted(kind) => {
                return write!(f, "cannot start the client's background thread: {kind}");
            }
            Self::OnBackgroundThread => "called on the client's own background thread",
            Self::UnusableThread => "called after a fork, or on a thread that is exiting",
            Self::ShutDown => "the client's background thread has shut down",
            Self::ShutDownDuringCall => "the client's background thread shut down during the call",
        })
    }
}

impl Background {
    /// Starts the thread, and waits until its runtime is ready.
    pub(crate) fn start(api: &str) -> io::Result<Self> {
        let (stop_tx, stop_rx) = oneshot::channel();
        let (shutdown_tx, shutdown_rx) = watch::channel(());
        let (runtime_tx, runtime_rx) = mpsc::sync_channel(1);
        // The thread builds and drops the runtime: neither is allowed in a task of another runtime.
        let thread = thread::Builder::new()
            .name(format!("{api}-client"))
            .spawn(move || run(&runtime_tx, stop_rx, shutdown_tx))?;
        let runtime = runtime_rx
            .recv()
            .unwrap_or_else(|_| Err(io::Error::other("the thread exited")))?;
        Ok(Self {
            runtime,
            thread: thread.thread().id(),
            process: process::id(),
            shutdown_rx,
            _stop_tx: stop_tx,
        })
    }

    /// Polls a future on the current thread until it is ready, in the context of the runtime.
    pub(crate) fn block_on<T>(&self, future: impl Future<Output = T>) -> Result<T, BlockingError> {
        let is_exiting =
            || Handle::try_current().is_err_and(|error| error.is_thread_local_destroyed());
        if process::id() != self.process || is_exiting() {
            return Err(BlockingError::UnusableThread);
        }
        if thread::current().id() == self.thread {
            return Err(BlockingError::OnBackgroundThread);
        }
        let _guard = self.runtime.enter();
        let mut shutdown_rx = self.shutdown_rx.clone();
        let mut shutdown = pin!(async { while shutdown_rx.changed().await.is_ok() {} });
        let mut future = pin!(future);
        let mut error = BlockingError::ShutDown;
        // Unconstrained: Tokio's cooperative budget is useless on a thread without other tasks.
        block_on(unconstrained(poll_fn(|context| {
            if shutdown.as_mut().poll(context).is_ready() {
                return Poll::Ready(Err(error));
            }
            error = BlockingError::ShutDownDuringCall;
            future.as_mut().poll(context).map(Ok)
        })))
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

/// Runs the thread until `stop_rx` is closed. Panics in its tasks are caught by Tokio.
fn run(
    runtime_tx: &mpsc::SyncSender<io::Result<Handle>>,
    stop_rx: oneshot::Receiver<Infallible>,
    shutdown_tx: watch::Sender<()>,
) {
    let runtime = match Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            let _ = runtime_tx.send(Err(error));
            return;
        }
    };
    // Dropped before the runtime, so that calls end before they poll timers of a dropped runtime.
    let _shutdown_tx = shutdown_tx;
    if runtime_tx.send(Ok(runtime.handle().clone())).is_ok() {
        let _ = runtime.block_on(stop_rx);
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    fn start() -> Background {
        Background::start("shop").unwrap()
    }

    #[test]
    fn a_call_on_the_background_thread_is_an_error() {
        let background = std::sync::Arc::new(start());
        let same = std::sync::Arc::clone(&background);
        let task = background
            .runtime
            .spawn(async move { same.block_on(pending::<()>()) });
        assert_eq!(
            background.block_on(task).unwrap().unwrap(),
            Err(BlockingError::OnBackgroundThread)
        );
    }

    #[test]
    fn a_call_in_a_forked_process_is_an_error() {
        let mut background = start();
        background.process += 1;
        assert_eq!(
            background.block_on(pending::<()>()),
            Err(BlockingError::UnusableThread)
        );
    }

    #[test]
    fn a_call_on_an_exiting_thread_is_an_error() {
        struct Last(Background, mpsc::Sender<Result<(), BlockingError>>);

        impl Drop for Last {
            fn drop(&mut self) {
                let _ = self.1.send(self.0.block_on(async {}));
            }
        }

        thread_local! {
            static LAST: std::cell::RefCell<Option<Last>> = const { std::cell::RefCell::new(None) };
        }

        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            LAST.set(Some(Last(start(), sender)));
            // Tokio's thread-local data is initialized after `LAST`, and dropped before it.
            LAST.with_borrow(|last| last.as_ref().unwrap().0.block_on(async {}).unwrap());
        })
        .join()
        .unwrap();
        assert_eq!(receiver.recv().unwrap(), Err(BlockingError::UnusableThread));
    }

    #[test]
    fn calls_end_with_the_background_thread() {
        let (shutdown_tx, shutdown_rx) = watch::channel(());
        let background = Background {
            shutdown_rx,
            ..start()
        };
        thread::scope(|scope| {
            let (started_tx, started_rx) = mpsc::channel();
            let call = scope.spawn(|| {
                background.block_on(async move {
                    started_tx.send(()).unwrap();
                    pending::<()>().await;
                })
            });
            started_rx.recv().unwrap();
            drop(shutdown_tx);
            assert_eq!(call.join().unwrap(), Err(BlockingError::ShutDownDuringCall));
        });
        assert_eq!(background.block_on(async {}), Err(BlockingError::ShutDown));
    }

    #[test]
    fn the_thread_ends_when_its_owner_is_dropped() {
        let background = start();
        let mut shutdown_rx = background.shutdown_rx.clone();
        drop(background);
        block_on(async { while shutdown_rx.changed().await.is_ok() {} });
    }
}
