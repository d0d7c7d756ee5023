//! A call with its settings, and its result.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_runtime::journal::MemoryStore;
use api_runtime::observe::{Attempt, AttemptResult, Hook, Retry};
use api_runtime::operation::{Api, AuthorizedBy, Operation, Write};
use api_runtime::transport::reqwest;
use api_runtime::{Client, Config, Credentials, Error, ErrorKind, Known, Outcome, RetryPolicy};
use tokio::time::{Instant, sleep};

use crate::observed::ObservedTraffic;
use crate::operations::{Op, order, payment, payments, pos_v1, pos_v3};
use crate::secrets;

/// The pauses between attempts, shorter than the default ones: with the retries of a look-up, they
/// take less than the attempt timeout of a create.
pub(crate) const INITIAL_BACKOFF: Duration = Duration::from_millis(100);
const MAX_BACKOFF: Duration = Duration::from_millis(400);

/// No row measures it.
const OVERALL_TIMEOUT: Duration = Duration::from_secs(600);

/// The settings of a call.
#[derive(Clone)]
pub(crate) struct CallSettings {
    pub(crate) base_url: String,
    pub(crate) attempt_timeout: Duration,
    /// The longest attempt timeout of a create: when it is over, the record is looked up again.
    pub(crate) create_timeout: Duration,
    pub(crate) connect_timeout: Duration,
    pub(crate) max_response_size: Option<u64>,
    pub(crate) proxy: Option<String>,
    pub(crate) resolver: Option<Arc<dyn reqwest::dns::Resolve>>,
    /// Makes a successful call first.
    pub(crate) warm: Option<Warm>,
}

/// What becomes of the connection of a first call.
#[derive(Clone, Copy)]
pub(crate) enum Warm {
    /// A read is idle in the pool. That of a write is closed.
    Pooled,
    /// The client closes it, because of what the server does.
    Closed,
}

impl Warm {
    /// Waits until the connection is as expected.
    async fn settled(self, observed: &ObservedTraffic) {
        match self {
            // Nothing reports that it was put back.
            Self::Pooled => sleep(Duration::from_millis(200)).await,
            Self::Closed => {
                let start = Instant::now();
                // A row whose connection stays open fails afterwards.
                while observed.closed() == 0 && start.elapsed() < Duration::from_secs(60) {
                    sleep(Duration::from_millis(10)).await;
                }
            }
        }
    }
}

impl CallSettings {
    pub(crate) fn new(base_url: String) -> Self {
        Self {
            base_url,
            // Long enough for a busy machine.
            attempt_timeout: Duration::from_secs(60),
            create_timeout: Duration::from_secs(6),
            connect_timeout: Duration::from_secs(30),
            max_response_size: None,
            proxy: None,
            resolver: None,
            warm: None,
        }
    }

    /// Makes the call.
    pub(crate) async fn call(&self, op: Op, observed: &ObservedTraffic) -> CallResult {
        let base_url = &self.base_url;
        match op {
            Op::Read => {
                let venues = pos_v3_client::ListVenues::new();
                self.send(pos_v3(base_url), venues, observed).await
            }
            Op::Write => {
                let request = payments_client::CreateRequest::new(payment());
                self.send(payments(base_url), request, observed).await
            }
            Op::UniqueKey => {
                let order = pos_v1_client::CreateIncomingOrder::new(order());
                self.once(pos_v1(base_url), order, observed).await
            }
        }
    }

    async fn send<A, C, O>(
        &self,
        config: Config<A, C>,
        operation: O,
        observed: &ObservedTraffic,
    ) -> CallResult
    where
        A: Api,
        C: Credentials + 'static,
        O: Operation<Api = A, Output: Debug> + AuthorizedBy<C>,
    {
        let (client, recorder) = self.client(config, &operation);
        if let Some(warm) = self.warm {
            client.call().send_for_response(&operation).await.unwrap();
            warm.settled(observed).await;
            recorder.reset();
        }
        let result = client
            .call()
            .send_for_response(&operation)
            .await
            .map(|response| {
                let mismatches = &response.mismatches;
                secrets::search(
                    "response",
                    &format!("{response:?} {response:#?} {mismatches:?}"),
                );
                End::Confirmed
            });
        recorder.into_call_result(result, O::INFO.name)
    }

    async fn once<A, C, O>(
        &self,
        config: Config<A, C>,
        operation: O,
        observed: &ObservedTraffic,
    ) -> CallResult
    where
        A: Api,
        C: Credentials + 'static,
        O: Write<Api = A, Record: Debug> + AuthorizedBy<C>,
    {
        let (client, recorder) = self.client(config, &operation);
        if let Some(warm) = self.warm {
            client.once("order-1").send(&operation).await.unwrap();
            warm.settled(observed).await;
            recorder.reset();
        }
        let result = client.once("order-2").send(&operation).await;
        let differences = match &result {
            Ok(sent) => &*sent.differences,
            Err(error) => error.differences(),
        };
        let texts = differences.iter().map(ToString::to_string);
        let texts = texts.collect::<Vec<_>>().join(" | ");
        secrets::search("differences", &format!("{texts} {differences:#?}"));
        let result = result.map(|sent| {
            secrets::search("sent", &format!("{sent:?}"));
            let record = &sent.record;
            secrets::search("record", &format!("{record:?} {record:#?}"));
            match (sent.known, sent.differences.is_empty()) {
                (Known::Confirmed, true) => End::Confirmed,
                (Known::Confirmed, false) => End::Changed,
                _ => End::Recovered,
            }
        });
        recorder.into_call_result(result, O::INFO.name)
    }

