//! The network: it takes each request on a journey of its own.

use std::sync::{Arc, Mutex};

use api_runtime::http::{self, HeaderMap, HeaderValue, Method, StatusCode};
use api_runtime::{Attempt, BoxFuture, Bytes, RawResponse, Transport, TransportError};
use fastrand::Rng;
use tokio::time::{Instant, sleep};

use crate::journey::{Journey, View};
use crate::server::Server;

/// What server and network share, and the test looks at.
pub(crate) struct World {
    pub(crate) server: Server,
    rng: Rng,
    start: Instant,
    /// How many requests for an order were sent, at least in part.
    pub(crate) bodies: usize,
    /// How many requests of any kind were begun.
    pub(crate) begun: usize,
    /// What happened, if somebody wants to know.
    story: Option<Vec<String>>,
}

impl World {
    pub(crate) fn new(server: Server, rng: Rng, tells: bool) -> Self {
        Self {
            server,
            rng,
            start: Instant::now(),
            bodies: 0,
            begun: 0,
            story: tells.then(Vec::new),
        }
    }

    pub(crate) fn tell(&mut self, what: impl FnOnce() -> String) {
        if let Some(story) = &mut self.story {
            let at = self.start.elapsed().as_millis();
            story.push(format!("{at:>8} ms  {}", what()));
        }
    }

    pub(crate) fn story(&self) -> String {
        self.story
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
            let journey = Journey::draw(&mut world.rng);
            world.begun += 1;
            world.bodies += usize::from(method == Method::POST && journey.is_sent());
            world.tell(|| format!("{method} begins: {journey:?}"));
            journey
        };
        Box::pin(travel(Arc::clone(&self.0), method, journey))
    }
}

async fn travel(
    world: Arc<Mutex<World>>,
    method: Method,
    journey: Journey,
) -> Result<RawResponse, TransportError> {
    let view = journey.view.clone();
    // What is on its way goes on when the client has given it up.
    let arrival = tokio::spawn(arrive(world, method, journey));
    match view {
        View::NotConnected => Err(TransportError::not_connected("nobody listens")),
        View::HandedBack => Err(TransportError::not_sent("the connection was closing")),
        View::NotTrusted => Err(TransportError::untrusted("the certificate has expired")),
        View::Breaks(after) => {
            sleep(after).await;
            Err(TransportError::interrupted("the connection broke"))
        }
        View::Silence => std::future::pending().await,
        View::Response(after) => {
            let (status, headers, body) = arrival.await.unwrap();
            sleep(after).await;
            Ok(RawResponse::new(status, headers, body))
        }
        View::CutShort(after) => {
            let (status, headers, _) = arrival.await.unwrap();
            sleep(after).await;
            let failure = TransportError::interrupted("the connection broke");
            Err(failure.with_head(status, headers))
        }
    }
}

async fn arrive(
    world: Arc<Mutex<World>>,
    method: Method,
    journey: Journey,
) -> (StatusCode, HeaderMap, String) {
    let Some(after) = journey.arrives else {
        // It is lost, and nobody waits for what comes of it.
        return (StatusCode::OK, HeaderMap::new(), String::new());
    };
    sleep(after).await;
    let world = &mut *world.lock().unwrap();
    let (status, body) = world.server.handle(&method, &journey.behavior);
    world.tell(|| format!("{method} arrives, and the answer is {status} {body}"));
    let mut headers = HeaderMap::new();
    if let Some(seconds) = journey.retry_after.filter(|_| status != 200) {
        headers.insert("retry-after", HeaderValue::from(seconds));
    }
    (StatusCode::from_u16(status).unwrap(), headers, body)
}
