//! Responses of servers that have no page after the last one.

use http::StatusCode;

use crate::error::Error;
use crate::error::kind::ErrorKind;

/// Whether an error is the response in place of a page that does not exist: status 404, or 204 without
/// a body.
pub(crate) fn is_missing_page(error: &Error) -> bool {
    let response = error.response();
    error.status() == Some(StatusCode::NOT_FOUND)
        || error.kind() == ErrorKind::Decode
            && error.status() == Some(StatusCode::NO_CONTENT)
            && response.is_some_and(|response| !response.has_or_announces_body())
}
