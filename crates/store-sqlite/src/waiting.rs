//! Puts that wait for the connection.

use std::sync::{Mutex, PoisonError};

use api_journal::Timestamp;
use api_journal::rows::Put;
use tokio::sync::oneshot;

use crate::error::StoreError;

/// The puts that wait, and where their answers go.
#[derive(Default)]
pub(crate) struct Waiting(Mutex<Vec<(Put, Answer)>>);

type Answer = oneshot::Sender<Answered>;
pub(crate) type Answered = Result<Option<Timestamp>, StoreError>;

impl Waiting {
    pub(crate) fn add(&self, put: Put, answer: Answer) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push((put, answer));
    }

    /// Those whose futures were not dropped.
    pub(crate) fn take(&self) -> Vec<(Put, Answer)> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|(_, answer)| !answer.is_closed());
        std::mem::take(&mut waiting)
    }
}
