//! What a call gives beside the value that it reads.

pub(crate) mod classify;
pub(crate) mod decode;
pub(crate) mod envelope;
pub(crate) mod error_messages;
pub(crate) mod raw;
pub(crate) mod reader;

use std::fmt;

use api_wire::Mismatch;
use http::{HeaderMap, StatusCode};

use crate::RawResponse;

/// A value, and the response that it was read from.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let client = shop_client::client([(200, r#"{"id": 7, "state": ["pending"]}"#)]);
/// // The server's response: {"id": 7, "state": ["pending"]}
/// let answer = client.send_with_response(GetOrder::new(7)).await?;
/// assert_eq!((answer.status.as_u16(), answer.value.id), (200, Some(7)));
/// assert_eq!(answer.value.state, None); // what does not fit is kept in `extra`, and told:
/// assert_eq!(answer.mismatches[0].to_string(), "/state: expected string, found array");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Response<T> {
    /// What the operation reads.
    pub value: T,
    /// The status of the response.
    pub status: StatusCode,
    /// The headers of the response.
    pub headers: HeaderMap,
    /// The values of the response that are not what the API describes.
    pub mismatches: Vec<Mismatch>,
}

impl<T> Response<T> {
    pub(crate) fn new(value: T, response: RawResponse, mismatches: Vec<Mismatch>) -> Self {
        let (status, headers) = response.into_head();
        Self {
            value,
            status,
            headers,
            mismatches,
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for Response<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Headers are left out: a server sets cookies in them.
        f.debug_struct("Response")
            .field("value", &self.value)
            .field("status", &self.status)
            .field("mismatches", &self.mismatches)
            .finish_non_exhaustive()
    }
}
