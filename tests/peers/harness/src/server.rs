//! A server on the loopback interface that answers every request alike.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// How the server answers.
#[derive(Clone)]
pub(crate) enum Behavior {
    /// The text of a whole response.
    Response(String),
    /// A body of [`FLOOD`] bytes.
    Flood,
    /// The connection is closed after the request.
    Lost,
    /// Nothing is sent.
    Silence,
}

/// More than the body of any response needs.
const FLOOD: usize = 128 << 20;

impl Behavior {
    pub(crate) fn json(status: u16, body: &str) -> Self {
        Self::body(status, "application/json", body)
    }

    pub(crate) fn body(status: u16, content_type: &str, body: &str) -> Self {
        let length = body.len();
        Self::Response(format!(
            "HTTP/1.1 {status} Status\r\ncontent-type: {content_type}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
        ))
    }

    pub(crate) fn empty(status: u16) -> Self {
        Self::Response(format!(
            "HTTP/1.1 {status} Status\r\nconnection: close\r\n\r\n"
        ))
    }

    pub(crate) fn redirect(location: &str) -> Self {
        Self::Response(format!(
            "HTTP/1.1 307 Status\r\nlocation: {location}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        ))
    }
}

/// A received request.
#[derive(Clone)]
pub(crate) struct Request {
    /// The path with the query.
    pub(crate) target: String,
    pub(crate) body: String,
}

pub(crate) struct Server {
    pub(crate) url: String,
    requests: Arc<Mutex<Vec<Request>>>,
    flooded: Arc<Mutex<bool>>,
}

impl Server {
    pub(crate) fn start(behavior: Behavior) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let server = Self {
            url: format!("http://{}/api", listener.local_addr().expect("an address")),
            requests: Arc::default(),
            flooded: Arc::default(),
        };
        let (requests, flooded) = (server.requests.clone(), server.flooded.clone());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (behavior, requests, flooded) =
                    (behavior.clone(), requests.clone(), flooded.clone());
                thread::spawn(move || {
                    let Some(request) = read(&stream) else { return };
                    requests.lock().expect("unpoisoned").push(request);
                    // The client sees the end when the stream is dropped, after this.
                    if answer(&stream, &behavior) {
                        *flooded.lock().expect("unpoisoned") = true;
                    }
                });
            }
        });
        server
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().expect("unpoisoned").clone()
    }

    /// The only request.
    pub(crate) fn request(&self) -> Option<Request> {
        self.requests().pop()
    }

    /// Whether a client received a whole [`Behavior::Flood`].
    pub(crate) fn flooded(&self) -> bool {
        *self.flooded.lock().expect("unpoisoned")
    }
}

/// A request whose body has a known length, or none.
fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_length = name.eq_ignore_ascii_case("content-length");
        is_length.then(|| value.trim().parse().expect("a length"))
    });
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    Some(Request {
        target: head.split(' ').nth(1)?.to_owned(),
        body: String::from_utf8(body).ok()?,
    })
}

/// Whether a whole flood was sent.
fn answer(mut stream: &TcpStream, behavior: &Behavior) -> bool {
    match behavior {
        Behavior::Response(text) => {
            // The client may be gone.
            let _ = stream.write_all(text.as_bytes());
            false
        }
        Behavior::Lost => false,
        Behavior::Silence => {
            thread::sleep(Duration::from_secs(600));
            false
        }
        Behavior::Flood => {
            let head =
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n";
            let chunk = [b' '; 1 << 16];
            stream.write_all(head.as_bytes()).is_ok()
                && (0..FLOOD / chunk.len()).all(|_| stream.write_all(&chunk).is_ok())
        }
    }
}
