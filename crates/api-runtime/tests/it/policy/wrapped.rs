//! Transports around another one.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_runtime::http;
use api_runtime::observe::{Attempt, CallSummary};
use api_runtime::testing::Step;
use api_runtime::transport::{Bytes, ReqwestTransport, Transport, TransportError};
use api_runtime::{BoxFuture, ErrorKind, Outcome, RawResponse};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::script::{script, status};
use super::shop::*;
use test_support::shop::config_at;

/// Limits the requests in flight, and records what the inner transport returns.
struct Limited<T> {
    inner: T,
    permits: Arc<Semaphore>,
    log: Arc<Mutex<Vec<String>>>,
}

impl<T: Transport> Transport for Limited<T> {
    fn send(
        &self,
        request: http::Request<Bytes>,
        attempt: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let (permits, log) = (Arc::clone(&self.permits), Arc::clone(&self.log));
        let progress = attempt.progress();
        let venue = attempt.labels.get("venue").unwrap_or("none").to_owned();
        let sent = self.inner.send(request, attempt);
        Box::pin(async move {
            progress.record_waiting();
            let _permit = permits.acquire_owned().await.unwrap();
            progress.record_sending();
            let result = sent.await;
            let line = match &result {
                Ok(response) => response.status().to_string(),
                Err(error) => format!("{:?} {}", error.kind(), error.is_unsent()),
            };
            log.lock().unwrap().push(format!("{venue}: {line}"));
            result
        })
    }

    fn discard_connections(&self) {
        self.inner.discard_connections();
    }
}

type Log = Arc<Mutex<Vec<String>>>;

type Boxed = Box<dyn Transport>;

/// A wrapper with so many permits.
fn limited(permits: usize) -> (Log, impl FnOnce(Boxed) -> Limited<Boxed>) {
    let log = Log::default();
    let shared = Arc::clone(&log);
    let permits = Arc::new(Semaphore::new(permits));
    let wrap = |inner| Limited {
        inner,
        permits,
        log: shared,
    };
    (log, wrap)
}

#[tokio::test]
async fn wrapped_default_transport_classifies_errors() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/api", listener.local_addr().unwrap());
    drop(listener);
    let config = config_at(&url);
    let once = api_runtime::RetryPolicy::new().max_attempts(1);
    let (log, wrap) = limited(1);
    let builder = ShopClient::builder(config.clone()).retry_policy(once);
    let client = builder.wrap_transport(wrap).build().unwrap();
    let client = client.call().label("venue", 7).into_client();
    let error = client.send(AddThing).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Connect, Outcome::NotSent)
    );
    assert_eq!(*log.lock().unwrap(), ["7: Connect true"]);
    // The same, made by the caller.
    let http_client = ReqwestTransport::http_client_builder(&config).unwrap();
    let transport = ReqwestTransport::from_client(http_client.build().unwrap());
    for _ in 0..2 {
        let (log, wrap) = limited(1);
        let transport = wrap(Box::new(transport.clone()));
        let builder = ShopClient::builder(config.clone()).retry_policy(once);
        let client = builder.transport(transport).build().unwrap();
        client.send(AddThing).await.unwrap_err();
        assert_eq!(*log.lock().unwrap(), ["none: Connect true"]);
    }
}

#[tokio::test(start_paused = true)]
async fn request_that_waits_in_a_transport_is_not_sent() {
    let transport = script([status(200)]);
    let canceled = Arc::new(Mutex::new(Vec::new()));
    let shared = Arc::clone(&canceled);
    let (log, wrap) = limited(0);
    let builder = builder(&transport).wrap_transport(wrap);
    let client = builder
        .timeout(Duration::from_secs(5))
        .on_call_end(move |call: &CallSummary<'_>| shared.lock().unwrap().push(call.error))
        .build()
        .unwrap();
    let error = client.send(AddThing).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Timeout, Outcome::NotSent)
    );
    let second = Duration::from_secs(1);
    assert!(timeout(second, client.send(AddThing)).await.is_err());
    assert_eq!(
        *canceled.lock().unwrap(),
        [
            Some((ErrorKind::Timeout, Outcome::NotSent)),
            Some((ErrorKind::Canceled, Outcome::NotSent)),
        ]
    );
    assert!(log.lock().unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn request_that_has_waited_is_unknown_after_a_timeout() {
    let (_, wrap) = limited(1);
    let client = builder(&script([Step::pending()])).wrap_transport(wrap);
    let error = client.build().unwrap().send(AddThing).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Timeout, Outcome::Unknown)
    );
}

/// Adds a name to the log before the inner transport sends.
struct Named<T>(T, &'static str, Log);

impl<T: Transport> Transport for Named<T> {
    fn send(
        &self,
        request: http::Request<Bytes>,
        attempt: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        self.2.lock().unwrap().push(self.1.to_owned());
        self.0.send(request, attempt)
    }
}

#[tokio::test(start_paused = true)]
async fn later_wrappers_are_outside_of_earlier_ones() {
    let log = Log::default();
    let (inner, outer) = (Arc::clone(&log), Arc::clone(&log));
    let client = builder(&script([status(200)]))
        .wrap_transport(|transport| Named(transport, "inner", inner))
        .wrap_transport(|transport| Named(transport, "outer", outer))
        .build()
        .unwrap();
    client.send(AddThing).await.unwrap();
    assert_eq!(*log.lock().unwrap(), ["outer", "inner"]);
}
