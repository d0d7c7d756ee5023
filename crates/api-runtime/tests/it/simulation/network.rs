//! The network: it decides the fate of each request.

use std::sync::{Arc, Mutex};

use api_runtime::http::{self, HeaderMap, HeaderValue, Method, StatusCode};
use api_runtime::observe::Attempt;
use api_runtime::transport::{Bytes, Transport, TransportError};
use api_runtime::{BoxFuture, RawResponse};
use fastrand::Rng;
use tokio::time::{Instant, sleep};

use super::journey::{Behavior, Journey, View};
use super::server::Server;

/// The state of server and network, for the test to inspect.
pub(crate) struct World {
    pub(crate) server: Server,
    rng: Rng,
    start: Instant,
    /// Creates that were sent, at least in part, and that the server did not refuse.
    pub(crate) bodies: usize,
    /// Creates that were sent after one of those, refused ones included.
    pub(crate) resent: usize,
    /// Whether the last order that was read had a duplicate key.
    pub(crate) has_read_duplicate_key: bool,
    /// Requests of any kind that were started.
    pub(crate) started: usize,
    /// The events, if the run is logged.
    events: Option<Vec<String>>,
}

impl World {
    pub(crate) fn new(server: Server, rng: Rng, is_logged: bool) -> Self {
        Self {
            server,
            rng,
            start: Instant::now(),
            bodies: 0,
            resent: 0,
            has_read_duplicate_key: false,
            started: 0,
            events: is_logged.then(Vec::new),
        }
    }

    pub(crate) fn log(&mut self, event: impl FnOnce() -> String) {
        if let Some(events) = &mut self.events {
            let time = self.start.elapsed().as_millis();
            events.push(format!("{time:>8} ms  {}", event()));
        }
    }

    pub(crate) fn events(&self) -> String {
        self.events
            .iter()
            .flatten()
            .cloned()
            .collect::<Vec<_>>()
            .join("\n")
    }
}

#[derive(Clone)]
pub(crate) struct Network(pub(crate) Arc<Mutex<World>>);

impl Transport for Network {
    fn send(
        &self,
        request: http::Request<Bytes>,
        _: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let method = request.method().clone();
        let journey = {
            let world = &mut *self.0.lock().unwrap();
            let journey = Journey::random(&mut world.rng);
            world.started += 1;
            if method == Method::POST {
                world.resent += usize::from(world.bodies > 0 && journey.is_sent());
                world.bodies += usize::from(journey.may_be_processed());
            } else {
                world.has_read_duplicate_key = journey.behavior == Behavior::DuplicateKey;
            }
            world.log(|| format!("{method} starts: {journey:?}"));
            journey
        };
        Box::pin(exchange(Arc::clone(&self.0), method, journey))
    }
}

async fn exchange(
    world: Arc<Mutex<World>>,
    method: Method,
    journey: Journey,
) -> Result<RawResponse, TransportError> {
    let view = journey.view.clone();
    // The request is delivered even if the client cancels it.
    let response = tokio::spawn(deliver(world, method, journey));
    match view {
        View::NotConnected => Err(TransportError::not_connected("connection refused")),
        View::ReturnedUnsent => Err(TransportError::not_sent("the connection was closing")),
        View::Refused => Err(TransportError::not_sent("the stream was refused")),
        View::NotTrusted => Err(TransportError::untrusted("the certificate has expired")),
        View::Breaks(after) => {
            sleep(after).await;
            Err(TransportError::interrupted("the connection broke"))
        }
        View::Silence => std::future::pending().await,
        View::Response(after) => {
            let (status, headers, body) = response.await.unwrap();
            sleep(after).await;
            Ok(RawResponse::new(status, headers, body))
        }
        View::CutShort(after) => {
            let (status, headers, _) = response.await.unwrap();
            sleep(after).await;
            let failure = TransportError::interrupted("the connection broke");
            Err(failure.with_head(status, headers))
        }
    }
}

async fn deliver(
    world: Arc<Mutex<World>>,
    method: Method,
    journey: Journey,
) -> (StatusCode, HeaderMap, String) {
    let Some(after) = journey.received_after else {
        // The request is lost, and its response is not awaited.
        return (StatusCode::OK, HeaderMap::new(), String::new());
    };
    sleep(after).await;
    let world = &mut *world.lock().unwrap();
    let (status, body) = world.server.handle(&method, &journey.behavior);
    world.log(|| format!("{method} is received, and the response is {status} {body}"));
    let mut headers = HeaderMap::new();
    if let Some(seconds) = journey.retry_after.filter(|_| status != 200) {
        headers.insert("retry-after", HeaderValue::from(seconds));
    }
    (StatusCode::from_u16(status).unwrap(), headers, body)
}
