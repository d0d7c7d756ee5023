//! The response to a callback.

use std::fmt;

use http::StatusCode;

use crate::request::disposition::Disposition;

/// The response to a callback: the status to respond with, and a line to log.
///
/// `Display` writes one line that is safe to log: untrusted text in it is truncated and escaped.
#[derive(Clone, Debug)]
pub struct CallbackResponse {
    disposition: Disposition,
    detail: String,
}

impl CallbackResponse {
    pub(crate) fn new(disposition: Disposition) -> Self {
        Self::with_detail(disposition, "")
    }

    /// `detail` must be safe to log.
    pub(crate) fn with_detail(disposition: Disposition, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self {
            disposition,
            detail,
        }
    }

    /// What was done about the callback.
    pub fn disposition(&self) -> Disposition {
        self.disposition
    }

    /// The status to respond with.
    pub fn status(&self) -> StatusCode {
        self.disposition.status()
    }
}

impl fmt::Display for CallbackResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.disposition.fmt(f)?;
        match self.detail.is_empty() {
            true => Ok(()),
            false => write!(f, ": {}", self.detail),
        }
    }
}
