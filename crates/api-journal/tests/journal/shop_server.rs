//! A server with orders, which loses, delays and rejects requests as planned.

use std::collections::{BTreeMap, VecDeque};
use std::future::pending;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use api_journal::{MemoryJournal, State};
use api_runtime::http::{self, HeaderMap, StatusCode};
use api_runtime::{Attempt, BoxFuture, Bytes, Json, RawResponse, Transport, TransportError};
use test_support::shop::{Client, config};
use tokio::time::sleep;

/// What becomes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    NotConnected,
    /// The request is lost after it was sent.
    Lost,
    /// The request takes effect, and its response is lost.
    ResponseLost,
    /// The request takes effect, and its response is never received.
    Hangs,
    /// The request takes effect after a delay, also if the client is gone.
    Late(Duration),
    Rejected(u16),
}

#[derive(Default)]
pub(crate) struct Shop {
    faults: VecDeque<Fault>,
    /// Effects of each write, by operation and reference.
    effects: BTreeMap<(String, String), u32>,
    orders: BTreeMap<String, String>,
    requests: Vec<String>,
    /// How often a write may have taken effect.
    arrivals: u32,
    /// Writes without an intent.
    unjournaled: u32,
    journal: Option<Arc<MemoryJournal>>,
}

#[derive(Clone, Default)]
pub(crate) struct Server(Arc<Mutex<Shop>>);

impl Server {
    pub(crate) fn new(faults: impl IntoIterator<Item = Fault>) -> Self {
        let server = Self::default();
        server.plan(faults);
        server
    }

    pub(crate) fn plan(&self, faults: impl IntoIterator<Item = Fault>) {
        self.lock().faults = faults.into_iter().collect();
    }

    pub(crate) fn client(&self, venue: &str) -> Client {
        let builder = Client::builder(config()).transport(self.clone());
        builder.label("venue", venue).build().unwrap()
    }

    /// How often the write took effect.
    pub(crate) fn effects(&self, operation: &str, reference: &str) -> u32 {
        let key = (operation.to_owned(), reference.to_owned());
        self.lock().effects.get(&key).copied().unwrap_or_default()
    }

    /// How often a request of the operation was received, or may have been.
    pub(crate) fn requests(&self, operation: &str) -> usize {
        let shop = self.lock();
        shop.requests
            .iter()
            .filter(|name| *name == operation)
            .count()
    }

    /// Puts an order with another quantity under the reference.
    pub(crate) fn put_order(&self, reference: &str, quantity: i64) {
        self.put_other_order(reference, reference, quantity);
    }

    /// Puts an order that is found by another reference than it has.
    pub(crate) fn put_other_order(&self, found_by: &str, reference: &str, quantity: i64) {
        let order = format!(r#"{{"id":7,"reference_no":"{reference}","quantity":{quantity}}}"#);
        self.lock().orders.insert(found_by.to_owned(), order);
    }

    /// Checks that each write that is received has an intent in this journal.
    pub(crate) fn check_intents(&self, journal: Arc<MemoryJournal>) {
        self.lock().journal = Some(journal);
    }

    /// How often a write may have taken effect: it was received, and not rejected.
    pub(crate) fn arrivals(&self) -> u32 {
        self.lock().arrivals
    }

    /// How many writes were received without an intent.
    pub(crate) fn unjournaled(&self) -> u32 {
        self.lock().unjournaled
    }

    fn lock(&self) -> MutexGuard<'_, Shop> {
        self.0.lock().unwrap()
    }
}

impl Shop {
    fn receive(&mut self, operation: &str, fault: Fault) {
        self.requests.push(operation.to_owned());
        if operation == "get_order" {
            return;
        }
        if !matches!(fault, Fault::Rejected(_)) {
            self.arrivals += 1;
        }
        if let Some(journal) = &self.journal {
            let mut entries = journal.entries().into_iter();
            let has_intent =
                entries.any(|entry| entry.operation == operation && entry.state != State::Prepared);
            self.unjournaled += u32::from(!has_intent);
        }
    }

    fn handle(&mut self, operation: &str, request: &http::Request<Bytes>) -> (u16, String) {
        let id = request.uri().path().rsplit('/').next().unwrap().to_owned();
        match operation {
            "get_order" => match self.orders.get(&id) {
                Some(order) => (200, order.clone()),
                None => (404, String::new()),
            },
            "set_quantity" => {
                self.count(operation, &id);
                (200, format!(r#"{{"id":{id}}}"#))
            }
            _ => {
                let body: Json = std::str::from_utf8(request.body())
                    .unwrap()
                    .parse()
                    .unwrap();
                let body: serde_json::Value = body.parse().unwrap();
                let reference = body["order"]["reference_no"].as_str().unwrap().to_owned();
                if operation == "create_order" && self.orders.contains_key(&reference) {
                    return (422, r#"{"errors":["reference_no is in use"]}"#.to_owned());
                }
                self.count(operation, &reference);
                let quantity = &body["order"]["quantity"];
                let id = self.orders.len() + 1;
                let order =
                    format!(r#"{{"id":{id},"reference_no":"{reference}","quantity":{quantity}}}"#);
                self.orders.insert(reference, order.clone());
                (200, order)
            }
        }
    }

    fn count(&mut self, operation: &str, reference: &str) {
        let key = (operation.to_owned(), reference.to_owned());
        *self.effects.entry(key).or_default() += 1;
    }
}

impl Transport for Server {
    fn send(
        &self,
        request: http::Request<Bytes>,
        attempt: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let server = self.clone();
        let operation = attempt.operation.to_owned();
        Box::pin(async move {
            let fault = server.lock().faults.pop_front().unwrap_or(Fault::None);
            if fault == Fault::NotConnected {
                return Err(TransportError::not_connected("connection refused"));
            }
            server.lock().receive(&operation, fault);
            let (status, body) = match fault {
                Fault::Lost => return Err(TransportError::interrupted("the server hung up")),
                Fault::Rejected(status) => (status, String::new()),
                Fault::Late(delay) => {
                    tokio::spawn(async move {
                        sleep(delay).await;
                        server.lock().handle(&operation, &request);
                    });
                    return pending().await;
                }
                _ => {
                    // A crash may hit while the request is on its way.
                    sleep(Duration::from_millis(1)).await;
                    let response = server.lock().handle(&operation, &request);
                    sleep(Duration::from_millis(1)).await;
                    response
                }
            };
            match fault {
                Fault::ResponseLost => Err(TransportError::interrupted("the server hung up")),
                Fault::Hangs => pending().await,
                _ => {
                    let status = StatusCode::from_u16(status).unwrap();
                    let mut headers = HeaderMap::new();
                    let json = http::HeaderValue::from_static("application/json");
                    headers.insert("content-type", json);
                    Ok(RawResponse::new(status, headers, body))
                }
            }
        })
    }
}
