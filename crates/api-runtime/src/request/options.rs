//! Options of calls.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use api_wire::Secret;
use http::{HeaderMap, HeaderName};
use tokio::time::Instant;

use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::head::validate;
use crate::observe::labels::Labels;
use crate::redact::redactor::Redactor;
use crate::request::account;
use crate::request::retry_policy::RetryPolicy;

/// The label that the account sets.
const ACCOUNT: &str = "account";

/// The options that a client has for all its calls, and a call for itself.
macro_rules! options {
    () => {
        /// Sets the timeout of a call with all its attempts and backoff. Default: 60 seconds. Each page of a list is a
        /// call. A call whose timeout is zero sends nothing; the timeouts of a client must not be zero.
        #[doc(alias = "overall_timeout")]
        #[doc(alias = "deadline")]
        pub fn timeout(mut self, timeout: std::time::Duration) -> Self {
            self.options.timeout = Some(timeout);
            self
        }

        /// Sets the timeout of an attempt, from connecting to the last byte. Default: 30 seconds.
        ///
        /// If it is shorter than the [`connect_timeout`](crate::ClientBuilder::connect_timeout), a write that times
        /// out while connecting has an unknown outcome.
        pub fn attempt_timeout(mut self, timeout: std::time::Duration) -> Self {
            self.options.attempt_timeout = Some(timeout);
            self
        }

        /// Sets how many attempts a call makes, and the backoff between them.
        #[doc(alias = "backoff")]
        #[doc(alias = "max attempts")]
        pub fn retry_policy(mut self, policy: $crate::RetryPolicy) -> Self {
            self.options.invalid_fields.extend(policy.invalid_fields());
            self.options.retry_policy = Some(policy);
            self
        }

        /// Sets the maximum size of a response body after decompression. Default: 64 MiB.
        ///
        /// The body of an error has at most 2 MiB. All bodies that are received at the same time have at most
        /// four times the maximum size together.
        ///
        /// Other tasks of the runtime run while a body is decompressed, and the body of a success of more than
        /// 1 MiB is decoded on a thread for blocking work.
        #[doc(alias = "body limit")]
        pub fn max_response_size(mut self, bytes: u64) -> Self {
            self.options.max_response_size = Some(bytes);
            self
        }

        /// Adds a header. Errors and logs never show the value.
        ///
        /// A header that the client or the connection sets is invalid, and so are other names and values than HTTP
        /// allows.
        pub fn header(mut self, name: &str, value: impl Into<$crate::Secret>) -> Self {
            self.options.header(name, value.into());
            self
        }

        /// Adds a query parameter, percent-encoded. Errors do not show the value, even if the server echoes it. A
        /// parameter that the operation sets is invalid.
        pub fn query(mut self, name: impl Into<String>, value: impl std::fmt::Display) -> Self {
            self.options.query.push((name.into(), value.to_string()));
            self
        }

        /// Sets a label, such as the till, for hooks, transports and spans. It is never sent. A later label with the
        /// same name replaces it.
        ///
        /// A call has at most 16 labels. A name has at most 64 ASCII letters, digits, `_`, `.` and `-`, and starts
        /// with a letter; a value has from 1 to 128 bytes and no control characters. Logs and metrics show labels:
        /// they must not contain secrets or personal data.
        ///
        /// ```
        /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
        /// use api_runtime::observe::CallSummary;
        /// use shop_client::{Client, GetOrder};
        /// # use std::sync::mpsc;
        ///
        /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
        /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
        /// # let config = shop_client::config();
        /// # let (sender, receiver) = mpsc::channel();
        /// let client = Client::builder(config)
        ///     .on_call_end(move |call: &CallSummary<'_>| {
        ///         let till = call.labels.get("till").unwrap_or("none");
        ///         let _ = sender.send(format!("{} {till}", call.operation));
        ///     })
        /// #   .transport(shop_client::responses([(200, r#"{"id": 7}"#)]))
        ///     .build()?;
        /// client.call().label("till", 12).send(GetOrder::new(7)).await?;
        /// assert_eq!(receiver.recv()?, "get_order 12");
        /// # Ok(())
        /// # }
        /// ```
        ///
        /// Labels change nothing else. The label `account` is that of
        /// [`ClientBuilder::account`](crate::ClientBuilder::account).
        #[doc(alias = "tag")]
        #[doc(alias = "attribute")]
        #[doc(alias = "metrics")]
        pub fn label(
            mut self,
            name: impl Into<std::borrow::Cow<'static, str>>,
            value: impl std::fmt::Display,
        ) -> Self {
            self.options.label(name.into(), value.to_string());
            self
        }
    };
}

