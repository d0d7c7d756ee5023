//! A transport that plays a script instead of connecting to a server.

use std::fmt;
use std::future::pending;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde_json::Value;
use tokio::time::{Instant, sleep};

use crate::body::raw_response::RawResponse;
use crate::future::BoxFuture;
use crate::info::operation_info::Retry;
use crate::observe::attempt::Attempt;
use crate::transport::{Transport, TransportError};

/// A [`Transport`] that plays one [`Step`] for each attempt and records the requests.
///
/// Everything above it is the client's own: retries, timeouts, decoding, errors. Clones share their
/// state, so a test can keep one to inspect the client's requests. With Tokio's time paused, backoff
/// takes no time.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::transport::TransportError;
/// use api_runtime::testing::{ScriptedTransport, Step};
/// use shop_client::{Client, GetOrder};
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let config = shop_client::config();
/// let transport = ScriptedTransport::new([
///     Step::response(503, "").header("retry-after", "2"),
///     Step::failure(TransportError::not_connected("connection refused")),
///     Step::response(200, r#"{"id": 7, "state": "pending"}"#),
/// ]);
/// let client = Client::builder(config).transport(transport.clone()).build()?;
///
/// let order = client.send(GetOrder::new(7)).await?;
/// assert_eq!(order.state.as_deref(), Some("pending"));
/// let requests = transport.requests();
/// assert_eq!(requests.len(), 3);
/// assert_eq!(requests[0].request.uri().path(), "/api/orders/7");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct ScriptedTransport {
    script: Arc<Script>,
    repeats_last: bool,
}

struct Script {
    steps: Vec<Step>,
    /// The operation of each step, if the steps are those of a recording.
    operations: Option<Vec<String>>,
    start: Instant,
    requests: Mutex<Vec<SentRequest>>,
}

impl Script {
    /// The steps for the attempts of an operation.
    fn steps_of(&self, operation: &str) -> Vec<&Step> {
        let Some(operations) = &self.operations else {
            return self.steps.iter().collect();
        };
        let steps = self.steps.iter().zip(operations);
        let of_operation = steps.filter(|(_, name)| *name == operation);
        of_operation.map(|(step, _)| step).collect()
    }

    fn requests(&self) -> MutexGuard<'_, Vec<SentRequest>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ScriptedTransport {
    /// A transport with one step for each attempt. A pair of a status and a body is a step.
    pub fn new<S: Into<Step>>(steps: impl IntoIterator<Item = S>) -> Self {
        Self::playing(steps.into_iter().map(Into::into).collect(), None)
    }

    /// A transport that plays a recording of [`ClientBuilder::record`](crate::ClientBuilder::record): to the attempts of each
    /// operation, the responses to this operation, in their order.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use std::fs;
    ///
    /// use api_runtime::testing::ScriptedTransport;
    /// use shop_client::{Client, GetOrder};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let config = shop_client::config();
    /// # let path = std::env::temp_dir().join(format!("recorded-{}.har", std::process::id()));
    /// let client = Client::builder(config.clone()).record(&path)
    /// #   .transport(shop_client::responses([(200, r#"{"id": 7, "state": "pending", "notice": "hello"}"#)]))
    ///     .build()?;
    /// client.send(GetOrder::new(7)).await?;
    ///
    /// let recorded = ScriptedTransport::from_har(&fs::read_to_string(&path)?);
    /// # fs::remove_file(&path)?;
    /// let client = Client::builder(config).transport(recorded).build()?;
    /// let order = client.send(GetOrder::new(7)).await?;
    /// assert_eq!(order.state.as_deref(), Some("pending"));
    /// // An unknown field: the file has a placeholder of its form.
    /// assert_eq!(order.extra.get("notice").unwrap().as_str(), r#""x""#);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// If the text is no such recording.
    pub fn from_har(text: &str) -> Self {
        let read = |text: &str| -> Option<(Vec<_>, Vec<_>)> {
            let har: Value = serde_json::from_str(text).ok()?;
            let entries = har.pointer("/log/entries")?.as_array()?.iter();
            entries
                .map(|entry| Some((recorded(entry)?, entry["_operation"].as_str()?.to_owned())))
                .collect()
        };
        match read(text) {
            Some((steps, operations)) => Self::playing(steps, Some(operations)),
            None => panic!("expected a HAR file of `ClientBuilder::record`"),
        }
    }

