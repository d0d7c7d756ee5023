//! What single calls do in another way than their client.

use std::fmt;
use std::time::Duration;

use api_wire::Secret;
use http::header::{self, HeaderName};
use http::{HeaderMap, HeaderValue};

use crate::error::invalid_field::{FieldLocation, InvalidField};

/// Limits, headers and parameters for single calls; see [`Client::with`](crate::Client::with).
///
/// Its `Debug` shows no value.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::time::Duration;
///
/// use api_runtime::RequestOptions;
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let client = shop_client::client([]);
/// let options = RequestOptions::new()
///     .attempt_timeout(Duration::from_secs(1))
///     .overall_timeout(Duration::from_secs(2))
///     .header("x-request-id", "42")
///     .query("expand", "lines");
/// let request = client.with_options(options).to_http(&GetOrder::new(7))?;
/// assert_eq!(request.headers()["x-request-id"], "42");
/// assert_eq!(request.uri().query(), Some("expand=lines"));
///
/// // What the client sets itself is refused, before anything is sent.
/// let error = client.with_options(RequestOptions::new().header("host", "elsewhere")).send(GetOrder::new(7)).await.unwrap_err();
/// assert_eq!(error.invalid_fields()[0].to_string(), "header `host`: is set by the client");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Default)]
#[must_use = "options do something when a client is made `with` them"]
pub struct RequestOptions {
    pub(crate) attempt_timeout: Option<Duration>,
    pub(crate) overall_timeout: Option<Duration>,
    pub(crate) headers: HeaderMap,
    pub(crate) query: Vec<(String, String)>,
    pub(crate) invalid_fields: Vec<InvalidField>,
}

/// What the client itself sets, or the connection.
const TAKEN: [HeaderName; 15] = [
    header::ACCEPT,
    header::ACCEPT_ENCODING,
    header::AUTHORIZATION,
    header::CONNECTION,
    header::CONTENT_ENCODING,
    header::CONTENT_LENGTH,
    header::CONTENT_TYPE,
    header::EXPECT,
    header::HOST,
    header::PROXY_AUTHORIZATION,
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
    header::USER_AGENT,
];

/// The same, where there is no constant for it.
const TAKEN_TOO: [&str; 3] = ["http2-settings", "keep-alive", "proxy-connection"];

impl RequestOptions {
    /// Everything as the client has it.
    pub fn new() -> Self {
        Self::default()
    }

    /// How long one attempt may take, from the connection to the last byte.
    ///
    /// If it is shorter than the client's [`connect_timeout`](crate::ClientBuilder::connect_timeout), the
    /// outcome of a write that got no connection is unknown.
    pub fn attempt_timeout(mut self, limit: Duration) -> Self {
        self.attempt_timeout = Some(limit);
        self
    }

    /// How long a call may take with all its attempts and the waits between them. Each page of a listing is a call.
    pub fn overall_timeout(mut self, limit: Duration) -> Self {
        self.overall_timeout = Some(limit);
        self
    }

    /// Sends one more header. The value is never shown.
    ///
    /// Headers that the client itself or the connection sets are refused, as are names and values that cannot be sent: the
    /// call then ends as [`InvalidRequest`](crate::ErrorKind::InvalidRequest) before anything is sent.
    pub fn header(mut self, name: &str, value: impl Into<Secret>) -> Self {
        match checked(name, value.into().expose()) {
            Ok((name, value)) => {
                self.headers.append(name, value);
            }
            Err((name, reason)) => {
                self.invalid_fields
                    .push(InvalidField::new(FieldLocation::Header, name, reason))
            }
        }
        self
    }

    /// Adds one more parameter to the query, encoded. One that the operation has set itself is refused.
    pub fn query(mut self, name: impl Into<String>, value: impl fmt::Display) -> Self {
        self.query.push((name.into(), value.to_string()));
        self
    }

    /// These options and the later ones, which win.
    pub(crate) fn and(mut self, later: Self) -> Self {
        self.attempt_timeout = later.attempt_timeout.or(self.attempt_timeout);
        self.overall_timeout = later.overall_timeout.or(self.overall_timeout);
        self.headers.extend(later.headers);
        let is_later = |name: &str| later.query.iter().any(|(other, _)| other == name);
        self.query.retain(|(name, _)| !is_later(name));
        self.query.extend(later.query);
        self.invalid_fields.extend(later.invalid_fields);
        self
    }
}

/// A header that can be sent, or its name and what is wrong. What is no name is not told: it may break a log.
fn checked(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), (String, &'static str)> {
    let name = HeaderName::from_bytes(name.as_bytes())
        .map_err(|_| (String::new(), "the name is not that of a header"))?;
    if TAKEN.contains(&name) || TAKEN_TOO.contains(&name.as_str()) {
        return Err((name.to_string(), "is set by the client"));
    }
    let fine = |byte: u8| byte == b' ' || byte == b'\t' || byte.is_ascii_graphic();
    let value = Some(value).filter(|value| value.bytes().all(fine));
    let mut value = value
        .and_then(|value| HeaderValue::from_str(value).ok())
        .ok_or_else(|| {
            let reason = "has a line break or another character that a header cannot carry";
            (name.to_string(), reason)
        })?;
    value.set_sensitive(true);
    Ok((name, value))
}

impl fmt::Debug for RequestOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers: Vec<_> = self.headers.keys().collect();
        let query: Vec<_> = self.query.iter().map(|(name, _)| name).collect();
        f.debug_struct("RequestOptions")
            .field("attempt_timeout", &self.attempt_timeout)
            .field("overall_timeout", &self.overall_timeout)
            .field("headers", &headers)
            .field("query", &query)
            .field("invalid_fields", &self.invalid_fields)
            .finish()
    }
}
