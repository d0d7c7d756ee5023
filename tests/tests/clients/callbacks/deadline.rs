//! A deadline of real time: the clock of a test may be stopped.

use std::future::Future;
use std::thread;
use std::time::Duration;

use tokio::sync::oneshot;

const DEADLINE: Duration = Duration::from_secs(30);

/// The change that a future waits for. Without one the test fails, instead of waiting forever.
pub(crate) async fn change<T>(future: impl Future<Output = T>) -> T {
    let (sender, expired) = oneshot::channel::<()>();
    #[allow(clippy::disallowed_methods, reason = "the clock may be stopped")]
    thread::spawn(move || {
        thread::sleep(DEADLINE);
        let _ = sender.send(());
    });
    tokio::select! {
        output = future => output,
        _ = expired => panic!(
            "expected a change, found none in {DEADLINE:?}; \
             does `confirms_callback` in the spec name the right fields?"
        ),
    }
}