    fn playing(steps: Vec<Step>, operations: Option<Vec<String>>) -> Self {
        Self {
            script: Arc::new(Script {
                steps,
                operations,
                start: Instant::now(),
                requests: Mutex::default(),
            }),
            repeats_last: false,
        }
    }

    /// Plays the last step, of a recording that of the operation, for all further attempts. Otherwise, an attempt beyond the last step
    /// panics.
    pub fn repeat_last(mut self) -> Self {
        self.repeats_last = true;
        self
    }

    /// The requests of all attempts, in their order.
    pub fn requests(&self) -> Vec<SentRequest> {
        self.script.requests().clone()
    }

    /// How many attempts were made.
    pub fn attempts(&self) -> usize {
        self.script.requests().len()
    }
}

impl Transport for ScriptedTransport {
    /// # Panics
    ///
    /// When the script has no step left.
    fn send(
        &self,
        request: http::Request<Bytes>,
        attempt: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let mut requests = self.script.requests();
        let is_recorded = self.script.operations.is_some();
        let of_same =
            |request: &&SentRequest| !is_recorded || request.operation == attempt.operation;
        let played = requests.iter().filter(of_same).count();
        requests.push(SentRequest {
            operation: attempt.operation.to_owned(),
            attempt: attempt.number,
            retry: attempt.retry,
            elapsed: self.script.start.elapsed(),
            request,
        });
        drop(requests);
        let steps = self.script.steps_of(attempt.operation);
        let last = steps.last().filter(|_| self.repeats_last);
        match steps.get(played).or(last) {
            Some(step) => Box::pin(Step::clone(step).play()),
            None => panic!(
                "the script has {} steps, and none for attempt {} of `{}`",
                steps.len(),
                attempt.number,
                attempt.operation
            ),
        }
    }
}

impl fmt::Debug for ScriptedTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Requests have credentials.
        f.debug_struct("ScriptedTransport")
            .field("steps", &self.script.steps.len())
            .field("attempts", &self.attempts())
            .finish_non_exhaustive()
    }
}

/// The response of an entry of a recording.
fn recorded(entry: &Value) -> Option<Step> {
    let response = entry.get("response")?;
    let status = u16::try_from(response["status"].as_u64()?).ok()?;
    let mut step = Step::response(status, response["content"]["text"].as_str()?.to_owned());
    for header in response["headers"].as_array()? {
        let (name, value) = (header["name"].as_str()?, header["value"].as_str()?);
        // The others have placeholders.
        if [CONTENT_TYPE, RETRY_AFTER]
            .iter()
            .any(|known| known == name)
        {
            step = step.header(name, value);
        }
    }
    Some(step)
}

/// What [`ScriptedTransport`] returns for one attempt.
#[derive(Clone)]
pub struct Step {
    delay: Option<Duration>,
    outcome: StepOutcome,
}

#[derive(Clone)]
enum StepOutcome {
    Response(StatusCode, HeaderMap, Bytes),
    Failure(TransportError),
    Pending,
}

impl Step {
    fn new(outcome: StepOutcome) -> Self {
        let delay = None;
        Self { delay, outcome }
    }

    /// A response without headers.
    ///
    /// # Panics
    ///
    /// When there is no such status.
    pub fn response(status: u16, body: impl Into<Bytes>) -> Self {
        let Ok(status) = StatusCode::from_u16(status) else {
            panic!("invalid status: {status}")
        };
        Self::new(StepOutcome::Response(status, HeaderMap::new(), body.into()))
    }

    /// An attempt without a whole response.
    pub fn failure(error: TransportError) -> Self {
        Self::new(StepOutcome::Failure(error))
    }

