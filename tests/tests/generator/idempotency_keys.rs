//! A generated write with an idempotency key, over a real socket: a server that keeps keys, and loses or withholds answers.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use crate::crates::Crates;
use crate::new_version;
use crate::support::{described, generated};

/// Places orders with a client of the next version. The server answers by a script, and prints nothing.
const PROGRAM: &str = r##"
//! Counts requests, keys and effects.
#![deny(warnings)]

use std::collections::{BTreeSet, VecDeque};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use pos_v99_client::journal::MemoryStore;
use pos_v99_client::model::NewIncomingOrder;
use pos_v99_client::{
    Client, ClientValues, Config, CreateIncomingOrder, Environment, Error, IntegratorKey, NextStep, Outcome, RetryPolicy,
};
use tokio::sync::Notify;

/// What becomes of a request.
#[derive(Clone, Copy)]
enum Answer {
    /// It takes effect, unless its key is known.
    Done,
    /// It takes effect, and fails.
    Failed,
    /// It takes effect, and the answer is lost.
    Lost,
    /// It takes effect, and the answer never comes.
    Withheld,
    /// An earlier request with its key is being executed.
    InProgress,
    Rejected,
}
use Answer::{Done, Failed, InProgress, Lost, Rejected, Withheld};

#[derive(Default)]
struct State {
    script: VecDeque<Answer>,
    requests: usize,
    keys: BTreeSet<String>,
    /// The keys of all effects: a known one has no other effect.
    effects: Vec<String>,
    /// Whether the server has forgotten the keys before.
    forgets: usize,
}

struct Server {
    url: String,
    state: Arc<Mutex<State>>,
    withheld: Arc<Notify>,
}

