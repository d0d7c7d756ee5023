//! The response to a callback.

use std::fmt;
use std::sync::Arc;

use api_runtime::Error;
use http::StatusCode;

use crate::request::disposition::Disposition;
use crate::sanitize::escape_markup;

/// The response to a callback: the status to respond with, and a line to log.
///
/// `Display` writes one line that is safe to log: untrusted text in it is truncated and escaped.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_callbacks::{Disposition, Handler, MemoryStore};
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let orders = MemoryStore::<GetOrder>::new(10);
/// # orders.confirm("WEB-1", 7)?;
/// # let client = shop_client::client([(404, "")]);
/// # let handler = Handler::new(client, "d41d8cd98f00b204", orders)?;
/// let response = handler.refetch(7).await;
/// assert_eq!(response.disposition(), Disposition::Forbidden);
/// assert_eq!(response.status(), 403);
/// assert!(response.error().is_some_and(|error| error.is_not_found()));
/// let line = response.to_string();
/// assert!(line.starts_with("forbidden: 7 (WEB-1): not accessible with these credentials"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct CallbackResponse {
    disposition: Disposition,
    detail: String,
    error: Option<Arc<Error>>,
    /// Another process reads the record, or has read it.
    is_read_elsewhere: bool,
}

impl CallbackResponse {
    pub(crate) fn new(disposition: Disposition) -> Self {
        Self::with_detail(disposition, "")
    }

    /// `detail` must be safe to log.
    pub(crate) fn with_detail(disposition: Disposition, detail: impl Into<String>) -> Self {
        Self {
            disposition,
            detail: detail.into(),
            error: None,
            is_read_elsewhere: false,
        }
    }

    pub(crate) fn read_elsewhere(mut self) -> Self {
        self.is_read_elsewhere = true;
        self
    }

    pub(crate) fn is_read_elsewhere(&self) -> bool {
        self.is_read_elsewhere
    }

    pub(crate) fn with_error(mut self, error: Error) -> Self {
        self.error = Some(Arc::new(error));
        self
    }

    /// What was done about the callback.
    pub fn disposition(&self) -> Disposition {
        self.disposition
    }

    /// The status to respond with.
    pub fn status(&self) -> StatusCode {
        self.disposition.status()
    }

    /// The error of reading the record, if that failed.
    pub fn error(&self) -> Option<&Error> {
        self.error.as_deref()
    }
}

impl fmt::Display for CallbackResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.disposition.fmt(f)?;
        if !self.detail.is_empty() {
            write!(f, ": {}", self.detail)?;
        }
        match &self.error {
            Some(error) => write!(f, ": {}", escape_markup(&error.to_string())),
            None => Ok(()),
        }
    }
}