    /// The request arrived, and its response is lost: whether it took effect is unknown.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use api_runtime::journal::MemoryStore;
    /// use api_runtime::testing::{ScriptedTransport, Step};
    /// use api_runtime::{ErrorKind, NextStep, Outcome};
    /// use shop_client::{AddOrder, Client, NewOrder};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let config = shop_client::config();
    /// let server = ScriptedTransport::new([Step::lost()]);
    /// let client = Client::builder(config)
    ///     .account(12)
    ///     .journal(MemoryStore::new())
    ///     .transport(server.clone())
    ///     .build()?;
    /// # let order = NewOrder::new("WEB-1".to_owned());
    /// # let add_order = AddOrder { order };
    ///
    /// let error = client.once("cart-7").send(&add_order).await.unwrap_err();
    /// assert_eq!((error.outcome(), error.next_step()), (Outcome::Unknown, NextStep::Person));
    ///
    /// // A second click sends nothing.
    /// let error = client.once("cart-7").send(&add_order).await.unwrap_err();
    /// assert_eq!((error.kind(), error.next_step()), (ErrorKind::Unresolved, NextStep::Person));
    /// assert_eq!(server.attempts(), 1);
    /// # Ok(())
    /// # }
    /// ```
    pub fn lost() -> Self {
        Self::failure(TransportError::interrupted("the response is lost"))
    }

    /// An attempt that never ends by itself, as with a server that does not respond.
    pub fn pending() -> Self {
        Self::new(StepOutcome::Pending)
    }

    /// Adds a header to a response.
    ///
    /// # Panics
    ///
    /// When the step is no response, or the name or the value is invalid.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        let StepOutcome::Response(_, headers, _) = &mut self.outcome else {
            panic!("header `{name}` of a step without a response")
        };
        match (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            (Ok(name), Ok(value)) => headers.append(name, value),
            (Err(_), _) => panic!("invalid header name: {name:?}"),
            (_, Err(_)) => panic!("invalid value of header `{name}`: {value:?}"),
        };
        self
    }

    /// Waits before the response or the failure.
    pub fn delay(mut self, delay: Duration) -> Self {
        self.delay = Some(delay);
        self
    }

    async fn play(self) -> Result<RawResponse, TransportError> {
        if let Some(delay) = self.delay {
            sleep(delay).await;
        }
        match self.outcome {
            StepOutcome::Response(status, headers, body) => {
                Ok(RawResponse::new(status, headers, body))
            }
            StepOutcome::Failure(error) => Err(error),
            StepOutcome::Pending => pending().await,
        }
    }
}

impl<B: Into<Bytes>> From<(u16, B)> for Step {
    fn from((status, body): (u16, B)) -> Self {
        Self::response(status, body)
    }
}

impl From<TransportError> for Step {
    fn from(error: TransportError) -> Self {
        Self::failure(error)
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.outcome {
            StepOutcome::Response(status, ..) => write!(f, "Step({})", status.as_u16()),
            StepOutcome::Failure(error) => write!(f, "Step({error:?})"),
            StepOutcome::Pending => f.write_str("Step(pending)"),
        }
    }
}

/// A request that a [`ScriptedTransport`] recorded.
#[derive(Clone)]
#[non_exhaustive]
pub struct SentRequest {
    /// The operation's name in the description: `list_customers`.
    pub operation: String,
    /// Which attempt of the call it is, from 1.
    pub attempt: u32,
    /// Whether the request may be retried.
    pub retry: Retry,
    /// Time from creating the transport to sending the request, by Tokio's clock, which a test can
    /// pause.
    pub elapsed: Duration,
    /// The request, with its credentials.
    pub request: http::Request<Bytes>,
}

impl fmt::Debug for SentRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The request has credentials.
        f.debug_struct("SentRequest")
            .field("operation", &self.operation)
            .field("attempt", &self.attempt)
            .field("elapsed", &self.elapsed)
            .finish_non_exhaustive()
    }
}