pub(crate) use options;

/// The options of a client's calls, or those of single calls, which override them.
///
/// `Debug` shows names of headers and parameters, not their values.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct CallOptions {
    pub(crate) attempt_timeout: Option<Duration>,
    /// Of all attempts.
    pub(crate) timeout: Option<Duration>,
    pub(crate) retry_policy: Option<RetryPolicy>,
    pub(crate) max_response_size: Option<u64>,
    pub(crate) headers: HeaderMap,
    pub(crate) query: Vec<(String, String)>,
    /// Whose credentials the client has: a label, and a part of each key.
    pub(crate) account: Option<Arc<str>>,
    pub(crate) labels: Labels,
    pub(crate) invalid_fields: Vec<InvalidField>,
}

impl CallOptions {
    /// Of one attempt, from connecting to the last byte of the response.
    pub(crate) fn attempt_timeout(&self) -> Duration {
        self.attempt_timeout.unwrap_or(Duration::from_secs(30))
    }

    /// Of all attempts of a call and the backoff between them.
    pub(crate) fn timeout(&self) -> Duration {
        self.timeout.unwrap_or(Duration::from_secs(60))
    }

    /// When an attempt that started then times out.
    pub(crate) fn attempt_deadline(&self, started: Instant) -> Instant {
        in_time(started, self.attempt_timeout())
    }

    /// When a call that starts now times out.
    pub(crate) fn deadline(&self) -> Instant {
        in_time(Instant::now(), self.timeout())
    }

    pub(crate) fn max_response_size(&self) -> u64 {
        self.max_response_size.unwrap_or(64 * 1024 * 1024)
    }

    pub(crate) fn header(&mut self, name: &str, value: Secret) {
        match validate::header(name, value.expose()) {
            Ok((name, value)) => {
                self.headers.append(name, value);
            }
            Err((name, reason)) => {
                self.invalid_fields
                    .push(InvalidField::new(FieldLocation::Header, name, reason))
            }
        }
    }

    pub(crate) fn header_is_set(&mut self, name: &HeaderName) {
        let reason = "must not be set: it is set already";
        let field = InvalidField::new(FieldLocation::Header, name.as_str(), reason);
        self.invalid_fields.push(field);
    }

    pub(crate) fn account(&mut self, text: &str) {
        match account::checked(text) {
            Ok(account) => {
                let set = self.labels.set(ACCOUNT.into(), account.to_owned());
                self.invalid_fields.extend(set.err());
                self.account = Some(account.into());
            }
            Err(invalid) => self.invalid_fields.push(invalid),
        }
    }

    pub(crate) fn label(&mut self, name: Cow<'static, str>, value: String) {
        if name == ACCOUNT {
            let reason = "must be set with `account`, of which keys depend";
            let invalid = InvalidField::new(FieldLocation::Label, name, reason);
            return self.invalid_fields.push(invalid);
        }
        let set = self.labels.set(name, value);
        self.invalid_fields.extend(set.err());
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
            redactor.add(value);
        }
        redactor
    }

    /// Adds later options, which override these.
    pub(crate) fn merge(mut self, later: Self) -> Self {
        self.attempt_timeout = later.attempt_timeout.or(self.attempt_timeout);
        self.timeout = later.timeout.or(self.timeout);
        self.retry_policy = later.retry_policy.or(self.retry_policy);
        self.max_response_size = later.max_response_size.or(self.max_response_size);
        self.account = later.account.or(self.account);
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

/// When this time has passed: at most a year, as clocks overflow.
fn in_time(start: Instant, time: Duration) -> Instant {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);
    start + time.min(YEAR)
}

impl fmt::Debug for CallOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers: Vec<_> = self.headers.keys().collect();
        let query: Vec<_> = self.query.iter().map(|(name, _)| name).collect();
        f.debug_struct("CallOptions")
            .field("attempt_timeout", &self.attempt_timeout)
            .field("timeout", &self.timeout)
            .field("retry_policy", &self.retry_policy)
            .field("max_response_size", &self.max_response_size)
            .field("headers", &headers)
            .field("query", &query)
            .field("labels", &self.labels)
            .field("invalid_fields", &self.invalid_fields)
            .finish()
    }
}