impl Server {
    fn start(script: &[Answer]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/api", listener.local_addr().unwrap());
        let state = State { script: script.iter().copied().collect(), ..State::default() };
        let state = Arc::new(Mutex::new(state));
        let withheld = Arc::new(Notify::new());
        let (shared, notify) = (Arc::clone(&state), Arc::clone(&withheld));
        thread::spawn(move || {
            let mut open = Vec::new();
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let Some(key) = key_of(&mut BufReader::new(&stream)) else { continue };
                match shared.lock().unwrap().answer(key) {
                    Withheld => {
                        open.push(stream);
                        notify.notify_one();
                    }
                    Lost => {}
                    answer => {
                        let (status, body) = match answer {
                            Failed => ("503 Unavailable", ""),
                            InProgress => ("409 Conflict", ""),
                            Rejected => ("422 Invalid", r#"{"errors": ["no such product"]}"#),
                            _ => ("200 OK", r#"{"incoming_order": {"id": 7}}"#),
                        };
                        let length = body.len();
                        let _ = write!(
                            stream,
                            "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
                             connection: close\r\n\r\n{body}"
                        );
                    }
                }
            }
        });
        Self { url, state, withheld }
    }

    fn client(&self, journal: &MemoryStore) -> Client {
        let values = ClientValues::new();
        let key = IntegratorKey::new("k");
        let config = Config::with_client_values(Environment::Staging, self.url.as_str(), key, values);
        let quick = RetryPolicy::new().initial_backoff(Duration::from_millis(10)).max_backoff(Duration::from_millis(10));
        let builder = Client::builder(config.unwrap()).account("main").journal(journal.clone());
        builder.retry_policy(quick).build().unwrap()
    }

    fn print(&self, name: &str) {
        let state = self.state.lock().unwrap();
        let (requests, keys, effects) = (state.requests, state.keys.len(), state.effects.len());
        println!("{name}: requests {requests}, keys {keys}, effects {effects}");
    }
}

impl State {
    fn answer(&mut self, key: String) -> Answer {
        let answer = self.script.pop_front().unwrap();
        self.requests += 1;
        self.keys.insert(key.clone());
        let is_executed = !matches!(answer, Rejected | InProgress);
        if is_executed && !self.effects[self.forgets..].contains(&key) {
            self.effects.push(key);
        }
        answer
    }
}

/// The idempotency key of a request, which is read to its end.
fn key_of(request: &mut impl BufRead) -> Option<String> {
    let (mut key, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        request.read_line(&mut line).ok().filter(|read| *read > 0)?;
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        match line.split_once(": ") {
            Some(("idempotency-key", value)) => key = value.to_owned(),
            Some(("content-length", value)) => length = value.parse().unwrap(),
            _ => {}
        }
    }
    request.read_exact(&mut vec![0; length]).ok()?;
    Some(key)
}

async fn place(client: &Client, reference: &str) -> Result<(), Error> {
    let order = CreateIncomingOrder::new(NewIncomingOrder::new(reference, Vec::new()));
    client.once("cart-7").send(order).await.map(drop)
}

/// Time passes for the client and its journal.
async fn pass(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

const LEASE: Duration = Duration::from_secs(61);

async fn all() {
    let unknown = |result: Result<(), Error>, step: NextStep| {
        let error = result.unwrap_err();
        assert_eq!((error.outcome(), error.next_step()), (Outcome::Unknown, step), "{error}");
    };

    let server = Server::start(&[Failed, Failed, Failed, Done]);
    let client = server.client(&MemoryStore::new());
    unknown(place(&client, "WEB-1").await, NextStep::Wait);
    pass(LEASE).await;
    place(&client, "WEB-1").await.unwrap();
    place(&client, "WEB-1").await.unwrap();
    server.print("503 after the effect");

    let server = Server::start(&[Lost, InProgress, InProgress, Done]);
    let client = server.client(&MemoryStore::new());
    unknown(place(&client, "WEB-1").await, NextStep::Wait);
    pass(LEASE).await;
    place(&client, "WEB-1").await.unwrap();
    server.print("409 in progress");

    let server = Server::start(&[Withheld, Done]);
    let journal = MemoryStore::new();
    {
        let client = server.client(&journal);
        tokio::select! {
            result = place(&client, "WEB-1") => panic!("{result:?}"),
            () = server.withheld.notified() => {}
        }
    }
    pass(LEASE).await;
    place(&server.client(&journal), "WEB-1").await.unwrap();
    server.print("crash between");

    let server = Server::start(&[Rejected, Done]);
    let client = server.client(&MemoryStore::new());
    let error = place(&client, "WEB-1").await.unwrap_err();
    assert_eq!((error.outcome(), error.next_step()), (Outcome::Rejected, NextStep::Correct));
    place(&client, "WEB-2").await.unwrap();
    server.print("rejected and corrected");

    let server = Server::start(&[Failed, Failed, Failed]);
    let client = server.client(&MemoryStore::new());
    unknown(place(&client, "WEB-1").await, NextStep::Wait);
    pass(Duration::from_secs(24 * 60 * 60)).await;
    let forgotten = server.state.lock().unwrap().effects.len();
    server.state.lock().unwrap().forgets = forgotten;
    unknown(place(&client, "WEB-1").await, NextStep::Person);
    server.print("forgotten by the server");
}

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.unwrap().block_on(all());
}
"##;

const EXPECTED: &str = "\
503 after the effect: requests 4, keys 1, effects 1
409 in progress: requests 4, keys 1, effects 1
crash between: requests 2, keys 1, effects 1
rejected and corrected: requests 2, keys 2, effects 1
forgotten by the server: requests 3, keys 1, effects 1
";

#[test]
fn a_generated_write_with_an_idempotency_key_takes_effect_once() {
    let mut sources = described();
    let next = new_version::FILES.map(|(path, text)| (path.to_owned(), text.to_owned()));
    sources.0.extend(next);
    let tree = generated(&sources).0;
    let next = tree.iter();
    let next = next.filter(|(path, _)| path.starts_with("crates/pos-v99-"));
    let next: BTreeMap<&String, &String> = next.collect();
    let crates = Crates::write(next, "link");
    let program = crates.folder().join("place.rs");
    fs::write(&program, PROGRAM).unwrap();
    let externs = ["pos-v99-client", "tokio"].map(|name| crates.found(name));
    crates.check(&program, &["--crate-type=bin"], &externs);
    let output = Command::new(crates.folder().join("place"))
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), EXPECTED);
}
