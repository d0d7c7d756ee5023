//! A server on threads, without a runtime, that keeps connections open.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use test_support::is_complete;

use crate::config;

/// The body of the response to a request; `None` sends no response.
type Respond = dyn Fn(&str) -> Option<String> + Send + Sync;

pub(crate) struct Server {
    address: String,
    requests: Arc<Mutex<Vec<String>>>,
    ended: Receiver<()>,
}

impl Server {
    /// Starts a server that responds to each request with 200 and this body.
    pub(crate) fn start(respond: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = format!("http://{}/api", listener.local_addr().unwrap());
        let requests = Arc::<Mutex<Vec<String>>>::default();
        let (end_sender, ended) = channel();
        let recorded = Arc::clone(&requests);
        let respond: Arc<Respond> = Arc::new(respond);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (recorded, respond, end_sender) = (
                    Arc::clone(&recorded),
                    Arc::clone(&respond),
                    end_sender.clone(),
                );
                thread::spawn(move || serve(stream.unwrap(), &recorded, &*respond, &end_sender));
            }
        });
        Self {
            address,
            requests,
            ended,
        }
    }

    /// Starts a server with five customers, by default two to a page.
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

    /// Starts a server that never responds.
    pub(crate) fn silent() -> Self {
        Self::start(|_| None)
    }

    pub(crate) fn customers_config(&self) -> pos_v2_client::Config {
        config::pos_v2(&self.address)
    }

    pub(crate) fn orders_config(&self) -> pos_v1_client::Config {
        config::pos_v1(&self.address)
    }

    /// The received requests, as text.
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
    respond: &Respond,
    ended: &Sender<()>,
) {
    while let Some(request) = read(&mut stream) {
        requests.lock().unwrap().push(request.clone());
        let Some(body) = respond(&request) else {
            continue;
        };
        let length = body.len();
        let response = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        if stream.write_all(response.as_bytes()).is_err() {
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
