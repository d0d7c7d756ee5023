//! The remote service: has orders of two venues and counts their reads.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use pos_v3_client::{Client, Config, Environment, IntegratorAndVenue};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

/// A clone is the same service.
#[derive(Clone)]
pub(crate) struct Remote {
    base: String,
    inner: Arc<Inner>,
}

struct Inner {
    orders: Mutex<HashMap<i64, Order>>,
    /// The status in place of an order.
    failure: Mutex<Option<u16>>,
    /// Every read needs a permit, so that a test can block reads.
    gate: Semaphore,
    reads: watch::Sender<usize>,
}

#[derive(Clone)]
struct Order {
    /// The members of its record besides the id, each after a comma.
    members: String,
    /// The token of its venue; others get 404.
    venue: &'static str,
}

pub(crate) const VENUE: &str = "venue-token-one";
pub(crate) const OTHER_VENUE: &str = "venue-token-two";

impl Remote {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}/api", listener.local_addr().unwrap());
        let inner = Arc::new(Inner {
            orders: Mutex::default(),
            failure: Mutex::default(),
            gate: Semaphore::new(100_000),
            reads: watch::Sender::new(0),
        });
        let handler = Arc::clone(&inner);
        let app = Router::new().fallback(move |request: Request| {
            let inner = Arc::clone(&handler);
            async move { inner.respond(&request.into_parts().0).await }
        });
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { base, inner }
    }

    /// A client of a venue.
    pub(crate) fn client(&self, venue: &str) -> Client<IntegratorAndVenue> {
        let credentials = IntegratorAndVenue::new("integrator-token", venue);
        let config = Config::new(Environment::Staging, &self.base, credentials).unwrap();
        Client::builder(config).account(venue).build().unwrap()
    }

    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    pub(crate) fn set(&self, id: i64, reference: &str, state: &str) {
        self.set_at(VENUE, id, reference, state);
    }

    pub(crate) fn set_at(&self, venue: &'static str, id: i64, reference: &str, state: &str) {
        let members = format!(",\"reference_no\":\"{reference}\",\"aasm_state\":\"{state}\"");
        let order = Order { members, venue };
        self.inner.orders.lock().unwrap().insert(id, order);
    }

    pub(crate) fn fail(&self, status: u16) {
        *self.inner.failure.lock().unwrap() = Some(status);
    }

    pub(crate) fn recover(&self) {
        *self.inner.failure.lock().unwrap() = None;
    }

    /// Counts further reads without a response until `open`.
    pub(crate) fn close(&self) {
        let permits = self.inner.gate.available_permits();
        self.inner.gate.forget_permits(permits);
    }

    pub(crate) fn open(&self) {
        self.inner.gate.add_permits(100_000);
    }

    /// The number of reads.
    pub(crate) fn reads(&self) -> usize {
        *self.inner.reads.borrow()
    }

    /// Waits for this number of reads.
    pub(crate) async fn read(&self, times: usize) {
        let mut reads = self.inner.reads.subscribe();
        reads.wait_for(|reads| *reads >= times).await.unwrap();
    }
}

impl Inner {
    async fn respond(&self, request: &Parts) -> Response {
        self.reads.send_modify(|reads| *reads += 1);
        self.gate.acquire().await.unwrap().forget();
        self.gate.add_permits(1);
        if let Some(status) = *self.failure.lock().unwrap() {
            return json(status, r#"{"error":"out of order"}"#.to_owned());
        }
        let id = request.uri.path().rsplit('/').next().unwrap_or_default();
        let id: i64 = id.parse().unwrap_or_default();
        let order = self.orders.lock().unwrap().get(&id).cloned();
        match order.filter(|order| is_authorized(order.venue, &request.headers)) {
            Some(Order { members, .. }) => json(
                200,
                format!(r#"{{"code":1,"incoming_order":{{"id":{id}{members}}},"order_items":[]}}"#),
            ),
            None => json(404, r#"{"error":"no such order"}"#.to_owned()),
        }
    }
}

/// Whether a request has the credentials of a venue.
fn is_authorized(venue: &str, headers: &HeaderMap) -> bool {
    let sent = headers.get(AUTHORIZATION).map(|value| value.as_bytes());
    // `integrator-token:venue-token-one` and `…-two` in Base64.
    let known: [(&str, &[u8]); 2] = [
        (VENUE, b"Basic aW50ZWdyYXRvci10b2tlbjp2ZW51ZS10b2tlbi1vbmU="),
        (
            OTHER_VENUE,
            b"Basic aW50ZWdyYXRvci10b2tlbjp2ZW51ZS10b2tlbi10d28=",
        ),
    ];
    known
        .iter()
        .any(|(known, value)| *known == venue && sent == Some(value))
}

fn json(status: u16, body: String) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::from_u16(status).unwrap();
    let json = axum::http::HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}
