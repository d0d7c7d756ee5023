//! Waiting for a future on the thread that wants its result.
//!
//! tokio's own `block_on` panics where a runtime is at work already. This one is for any thread, and for a thread that is
//! waiting like this already.

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

/// Whether the future wants to be polled again. The thread's own parking is not used: what runs in a poll may park, too,
/// and would take the sign for its own.
#[derive(Default)]
struct Signal {
    woken: Mutex<bool>,
    changed: Condvar,
}

impl Signal {
    fn wait(&self) {
        let woken = self.woken.lock().unwrap_or_else(PoisonError::into_inner);
        let mut woken = self
            .changed
            .wait_while(woken, |woken| !*woken)
            .unwrap_or_else(PoisonError::into_inner);
        *woken = false;
    }
}

impl Wake for Signal {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        *self.woken.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_one();
    }
}

/// Polls a future until it is ready.
pub(super) fn wait_for<T>(future: impl Future<Output = T>) -> T {
    let signal = Arc::new(Signal::default());
    let waker = Waker::from(Arc::clone(&signal));
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(value) => return value,
            Poll::Pending => signal.wait(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::thread;

    use super::*;

    #[test]
    fn a_sign_that_comes_during_a_poll_is_not_lost_when_the_poll_parks() {
        let mut polls = 0;
        wait_for(poll_fn(|context| {
            polls += 1;
            if polls == 3 {
                return Poll::Ready(());
            }
            let waker = context.waker().clone();
            thread::spawn(move || waker.wake()).join().unwrap();
            // Takes a sign of the thread, if there is one.
            thread::current().unpark();
            thread::park();
            Poll::Pending
        }));
        assert_eq!(polls, 3);
    }

    #[test]
    fn waiting_can_be_nested() {
        let inner = async { wait_for(async { 2 }) + 1 };
        assert_eq!(wait_for(inner), 3);
    }
}
