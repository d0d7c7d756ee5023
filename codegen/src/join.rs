//! Two computations at the same time.

use std::panic::resume_unwind;
use std::thread;

/// The results of both, which run at the same time.
pub(crate) fn join<A: Send, B>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B,
) -> (A, B) {
    thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        let one = one.join().unwrap_or_else(|panic| resume_unwind(panic));
        (one, other)
    })
}
