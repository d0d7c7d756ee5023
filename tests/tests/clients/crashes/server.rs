//! A server with orders, which counts requests and effects.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use api_journal::Journal;
use test_support::{accept, read_request};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::time::sleep;

use super::write::{Write, entry_id};

/// When the latest change of a request is made.
pub(crate) const LATEST: Duration = Duration::from_millis(500);

/// What the server received of the write with one key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Received {
    /// Whole requests.
    pub(crate) arrivals: u32,
    /// Changes of the record.
    pub(crate) effects: u32,
}

#[derive(Default)]
struct State {
    writes: BTreeMap<String, Received>,
    /// Writes whose intent was not in the journal when they were received.
    unjournaled: Vec<String>,
    /// Whether requests have their effect later, and no response.
    is_late: bool,
    /// Such requests.
    late: Vec<Request>,
    /// The idempotency keys of all effects.
    idempotency_keys: BTreeSet<String>,
    /// Whether some responses are lost, and some requests have their effect later.
    fails: bool,
}

/// The key of a request, and its idempotency key.
struct Request {
    key: String,
    idempotency_key: Option<String>,
}

/// A running server. It stops with the runtime on which it was started.
#[derive(Clone)]
pub(crate) struct Server {
    state: Arc<Mutex<State>>,
    host: String,
}

impl Server {
    /// Starts a server that looks each write up in this journal when it is received.
    pub(crate) async fn start(journal: Journal) -> Self {
        let state = Arc::<Mutex<State>>::default();
        let shared = Arc::clone(&state);
        let address = accept(move |stream| {
            let (state, journal) = (Arc::clone(&shared), journal.clone());
            async move { serve(stream, &state, &journal).await }
        });
        let host = address.await.to_string();
        Self { state, host }
    }

    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// What was received of the write with this key.
    pub(crate) fn received(&self, key: &str) -> Received {
        self.lock().writes.get(key).copied().unwrap_or_default()
    }

    pub(crate) fn unjournaled(&self) -> Vec<String> {
        self.lock().unjournaled.clone()
    }

    /// The keys of all writes that were received.
    pub(crate) fn keys(&self) -> Vec<String> {
        self.lock().writes.keys().cloned().collect()
    }

    /// Whether some responses are lost from now on, and some requests have their effect later.
    pub(crate) fn fail_at_random(&self, fails: bool) {
        self.lock().fails = fails;
    }

    /// From now on, requests have no response, and their effect later.
    pub(crate) fn delay(&self) {
        self.lock().is_late = true;
    }

    /// From now on, requests have their effect at once.
    pub(crate) fn respond(&self) {
        self.lock().is_late = false;
    }

    /// Makes the changes of delayed requests.
    pub(crate) fn make_late_changes(&self) {
        let mut state = self.lock();
        for request in std::mem::take(&mut state.late) {
            state.change(&request);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }
}

impl State {
    /// Makes the change of a write. Returns the status and the body.
    fn change(&mut self, request: &Request) -> (u16, String) {
        let Request {
            key,
            idempotency_key,
        } = request;
        let received = self.writes.entry(key.clone()).or_default();
        if Write::from_key(key) == Write::UniqueKey && received.effects > 0 {
            return (422, r#"{"errors":["reference_no is in use"]}"#.to_owned());
        }
        let mut known = idempotency_key.iter();
        let is_new = known.all(|known| self.idempotency_keys.insert(known.clone()));
        received.effects += u32::from(is_new);
        (200, order(key))
    }

    fn look_up(&self, key: &str) -> (u16, String) {
        match self.writes.get(key) {
            Some(received) if received.effects > 0 => (200, order(key)),
            _ => (404, "{}".to_owned()),
        }
    }
}

fn order(key: &str) -> String {
    format!(r#"{{"id":7,"reference_no":"{key}","quantity":2}}"#)
}

async fn serve(mut stream: TcpStream, state: &Mutex<State>, journal: &Journal) {
    let Some(request) = read_request(&mut stream).await else {
        return;
    };
    let is_look_up = request.starts_with("GET ");
    let request = Request::read(&request);
    let key = &request.key;
    let (status, body) = match is_look_up {
        true => state.lock().unwrap().look_up(key),
        false => {
            let entry = journal.entry(&entry_id(key)).await.unwrap();
            let has_intent = entry.is_some_and(|entry| entry.generation > 0);
            let fails = {
                let mut state = state.lock().unwrap();
                if !has_intent {
                    state.unjournaled.push(key.clone());
                }
                state.writes.entry(key.clone()).or_default().arrivals += 1;
                if state.is_late {
                    state.late.push(request);
                    return;
                }
                state.fails
            };
            match fails.then(|| fastrand::u8(..10)) {
                None => state.lock().unwrap().change(&request),
                Some(0) => {
                    drop(stream);
                    sleep(LATEST.mul_f64(fastrand::f64())).await;
                    state.lock().unwrap().change(&request);
                    return;
                }
                Some(1) => {
                    state.lock().unwrap().change(&request);
                    return;
                }
                Some(_) => {
                    // A kill may hit while the request is on its way.
                    sleep(Duration::from_millis(fastrand::u64(..5))).await;
                    let response = state.lock().unwrap().change(&request);
                    sleep(Duration::from_millis(fastrand::u64(..5))).await;
                    response
                }
            }
        }
    };
    let length = body.len();
    let response = format!(
        "HTTP/1.1 {status} Status\r\ncontent-type: application/json\r\nconnection: close\r\n\
         content-length: {length}\r\n\r\n{body}"
    );
    // The client may have been killed.
    let _ = stream.write_all(response.as_bytes()).await;
    let _ = stream.shutdown().await;
}

impl Request {
    /// The key is the reference in the body, or the last segment of the path.
    fn read(request: &str) -> Self {
        let (head, body) = request.split_once("\r\n\r\n").unwrap();
        let key = match serde_json::from_str::<serde_json::Value>(body) {
            Ok(body) => body["order"]["reference_no"].as_str().unwrap().to_owned(),
            Err(_) => {
                let target = head.split(' ').nth(1).unwrap();
                let path = target.split('?').next().unwrap();
                path.rsplit('/').next().unwrap().to_owned()
            }
        };
        let mut lines = head.lines();
        let idempotency_key = lines.find_map(|line| line.strip_prefix("request-id: "));
        Self {
            key,
            idempotency_key: idempotency_key.map(str::to_owned),
        }
    }
}
