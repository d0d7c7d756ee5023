//! The remote service.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_runtime::http::{self, HeaderMap, HeaderValue, StatusCode, header};
use api_runtime::observe::Attempt;
use api_runtime::transport::{Bytes, Transport, TransportError};
use api_runtime::{BoxFuture, RawResponse};
use test_support::shop::{self, Client};
use tokio::time::{Instant, sleep};

/// Clones share the orders.
#[derive(Clone, Default)]
pub(crate) struct Server(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    /// The text of each order, and since when it is this one.
    orders: HashMap<i64, Vec<(Instant, String)>>,
    delay: Duration,
    lag: Duration,
    failures: HashMap<i64, Failure>,
    reads: Vec<i64>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Failure {
    /// At once, with or without a `Retry-After`.
    Status(u16, Option<&'static str>),
    /// No response.
    Silence,
}

impl Server {
    pub(crate) fn client(&self) -> Client {
        let builder = Client::builder(shop::config()).account(12);
        builder.transport(self.clone()).build().unwrap()
    }

    /// Sets the state of an order with the reference `WEB-<id>`.
    pub(crate) fn set(&self, id: i64, state: &str) {
        self.set_members(
            id,
            &format!(r#","reference_no":"WEB-{id}","state":"{state}""#),
        );
    }

    /// Sets the members besides the id, each after a comma.
    pub(crate) fn set_members(&self, id: i64, members: &str) {
        self.set_text(id, format!(r#"{{"id":{id}{members}}}"#));
    }

    pub(crate) fn set_text(&self, id: i64, text: String) {
        let change = (Instant::now(), text);
        let orders = &mut self.0.lock().unwrap().orders;
        orders.entry(id).or_default().push(change);
    }

    /// The time between a request and its response, which has the state of the request.
    pub(crate) fn delay(&self, delay: Duration) {
        self.0.lock().unwrap().delay = delay;
    }

    /// Responses have the state of this time ago.
    pub(crate) fn lag(&self, lag: Duration) {
        self.0.lock().unwrap().lag = lag;
    }

    /// Fails the reads of an order.
    pub(crate) fn fail(&self, id: i64, failure: Failure) {
        self.0.lock().unwrap().failures.insert(id, failure);
    }

    pub(crate) fn recover(&self) {
        self.0.lock().unwrap().failures.clear();
    }

    /// The ids of all requests, in order.
    pub(crate) fn reads(&self) -> Vec<i64> {
        self.0.lock().unwrap().reads.clone()
    }
}

impl Transport for Server {
    fn send(
        &self,
        request: http::Request<Bytes>,
        _: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let id = request.uri().path().rsplit('/').next().unwrap();
        let id: i64 = id.parse().unwrap();
        let inner = &mut *self.0.lock().unwrap();
        inner.reads.push(id);
        let (delay, lag) = (inner.delay, inner.lag);
        let failure = inner.failures.get(&id).copied();
        let versions = inner.orders.get(&id).into_iter().flatten();
        let seen = versions.rev().find(|(since, _)| since.elapsed() >= lag);
        let (status, body) = match seen {
            Some((_, text)) => (200, text.clone()),
            None => (404, String::new()),
        };
        Box::pin(async move {
            sleep(delay).await;
            let mut headers = HeaderMap::new();
            let (status, body) = match failure {
                None => (status, body),
                Some(Failure::Silence) => std::future::pending().await,
                Some(Failure::Status(status, retry_after)) => {
                    let retry_after = retry_after.map(HeaderValue::from_static);
                    headers.extend(retry_after.map(|value| (header::RETRY_AFTER, value)));
                    (status, String::new())
                }
            };
            let status = StatusCode::from_u16(status).unwrap();
            Ok(RawResponse::new(status, headers, body))
        })
    }
}
