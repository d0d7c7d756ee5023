//! A clock that moves only when a test moves it.

use std::sync::mpsc::{Sender, channel};

/// While it lives, tokio's time stops, except for `tokio::time::advance`: paused time goes on by
/// itself when nothing is left to do, and waiting for a socket looks like that; it does not while a
/// blocking task is under way.
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
