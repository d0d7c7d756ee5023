//! What became of a read.

use std::fmt;

use api_runtime::Error;

use crate::sanitize::escape_markup;

/// What became of a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReadOutcome {
    /// The record has changed, or a callback claims another status: recorded.
    Changed,
    /// It was already recorded.
    Unchanged,
    /// Another read of the record has started meanwhile, or the record was forgotten: nothing was
    /// recorded.
    Superseded,
    /// A callback claimed that the record is ours, and no write has its id or its reference: it was
    /// forgotten.
    NotOurs,
    /// Reading the record or recording its change failed: the record is read again.
    Postponed,
    /// Reading or recording has failed for three days, or the response is not the record that the store
    /// knows. The record is read again after the next callback, and stays in
    /// [`queued`](crate::Handler::queued).
    GivenUp,
}

impl fmt::Display for ReadOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Changed => "changed",
            Self::Unchanged => "unchanged",
            Self::Superseded => "superseded",
            Self::NotOurs => "not ours",
            Self::Postponed => "postponed",
            Self::GivenUp => "given up",
        })
    }
}

/// What became of a read, as a line to log.
///
/// `Display` writes one line that is safe to log: untrusted text in it is truncated and escaped.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::{Events, Handler, ReadOutcome};
/// use api_runtime::journal::MemoryStore;
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let changes = Events::<GetOrder>::new(MemoryStore::new(), 10);
/// # let client = shop_client::client([(404, "")]);
/// # let handler = Handler::new(client, "d41d8cd98f00b204", changes)?;
/// handler.read_soon(7).await;
/// let read = &handler.read_due().await[0];
/// assert_eq!(read.outcome(), ReadOutcome::Postponed);
/// assert!(read.error().is_some_and(|error| error.is_not_found()));
/// assert!(read.to_string().starts_with("postponed: 7: read failed: "));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ReadReport {
    outcome: ReadOutcome,
    detail: String,
    error: Option<Error>,
}

impl ReadReport {
    /// `detail` must be safe to log.
    pub(crate) fn new(outcome: ReadOutcome, detail: String, error: Option<Error>) -> Self {
        Self {
            outcome,
            detail,
            error,
        }
    }

    pub(crate) fn given_up(mut self) -> Self {
        self.outcome = ReadOutcome::GivenUp;
        self
    }

    /// What became of the read.
    pub fn outcome(&self) -> ReadOutcome {
        self.outcome
    }

    /// The error of reading the record, if that failed.
    pub fn error(&self) -> Option<&Error> {
        self.error.as_ref()
    }
}

impl fmt::Display for ReadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.outcome, self.detail)?;
        match &self.error {
            Some(error) => write!(f, ": {}", escape_markup(&error.to_string())),
            None => Ok(()),
        }
    }
}
