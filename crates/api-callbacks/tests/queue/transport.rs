//! The remote service.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_runtime::http::{self, HeaderMap, StatusCode};
use api_runtime::{Attempt, BoxFuture, Bytes, RawResponse, Transport, TransportError};
use tokio::time::sleep;

/// Responds after a delay, with the state at the time of the request. Clones share the orders.
#[derive(Clone, Default)]
pub(crate) struct Orders(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    states: HashMap<i64, String>,
    delay: Duration,
    is_down: bool,
    reads: Vec<i64>,
}

impl Orders {
    pub(crate) fn set(&self, id: i64, state: &str) {
        self.0.lock().unwrap().states.insert(id, state.to_owned());
    }

    /// Sets the delay of responses from now on.
    pub(crate) fn delay(&self, delay: Duration) {
        self.0.lock().unwrap().delay = delay;
    }

    /// Lets all requests fail with 501, which clients do not retry, or none.
    pub(crate) fn fail(&self, is_down: bool) {
        self.0.lock().unwrap().is_down = is_down;
    }

    /// The ids of all requests, in order.
    pub(crate) fn reads(&self) -> Vec<i64> {
        self.0.lock().unwrap().reads.clone()
    }
}

impl Transport for Orders {
    fn send(
        &self,
        request: http::Request<Bytes>,
        _: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let id = request.uri().path().rsplit('/').next().unwrap();
        let id: i64 = id.parse().unwrap();
        let inner = &mut *self.0.lock().unwrap();
        inner.reads.push(id);
        let (status, body) = match inner.states.get(&id) {
            _ if inner.is_down => (StatusCode::NOT_IMPLEMENTED, String::new()),
            Some(state) => (
                StatusCode::OK,
                format!(r#"{{"id":{id},"reference_no":"WEB-{id}","state":"{state}"}}"#),
            ),
            None => (StatusCode::NOT_FOUND, String::new()),
        };
        let delay = inner.delay;
        Box::pin(async move {
            sleep(delay).await;
            Ok(RawResponse::new(status, HeaderMap::new(), body))
        })
    }
}
