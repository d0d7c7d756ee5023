//! A clock that moves only when a test moves it.

use std::sync::mpsc::{Sender, channel};

/// While it lives, tokio's time stands still but for `tokio::time::advance`: paused time goes on by itself when nothing is
/// left to do, and waiting for a socket looks like that; it does not while a blocking task is under way.
pub(crate) struct Standstill(Sender<()>);

pub(crate) fn standstill() -> Standstill {
    tokio::time::pause();
    let (held, holds) = channel::<()>();
    tokio::task::spawn_blocking(move || holds.recv());
    Standstill(held)
}

impl Drop for Standstill {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}
