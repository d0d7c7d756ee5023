//! Futures that are run to their end on the calling thread.

use std::future::{poll_fn, ready};
use std::task::Poll;
use std::thread;

use api_runtime::Wait;

#[test]
fn a_wakeup_during_a_poll_is_kept_when_the_poll_parks() {
    let mut polls = 0;
    let future = poll_fn(|context| {
        polls += 1;
        if polls == 3 {
            return Poll::Ready(());
        }
        let waker = context.waker().clone();
        thread::spawn(move || waker.wake()).join().unwrap();
        // Consumes the thread's parking token.
        thread::current().unpark();
        thread::park();
        Poll::Pending
    });
    future.wait();
    assert_eq!(polls, 3);
}

#[test]
fn waits_can_be_nested() {
    let outer = async { ready(2).wait() + 1 };
    assert_eq!(outer.wait(), 3);
}
