//! The open streams of changes.

use tokio::sync::watch;

/// The streams of a sandbox.
pub(crate) struct EventStreams {
    /// Distinguishes the sandbox from an earlier one on the same port.
    pub(crate) instance: u64,
    is_closed: watch::Sender<bool>,
}

impl Default for EventStreams {
    fn default() -> Self {
        Self {
            instance: fastrand::u64(..),
            is_closed: watch::Sender::new(false),
        }
    }
}

impl EventStreams {
    /// Whether they have ended.
    pub(crate) fn closed(&self) -> watch::Receiver<bool> {
        self.is_closed.subscribe()
    }

    /// Ends all streams, for good.
    pub(crate) fn close(&self) {
        self.is_closed.send_replace(true);
    }
}
