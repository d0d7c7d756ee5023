//! Code without `async`.

use std::future::pending;
use std::io;
use std::process;
use std::sync::{OnceLock, mpsc};
use std::thread::{self, ThreadId};

use tokio::runtime::{Builder, Handle};
use tokio::task::unconstrained;

use crate::tasks::block_on::block_on;

/// Code without `async` writes `.wait()` where other code writes `.await`.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::Wait;
/// use shop_client::{GetOrder, ListCustomers};
///
/// # fn main() -> Result<(), api_runtime::Error> {
/// # let page = r#"{"customers": [{"id": 1, "points": 40}, {"id": 2, "points": 5}], "current_page": 1, "total_pages": 1}"#;
/// # let client = shop_client::client([(200, r#"{"id": 7, "state": "pending"}"#), (200, page)]);
/// let order = client.send(GetOrder::new(7)).wait()?;
/// assert_eq!(order.state.as_deref(), Some("pending"));
///
/// let mut customers = client.items(ListCustomers::new());
/// let mut points = 0;
/// while let Some(customer) = customers.next().wait() {
///     points += customer?.points.unwrap_or_default();
/// }
/// assert_eq!(points, 45);
/// # Ok(())
/// # }
/// ```
///
/// Every future has it: a call, the next record of a list, a store that is opened. The future runs on the
/// thread that waits, and so do hooks, transports and the decoding of a response of up to 1 MiB. Timers and
/// connections run on one background thread of the process, which the first `wait` starts.
///
/// `wait` can be called on any thread, concurrently, and also where blocking is discouraged: in a task of any
/// runtime, in a hook, or during another call of the same thread. But a task that blocks keeps its thread from
/// other tasks: if a task blocks the only thread of a runtime, and another task of this runtime would send the
/// response, the call ends with a timeout. The methods of a store have none, and may wait for ever there.
///
/// A future that needs the runtime when it is made is made in an `async` block:
/// `async { tokio::time::sleep(minute).await }.wait()`.
///
/// A forked process starts a background thread of its own. Give it clients of its own, too: the pooled
/// connections of the others belong to the process that opened them.
#[doc(alias = "blocking")]
pub trait Wait: Future + Sized {
    /// Blocks the thread until the future ends.
    ///
    /// # Panics
    ///
    /// On the background thread, on which a transport can spawn tasks; and if the system does not start this
    /// thread, for example because the process has too many open files.
    #[doc(alias = "block_on")]
    fn wait(self) -> Self::Output {
        Background::of_this_process().block_on(self)
    }
}

impl<F: Future> Wait for F {}

/// A thread with a runtime that drives connections and timers.
///
/// Futures are polled on the threads that wait: nothing has to be `Send` or `'static`.
struct Background {
    process: u32,
    thread: ThreadId,
    runtime: Handle,
    /// That of a process which was forked from this one: a fork copies no thread.
    forked: OnceLock<Box<Background>>,
}

static BACKGROUND: OnceLock<Background> = OnceLock::new();

impl Background {
    fn of_this_process() -> &'static Self {
        let mut background = BACKGROUND.get_or_init(Self::start);
        while background.process != process::id() {
            background = background.forked.get_or_init(|| Box::new(Self::start()));
        }
        background
    }

    fn start() -> Self {
        Self::try_start()
            .unwrap_or_else(|error| panic!("cannot start the background thread of `wait`: {error}"))
    }

    fn try_start() -> io::Result<Self> {
        let (runtime_tx, runtime_rx) = mpsc::sync_channel(1);
        // The thread builds the runtime: a task of another runtime must not drop one.
        let thread = thread::Builder::new()
            .name("api-wait".to_owned())
            .spawn(move || {
                let runtime = Builder::new_current_thread().enable_all().build();
                let handle = runtime.as_ref().map(|runtime| runtime.handle().clone());
                let _ = runtime_tx.send(handle.map_err(io::Error::kind));
                let _ = runtime.map(|runtime| runtime.block_on(pending::<()>()));
            })?;
        let runtime = runtime_rx.recv().unwrap_or(Err(io::ErrorKind::Other))?;
        Ok(Self {
            process: process::id(),
            thread: thread.thread().id(),
            runtime,
            forked: OnceLock::new(),
        })
    }

    fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        assert!(
            thread::current().id() != self.thread,
            "`wait` on its background thread, which would wait for itself"
        );
        let _guard = self.runtime.enter();
        // Unconstrained: Tokio's cooperative budget is useless on a thread without other tasks.
        block_on(unconstrained(future))
    }
}
