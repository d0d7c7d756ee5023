//! What became of a callback.

use std::fmt;
use std::sync::Arc;

use api_runtime::Error;
use http::StatusCode;

use super::sanitize::without_markup;

/// What became of a callback: the answer to give, and what to log.
///
/// Its `Display` is one line that is safe to log: what strangers sent in it is cut and escaped.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::{MemoryStore, Handler, Disposition};
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let orders = MemoryStore::<GetOrder>::new(10);
/// # orders.confirm("WEB-1", 7)?;
/// # let client = shop_client::client([(404, "")]);
/// # let handler = Handler::new(client, "d41d8cd98f00b204", orders)?;
/// let received = handler.refetch(7).await;
/// assert_eq!(received.disposition(), Disposition::Forbidden);
/// assert_eq!(received.status(), 403); // the answer to give
/// assert!(received.error().is_some_and(|error| error.is_not_found()));
/// assert!(received.to_string().starts_with("refused: 7 (WEB-1): it is not there for these credentials"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct CallbackResponse {
    disposition: Disposition,
    about: String,
    error: Option<Arc<Error>>,
}

/// The kinds of what can become of a callback.
///
/// ```
/// use api_callbacks::Disposition;
///
/// assert_eq!(Disposition::Unchanged.status(), 200);
/// assert_eq!(Disposition::Queued.status(), 503); // it stays queued here as well
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Disposition {
    /// The record was read back and is in another state than before. The store has it.
    Changed,
    /// The record was read back and is in the state that was reported already.
    Unchanged,
    /// The store does not know the record. Nothing was read.
    Unknown,
    /// The record is not reached by these credentials, or has another id or reference.
    Forbidden,
    /// The record could not be read, or the change not be handed over. It stays queued.
    Queued,
    /// As `Queued`, but the queue is full, or the store could not be asked: it is not queued.
    Lost,
    /// The path is no handler's.
    WrongPath,
    /// The method is not POST.
    WrongMethod,
    /// The body is no form in UTF-8.
    WrongType,
    /// The body is too large.
    TooLarge,
    /// The body did not come within its time.
    TooSlow,
    /// The form cannot be read, or tells no id.
    BadForm,
}

impl Disposition {
    /// The status to answer with.
    pub fn status(self) -> StatusCode {
        match self {
            Self::Changed | Self::Unchanged | Self::Unknown => StatusCode::OK,
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::Queued | Self::Lost => StatusCode::SERVICE_UNAVAILABLE,
            Self::WrongPath => StatusCode::NOT_FOUND,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::WrongType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::BadForm => StatusCode::BAD_REQUEST,
        }
    }
}

impl CallbackResponse {
    /// `about` must be safe to log.
    pub(super) fn new(disposition: Disposition, about: impl Into<String>) -> Self {
        Self {
            disposition,
            about: about.into(),
            error: None,
        }
    }

    pub(super) fn with_error(mut self, error: Error) -> Self {
        self.error = Some(Arc::new(error));
        self
    }

    /// What became of it.
    pub fn disposition(&self) -> Disposition {
        self.disposition
    }

    /// The status to answer with.
    pub fn status(&self) -> StatusCode {
        self.disposition.status()
    }

    /// Why the record could not be read, where that is so.
    pub fn error(&self) -> Option<&Error> {
        self.error.as_deref()
    }
}

impl fmt::Display for CallbackResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.disposition {
            Disposition::Changed => "changed",
            Disposition::Unchanged => "unchanged",
            Disposition::Unknown => "not known, not read",
            Disposition::Forbidden => "refused",
            Disposition::Queued => "queued",
            Disposition::Lost => "not read and not queued",
            Disposition::WrongPath => "a path that is no handler's",
            Disposition::WrongMethod => "not a POST",
            Disposition::WrongType => "not a form in UTF-8",
            Disposition::TooLarge => "too large",
            Disposition::TooSlow => "too slow",
            Disposition::BadForm => "not a form that can be read",
        })?;
        if !self.about.is_empty() {
            write!(f, ": {}", self.about)?;
        }
        match &self.error {
            Some(error) => write!(f, ": {}", without_markup(&error.to_string())),
            None => Ok(()),
        }
    }
}
