//! Rejected requests.

/// Why an operation is not executed.
/// [`JsonResponse::rejected`](super::json::JsonResponse::rejected) adds the body that is
/// documented for its status.
#[derive(Debug)]
pub(crate) struct Rejection {
    pub(crate) status: u16,
    pub(crate) messages: Vec<String>,
}

impl Rejection {
    pub(crate) fn new(status: u16, message: &str) -> Self {
        Self {
            status,
            messages: vec![message.to_owned()],
        }
    }
}
