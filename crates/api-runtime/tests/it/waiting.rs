//! Futures that are run to their end on the calling thread.

use std::future::poll_fn;
use std::task::Poll;
use std::thread;

use api_runtime::Error;
use test_support::shop::{Client, config};

#[test]
fn a_wakeup_during_a_poll_is_kept_when_the_poll_parks() {
    let mut polls = 0;
    let future = poll_fn(|context| {
        polls += 1;
        if polls == 3 {
            return Poll::Ready(Ok::<_, Error>(()));
        }
        let waker = context.waker().clone();
        thread::spawn(move || waker.wake()).join().unwrap();
        // Consumes the thread's parking token.
        thread::current().unpark();
        thread::park();
        Poll::Pending
    });
    Client::new(config()).unwrap().wait(future).unwrap();
    assert_eq!(polls, 3);
}

#[test]
fn waits_can_be_nested() {
    let client = Client::new(config()).unwrap();
    let inner = async { client.wait(async { Ok::<_, Error>(2) }).map(|two| two + 1) };
    assert_eq!(client.wait(inner).unwrap(), 3);
}
