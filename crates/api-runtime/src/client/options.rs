//! Options of single calls.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use api_wire::Secret;
use http::HeaderMap;

use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::error::redactor::Redactor;
use crate::request::validate;
use crate::telemetry::labels::Labels;

/// Timeouts, headers, query parameters and labels of single calls; see
/// [`Client::with_options`](crate::Client::with_options).
///
/// `Debug` shows names of headers and parameters, not their values.
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
/// // Headers that the client sets are rejected before anything is sent.
/// let options = RequestOptions::new().header("host", "other.example");
/// let error = client.with_options(options).send(GetOrder::new(7)).await.unwrap_err();
/// assert_eq!(
///     error.invalid_fields()[0].to_string(),
///     "header `host`: must not be set: the client sets it"
/// );
/// # Ok(())
/// # }
/// ```
#[doc(alias = "timeout")]
#[doc(alias = "deadline")]
#[doc(alias = "retry policy")]
#[derive(Clone, Default)]
#[must_use = "options have no effect without `Client::with_options`"]
pub struct RequestOptions {
    pub(crate) attempt_timeout: Option<Duration>,
    pub(crate) overall_timeout: Option<Duration>,
    pub(crate) headers: HeaderMap,
    pub(crate) query: Vec<(String, String)>,
    pub(crate) labels: Labels,
    pub(crate) invalid_fields: Vec<InvalidField>,
}

impl RequestOptions {
    /// No options: everything as in the client.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the timeout of an attempt, from connecting to the last byte.
    ///
    /// If it is shorter than the client's
    /// [`connect_timeout`](crate::ClientBuilder::connect_timeout), a write that times out while
    /// connecting has an unknown outcome.
    pub fn attempt_timeout(mut self, timeout: Duration) -> Self {
        self.attempt_timeout = Some(timeout);
        self
    }

    /// Sets the timeout of a call with all its attempts and backoff. Each page of a list is a call.
    pub fn overall_timeout(mut self, timeout: Duration) -> Self {
        self.overall_timeout = Some(timeout);
        self
    }

    /// Adds a header. Errors and logs never show the value.
    ///
    /// With a header that the client or the connection sets, or an invalid name or value, calls
    /// fail with [`InvalidRequest`](crate::ErrorKind::InvalidRequest) before anything is sent.
    pub fn header(mut self, name: &str, value: impl Into<Secret>) -> Self {
        match validate::header(name, value.into().expose()) {
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

    /// Adds a query parameter, percent-encoded. Errors do not show the value, even if the server
    /// echoes it. With a parameter that the operation sets, calls
    /// fail with [`InvalidRequest`](crate::ErrorKind::InvalidRequest).
    pub fn query(mut self, name: impl Into<String>, value: impl fmt::Display) -> Self {
        self.query.push((name.into(), value.to_string()));
        self
    }

    /// Sets a label of the calls, such as the venue, for hooks, transports and spans. It is never
    /// sent. A later label with the same name replaces it.
    ///
    /// A call has at most 16 labels. A name has at most 64 ASCII letters, digits, `_`, `.` and `-`,
    /// and starts with a letter; a value has from 1 to 128 bytes and no control characters. With
    /// other labels, calls fail with [`InvalidRequest`](crate::ErrorKind::InvalidRequest). Logs and
    /// metrics show labels: they must not contain secrets or personal data.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::{CallSummary, RequestOptions};
    /// use shop_client::{Client, GetOrder};
    /// # use std::sync::mpsc;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let config = shop_client::config();
    /// # let (sender, receiver) = mpsc::channel();
    /// let client = Client::builder(config)
    ///     .on_call_end(move |call: &CallSummary<'_>| {
    ///         let venue = call.labels.get("venue").unwrap_or("none");
    ///         let _ = sender.send(format!("{} {venue}", call.operation));
    ///     })
    /// #   .transport(shop_client::responses([(200, r#"{"id": 7}"#)]))
    ///     .build()?;
    /// let venue = client.with_options(RequestOptions::new().label("venue", "12"));
    /// venue.send(GetOrder::new(7)).await?;
    /// assert_eq!(receiver.recv()?, "get_order 12");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// The label `venue` is more than that in a journal of writes: keys and recovery belong to it, so
    /// that it must never change.
    #[doc(alias = "tag")]
    #[doc(alias = "attribute")]
    #[doc(alias = "metrics")]
    pub fn label(mut self, name: impl Into<Cow<'static, str>>, value: impl fmt::Display) -> Self {
        let set = self.labels.set(name.into(), value.to_string());
        self.invalid_fields.extend(set.err());
        self
    }

    /// The values that errors do not show: those of headers and parameters may be credentials.
    pub(crate) fn redactor(&self) -> Redactor {
        let mut redactor = Redactor::default();
        // Text cannot contain a value that is not text.
        for text in self
            .headers
            .values()
            .filter_map(|value| value.to_str().ok())
        {
            redactor.add(text);
        }
        for (_, value) in &self.query {
            redactor.add_word(value);
        }
        redactor
    }

    /// Adds later options, which override these.
    pub(crate) fn merge(mut self, later: Self) -> Self {
        self.attempt_timeout = later.attempt_timeout.or(self.attempt_timeout);
        self.overall_timeout = later.overall_timeout.or(self.overall_timeout);
        self.headers.extend(later.headers);
        let is_later = |name: &str| later.query.iter().any(|(other, _)| other == name);
        self.query.retain(|(name, _)| !is_later(name));
        self.query.extend(later.query);
        self.invalid_fields.extend(later.invalid_fields);
        self.invalid_fields
            .extend(self.labels.merge(later.labels).err());
        self
    }
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
            .field("labels", &self.labels)
            .field("invalid_fields", &self.invalid_fields)
            .finish()
    }
}
