//! A value with the head of its response.

use std::fmt;

use api_wire::Mismatch;
use http::{HeaderMap, StatusCode};

use crate::attempt::received::Received;
use crate::operation::erased::output;

/// A decoded value with the status, headers and mismatches of its response.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let client = shop_client::client([(200, r#"{"id": 7, "state": ["pending"]}"#)]);
/// // The server's response: {"id": 7, "state": ["pending"]}
/// let response = client.call().send_for_response(GetOrder::new(7)).await?;
/// assert_eq!((response.status.as_u16(), response.value.id), (200, Some(7)));
/// assert_eq!(response.value.state, None); // the unexpected value is in `extra`, and reported:
/// assert_eq!(response.mismatches[0].to_string(), "/state: expected string, found array");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Response<T> {
    /// What [`Client::send`](crate::Client::send) returns: the decoded body.
    pub value: T,
    /// The status of the response, from 200 to 299.
    pub status: StatusCode,
    /// All headers of the response, such as `x-request-id`.
    pub headers: HeaderMap,
    /// The values of the response that have an unexpected type.
    pub mismatches: Vec<Mismatch>,
}

impl<T: 'static> Response<T> {
    pub(crate) fn new(received: Received) -> Self {
        let (status, headers) = received.response.into_head();
        Self {
            value: output(received.value),
            status,
            headers,
            mismatches: received.mismatches,
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for Response<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Headers may contain cookies.
        f.debug_struct("Response")
            .field("value", &self.value)
            .field("status", &self.status)
            .field("mismatches", &self.mismatches)
            .finish_non_exhaustive()
    }
}
