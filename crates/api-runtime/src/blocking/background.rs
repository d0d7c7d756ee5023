//! The thread in the background of blocking clients: the clock and the connections.

use std::convert::Infallible;
use std::fmt;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::pin;
use std::process;
use std::sync::mpsc;
use std::task::Poll;
use std::thread::{self, ThreadId};

use tokio::runtime::{Builder, Handle};
use tokio::sync::{oneshot, watch};
use tokio::task::unconstrained;

use super::block_on::wait_for;

/// A runtime on a thread of its own. It ends when this is dropped, which waits for nothing.
pub(crate) struct Background {
    runtime: Handle,
    thread: ThreadId,
    process: u32,
    /// Closed when the thread ends, in whatever way.
    alive: watch::Receiver<()>,
    /// Tells the thread to end when it is dropped.
    _stop: oneshot::Sender<Infallible>,
}

/// Why a call could not be waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unable {
    /// It was made on the background thread, which would wait for itself.
    OwnThread,
    /// It was made in another process than the client.
    Forked,
    /// It was made on a thread that has dropped its local data.
    ThreadEnds,
    /// The background thread has ended before the call began.
    Ended,
    /// The background thread has ended while the call was under way.
    EndedMeanwhile,
}

impl fmt::Display for Unable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OwnThread => "it was made on the client's own background thread",
            Self::Forked => "the process was forked after the client was made",
            Self::ThreadEnds => "it was made on a thread that is about to end",
            Self::Ended => "the client's background thread has ended",
            Self::EndedMeanwhile => "the client's background thread has ended meanwhile",
        })
    }
}

impl Background {
    /// Starts the thread, and waits until it is ready.
    pub(crate) fn start(api: &str) -> io::Result<Self> {
        let (stop, stopped) = oneshot::channel();
        let (living, alive) = watch::channel(());
        let (ready, came) = mpsc::sync_channel(1);
        let thread = thread::Builder::new()
            .name(format!("{api}-client"))
            .spawn(move || run(&ready, stopped, living))?;
        // What builds a runtime must drop it, too, and that is not allowed in a task of another runtime.
        let runtime = came
            .recv()
            .unwrap_or_else(|_| Err(io::Error::other("the thread ended at once")))?;
        Ok(Self {
            runtime,
            thread: thread.thread().id(),
            process: process::id(),
            alive,
            _stop: stop,
        })
    }

    /// Polls a future on this thread until it is ready, with the background's clock and connections.
    pub(super) fn wait<T>(&self, future: impl Future<Output = T>) -> Result<T, Unable> {
        if process::id() != self.process {
            return Err(Unable::Forked);
        }
        if Handle::try_current().is_err_and(|error| error.is_thread_local_destroyed()) {
            return Err(Unable::ThreadEnds);
        }
        if thread::current().id() == self.thread {
            return Err(Unable::OwnThread);
        }
        let _entered = self.runtime.enter();
        let mut alive = self.alive.clone();
        let mut ended = pin!(async { while alive.changed().await.is_ok() {} });
        let mut future = pin!(future);
        let mut unable = Unable::Ended;
        // A task that has used up its share is told to come back later. Here nobody goes away before it is ready.
        wait_for(unconstrained(poll_fn(|context| {
            if ended.as_mut().poll(context).is_ready() {
                return Poll::Ready(Err(unable));
            }
            unable = Unable::EndedMeanwhile;
            future.as_mut().poll(context).map(Ok)
        })))
    }
}

/// What the thread does. Nothing that panics on it ends it: tasks are contained.
fn run(
    ready: &mpsc::SyncSender<io::Result<Handle>>,
    stopped: oneshot::Receiver<Infallible>,
    living: watch::Sender<()>,
) {
    let runtime = match Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            let _ = ready.send(Err(error));
            return;
        }
    };
    // Dropped before the runtime, so that nobody polls what belongs to a runtime that has gone.
    let _living = living;
    if ready.send(Ok(runtime.handle().clone())).is_ok() {
        let _ = runtime.block_on(stopped);
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
    fn a_call_on_the_background_thread_is_refused() {
        let background = std::sync::Arc::new(start());
        let same = std::sync::Arc::clone(&background);
        let task = background
            .runtime
            .spawn(async move { same.wait(pending::<()>()) });
        assert_eq!(
            background.wait(task).unwrap().unwrap(),
            Err(Unable::OwnThread)
        );
    }

    #[test]
    fn a_call_in_a_forked_process_is_refused() {
        let mut background = start();
        background.process += 1;
        assert_eq!(background.wait(pending::<()>()), Err(Unable::Forked));
    }

    #[test]
    fn a_call_of_a_thread_that_ends_is_refused() {
        struct Last(Background, mpsc::Sender<Result<(), Unable>>);

        impl Drop for Last {
            fn drop(&mut self) {
                let _ = self.1.send(self.0.wait(async {}));
            }
        }

        thread_local! {
            static LAST: std::cell::RefCell<Option<Last>> = const { std::cell::RefCell::new(None) };
        }

        let (sender, came) = mpsc::channel();
        thread::spawn(move || {
            LAST.set(Some(Last(start(), sender)));
            // tokio's own data of this thread is made after that, and dropped before.
            LAST.with_borrow(|last| last.as_ref().unwrap().0.wait(async {}).unwrap());
        })
        .join()
        .unwrap();
        assert_eq!(came.recv().unwrap(), Err(Unable::ThreadEnds));
    }

    #[test]
    fn when_the_thread_has_ended_calls_end_too() {
        let (living, alive) = watch::channel(());
        let background = Background { alive, ..start() };
        thread::scope(|scope| {
            let (begun, begins) = mpsc::channel();
            let call = scope.spawn(|| {
                background.wait(async move {
                    begun.send(()).unwrap();
                    pending::<()>().await;
                })
            });
            begins.recv().unwrap();
            drop(living);
            assert_eq!(call.join().unwrap(), Err(Unable::EndedMeanwhile));
        });
        assert_eq!(background.wait(async {}), Err(Unable::Ended));
    }

    #[test]
    fn the_thread_ends_with_its_owner() {
        let background = start();
        let mut alive = background.alive.clone();
        drop(background);
        wait_for(async { while alive.changed().await.is_ok() {} });
    }
}
