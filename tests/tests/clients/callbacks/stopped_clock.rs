//! A clock that moves only when a test moves it.

use std::sync::mpsc::{Sender, channel};

/// Stops the time of tokio until it is dropped, except for `tokio::time::advance`. Paused time
/// advances by itself when all tasks are idle, also when they wait for a socket, but not during a
/// blocking task.
pub(crate) struct StoppedClock(Sender<()>);

pub(crate) fn stop_clock() -> StoppedClock {
    tokio::time::pause();
    let (sender, receiver) = channel::<()>();
    tokio::task::spawn_blocking(move || receiver.recv());
    StoppedClock(sender)
}

impl Drop for StoppedClock {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}
