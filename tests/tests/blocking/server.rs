//! A server that keeps connections open, and needs no runtime.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use payments_client::{ClientCredentials, ClientValues};
use pos_v2_client::VenueToken;
use test_support::is_complete;

/// The body of a reply, or `None` if there is to be none for ever.
type Answers = dyn Fn(&str) -> Option<String> + Send + Sync;

pub(crate) struct Server {
    address: String,
    requests: Arc<Mutex<Vec<String>>>,
    ended: Receiver<()>,
}

impl Server {
    /// Answers each request, given as text, with 200 and what this makes of it.
    pub(crate) fn start(answers: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = format!("http://{}/api", listener.local_addr().unwrap());
        let requests = Arc::<Mutex<Vec<String>>>::default();
        let (ends, ended) = channel();
        let kept = Arc::clone(&requests);
        let answers: Arc<Answers> = Arc::new(answers);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (kept, answers, ends) = (Arc::clone(&kept), Arc::clone(&answers), ends.clone());
                thread::spawn(move || serve(stream.unwrap(), &kept, &*answers, &ends));
            }
        });
        Self {
            address,
            requests,
            ended,
        }
    }

    /// Answers customers: five, two to a page unless it is told.
    pub(crate) fn customers() -> Self {
        Self::start(|request| {
            let page = query(request, "page").unwrap_or(1);
            let size = query(request, "per_page").unwrap_or(2);
            let ids = (page - 1) * size + 1..=(page * size).min(5);
            let customers: Vec<_> = ids
                .map(|id| format!("{{\"customer\":{{\"id\":{id}}}}}"))
                .collect();
            Some(format!(
                "{{\"total_records\":5,\"current_page\":{page},\"total_pages\":{},\"per_page\":{size},\"customers\":[{}]}}",
                (5 + size - 1) / size,
                customers.join(",")
            ))
        })
    }

    /// Never answers.
    pub(crate) fn silent() -> Self {
        Self::start(|_| None)
    }

    pub(crate) fn customers_of(&self) -> pos_v2_client::Config {
        let token = VenueToken::new("demo-api-token");
        pos_v2_client::Config::new(pos_v2_client::Environment::Staging, &self.address, token)
            .unwrap()
    }

    pub(crate) fn payments_of(&self) -> payments_client::Config {
        let credentials = ClientCredentials::new("demo-client-id", "demo-client-secret");
        let settings = ClientValues::new("demo-public-key");
        let place = payments_client::Environment::Test;
        payments_client::Config::with_client_values(place, &self.address, credentials, settings)
            .unwrap()
    }

    pub(crate) fn orders_of(&self) -> pos_v1_client::Config {
        let token = pos_v1_client::VenueToken::new("demo-api-token");
        let place = pos_v1_client::Environment::Staging;
        pos_v1_client::Config::new(place, &self.address, token).unwrap()
    }

    /// The requests that came, as text.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    /// Waits until a connection has been closed by the client.
    pub(crate) fn connection_ended(&self) {
        self.ended.recv().unwrap();
    }
}

fn query(request: &str, name: &str) -> Option<i64> {
    let line = request.lines().next()?;
    line.split(['?', '&', ' '])
        .find_map(|part| part.strip_prefix(name)?.strip_prefix('='))?
        .parse()
        .ok()
}

fn serve(
    mut stream: TcpStream,
    requests: &Mutex<Vec<String>>,
    answers: &Answers,
    ended: &Sender<()>,
) {
    while let Some(request) = read(&mut stream) {
        requests.lock().unwrap().push(request.clone());
        let Some(body) = answers(&request) else {
            continue;
        };
        let length = body.len();
        let reply = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        if stream.write_all(reply.as_bytes()).is_err() {
            break;
        }
    }
    // The test may be over.
    let _ = ended.send(());
}

/// Reads a request. `None` when the client closes the connection before.
fn read(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes);
        if is_complete(&text) {
            return Some(text.into_owned());
        }
        let mut buffer = [0; 4096];
        match stream.read(&mut buffer) {
            Ok(count) if count > 0 => bytes.extend_from_slice(&buffer[..count]),
            _ => return None,
        }
    }
}