    /// A client with these settings, and the recorder of its calls.
    fn client<A, C, O>(&self, config: Config<A, C>, operation: &O) -> (Client<A, C>, CallRecorder)
    where
        A: Api,
        C: Credentials + 'static,
        O: Operation<Api = A> + AuthorizedBy<C>,
    {
        secrets::search("config", &format!("{config:?}"));
        let recorder = CallRecorder::default();
        let attempt_timeout = match O::INFO.retry {
            Retry::UniqueKey(_) => self.attempt_timeout.min(self.create_timeout),
            _ => self.attempt_timeout,
        };
        let mut builder = Client::builder(config)
            .account("main")
            .journal(MemoryStore::new())
            .attempt_timeout(attempt_timeout)
            .timeout(OVERALL_TIMEOUT)
            .retry_policy(
                RetryPolicy::new()
                    .initial_backoff(INITIAL_BACKOFF)
                    .max_backoff(MAX_BACKOFF),
            )
            .connect_timeout(self.connect_timeout)
            .hook(recorder.clone())
            .on_mismatch(|operation, places| {
                secrets::search("on_mismatch", &format!("{operation} {places:?}"));
            });
        if let Some(limit) = self.max_response_size {
            builder = builder.max_response_size(limit);
        }
        if let Some(proxy) = &self.proxy {
            builder = builder.proxy(proxy.as_str());
        }
        if let Some(resolver) = self.resolver.clone() {
            builder = builder.http(move |reqwest| reqwest.dns_resolver(Arc::clone(&resolver)));
        }
        secrets::search("builder", &format!("{builder:?}"));
        let client = builder.build().unwrap();
        secrets::search("client", &format!("{client:?}"));
        let request = client.call().to_http(operation).unwrap();
        if let Some(value) = request.headers().get("authorization") {
            secrets::plant(value.to_str().unwrap().split_once(' ').unwrap().1);
        }
        // Headers with credentials are marked as sensitive, so that `Debug` does not show them.
        secrets::search(
            "headers of the request",
            &format!("{:?}", request.headers()),
        );
        (client, recorder)
    }
}

/// Records attempts and mismatches, and searches all that hooks can print.
#[derive(Clone, Default)]
struct CallRecorder {
    attempts: Arc<Mutex<Vec<(String, End)>>>,
}

impl Hook for CallRecorder {
    fn before(&self, attempt: &Attempt<'_>) {
        secrets::search("hook", &format!("{attempt:?}"));
    }

    fn after(&self, attempt: &Attempt<'_>, result: &AttemptResult<'_>) {
        secrets::search("hook", &format!("{attempt:?} {result:?}"));
        let end = match result.error {
            None => End::Confirmed,
            Some((kind, outcome)) => End::Failed(kind, outcome),
        };
        let name = attempt.operation.to_owned();
        self.attempts.lock().unwrap().push((name, end));
    }
}

impl CallRecorder {
    /// Discards the records of an earlier call.
    fn reset(&self) {
        self.attempts.lock().unwrap().clear();
    }

    fn into_call_result(self, result: Result<End, Error>, operation: &str) -> CallResult {
        let attempts = self.attempts.lock().unwrap();
        let own_attempts = attempts.iter().filter(|(name, _)| name == operation);
        let attempts: Vec<_> = own_attempts.map(|(_, end)| *end).collect();
        if let Err(error) = &result {
            secrets::search_error(operation, error);
            assert_eq!(error.attempts() as usize, attempts.len());
        }
        CallResult { result, attempts }
    }
}

/// How a call or an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// A success.
    Confirmed,
    /// A success whose response has other values than were sent.
    Changed,
    /// The record was looked up: an earlier attempt created it.
    Recovered,
    /// The error's kind and outcome.
    Failed(ErrorKind, Outcome),
}

/// The result of a call.
pub(crate) struct CallResult {
    result: Result<End, Error>,
    /// The ends of the attempts of the operation itself.
    attempts: Vec<End>,
}

impl CallResult {
    pub(crate) fn end(&self) -> End {
        match &self.result {
            Ok(end) => *end,
            Err(error) => End::Failed(error.kind(), error.outcome()),
        }
    }

    pub(crate) fn error(&self) -> Option<&Error> {
        self.result.as_ref().err()
    }

    /// The number of attempts of the operation itself.
    pub(crate) fn attempts(&self) -> u32 {
        self.attempts.len().try_into().unwrap()
    }

    /// The end of the first attempt that was sent.
    pub(crate) fn first_sent(&self) -> Option<End> {
        let is_sent = |end: &&End| !matches!(end, End::Failed(_, Outcome::NotSent));
        self.attempts.iter().find(is_sent).copied()
    }
}
