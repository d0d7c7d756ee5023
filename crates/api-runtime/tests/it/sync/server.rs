//! A server without a socket: a function of the target of each request.

use std::future::ready;
use std::sync::{Arc, Mutex};

use api_runtime::http::{self, HeaderMap, StatusCode};
use api_runtime::observe::Attempt;
use api_runtime::transport::{Bytes, Transport, TransportError};
use api_runtime::{BoxFuture, RawResponse};
use test_support::shop::{Client, config};

type Handler = Box<dyn FnMut(&str) -> RawResponse + Send>;

#[derive(Clone)]
pub(crate) struct Server {
    handler: Arc<Mutex<Handler>>,
    targets: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// A server with one response for each request.
    pub(crate) fn start(responses: impl IntoIterator<Item = RawResponse>) -> Self {
        let mut responses: Vec<_> = responses.into_iter().collect();
        responses.reverse();
        Self::with_handler(move |_| responses.pop().expect("a response for each request"))
    }

    /// A server with a function that returns the response to each request.
    pub(crate) fn with_handler(handler: impl FnMut(&str) -> RawResponse + Send + 'static) -> Self {
        Self {
            handler: Arc::new(Mutex::new(Box::new(handler))),
            targets: Arc::default(),
        }
    }

    /// The paths and queries of the requests.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.targets.lock().unwrap().clone()
    }
}

impl Transport for Server {
    fn send(
        &self,
        request: http::Request<Bytes>,
        _: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let target = request.uri().path_and_query().unwrap().to_string();
        let response = (self.handler.lock().unwrap())(&target);
        self.targets.lock().unwrap().push(target);
        Box::pin(ready(Ok(response)))
    }
}

pub(crate) fn client(server: &Server) -> Client {
    let builder = Client::builder(config()).transport(server.clone());
    builder.build().unwrap()
}

pub(crate) fn json(status: u16, body: impl Into<String>) -> RawResponse {
    let status = StatusCode::from_u16(status).unwrap();
    RawResponse::new(status, HeaderMap::new(), body.into())
}
