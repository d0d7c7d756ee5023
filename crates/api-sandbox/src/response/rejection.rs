//! Rejected requests.

use crate::state::CommitError;

/// Why an operation is not executed.
/// [`JsonResponse::rejected`](super::json::JsonResponse::rejected) adds the body that is
/// documented for its status.
#[derive(Debug)]
pub(crate) struct Rejection {
    pub(crate) status: u16,
    pub(crate) messages: Vec<String>,
}

impl From<CommitError> for Rejection {
    fn from(error: CommitError) -> Self {
        Self::new(500, &error.to_string())
    }
}

impl Rejection {
    pub(crate) fn new(status: u16, message: &str) -> Self {
        Self {
            status,
            messages: vec![message.to_owned()],
        }
    }
}
