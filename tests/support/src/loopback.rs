//! A server on the loopback address that records requests and returns one response to all of them.

use std::sync::{Arc, Mutex};

use crate::fixture::Response;
use crate::server::{Action, TestServer};

/// A running server. It stops with the runtime on which it was started.
pub struct Loopback {
    server: TestServer,
    played: Arc<Mutex<Played>>,
}

#[derive(Default)]
struct Played {
    response: Vec<u8>,
    /// The number of requests before this response was set.
    requests_before: usize,
}

/// A received request.
#[derive(Clone, Debug)]
pub struct Received {
    /// The request line.
    pub line: String,
    /// The headers, with lowercase names.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl Received {
    /// The values of a header.
    pub fn header(&self, name: &str) -> Vec<&str> {
        self.headers
            .iter()
            .filter(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
            .collect()
    }
}

impl Received {
    /// # Panics
    ///
    /// When the request line or a header is invalid.
    fn parse(request: &str) -> Self {
        let (head, body) = request.split_once("\r\n\r\n").unwrap();
        let mut lines = head.split("\r\n");
        Self {
            line: lines.next().unwrap().to_owned(),
            headers: lines
                .map(|line| line.split_once(": ").unwrap())
                .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
                .collect(),
            body: body.to_owned(),
        }
    }
}

impl Loopback {
    /// Starts a server on a free port.
    ///
    /// # Panics
    ///
    /// When there is no free port.
    pub async fn start() -> Self {
        let played = Arc::<Mutex<Played>>::default();
        let shared = Arc::clone(&played);
        let server = TestServer::with_handler(move |_| {
            let response = shared.lock().unwrap().response.clone();
            Action::Respond(response)
        });
        Self {
            server: server.await,
            played,
        }
    }

    /// The address, with the path `/api`.
    pub fn base_url(&self) -> &str {
        self.server.base_url()
    }

    /// The host and the port.
    pub fn host(&self) -> &str {
        self.server.host()
    }

    /// Sets the response to all further requests and forgets the earlier ones.
    ///
    /// # Panics
    ///
    /// Never: nothing panics while it holds the lock.
    pub fn play(&self, response: &Response) {
        let mut head = format!(
            "HTTP/1.1 {} Played\r\nconnection: close\r\n",
            response.status
        );
        for (name, value) in &response.headers {
            head += &format!("{name}: {value}\r\n");
        }
        if response.status != 204 {
            head += &format!("content-length: {}\r\n", response.body.len());
        }
        *self.played.lock().unwrap() = Played {
            response: format!("{head}\r\n{}", response.body).into_bytes(),
            requests_before: self.server.requests().len(),
        };
    }

    /// The requests since the response was set.
    ///
    /// # Panics
    ///
    /// When a request has no valid head.
    pub fn received(&self) -> Vec<Received> {
        let before = self.played.lock().unwrap().requests_before;
        let requests = self.server.requests().split_off(before);
        requests.iter().map(|text| Received::parse(text)).collect()
    }
}
