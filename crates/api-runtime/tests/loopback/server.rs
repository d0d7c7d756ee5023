//! A server that follows a script: one step for each request, and it keeps what came, byte by byte.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What the server does after it has read a request.
pub(crate) enum Step {
    /// Writes these bytes and closes the connection.
    Bytes(Vec<u8>),
    /// Writes these bytes and then nothing more, with the connection open.
    Stall(Vec<u8>),
    /// Closes the connection.
    Close,
}

pub(crate) struct Server {
    base: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Follows the script; after its end, connections are closed.
    pub(crate) async fn start(script: impl IntoIterator<Item = Step>) -> Self {
        let mut script: Vec<_> = script.into_iter().collect();
        script.reverse();
        Self::answering(move |_| script.pop().unwrap_or(Step::Close)).await
    }

    /// Does with each request what the function says.
    pub(crate) async fn answering(mut answer: impl FnMut(&str) -> Step + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}/api", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&requests);
        tokio::spawn(async move {
            let mut open = Vec::new();
            while let Ok((mut stream, _)) = listener.accept().await {
                if let Some(request) = read(&mut stream).await {
                    let step = answer(&request);
                    kept.lock().unwrap().push(request);
                    match step {
                        Step::Bytes(bytes) => {
                            let _ = stream.write_all(&bytes).await;
                            let _ = stream.shutdown().await;
                        }
                        Step::Stall(bytes) => {
                            let _ = stream.write_all(&bytes).await;
                            open.push(stream);
                        }
                        Step::Close => {}
                    }
                }
            }
        });
        Self { base, requests }
    }

    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// What came, each request with its head and its body.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    /// The one request that came.
    pub(crate) fn request(&self) -> String {
        let requests = self.requests();
        assert_eq!(requests.len(), 1, "{requests:?}");
        requests[0].clone()
    }

    /// The line of the one request that came: `GET /api/things`.
    pub(crate) fn target(&self) -> String {
        self.request()
            .lines()
            .next()
            .unwrap()
            .trim_end_matches(" HTTP/1.1")
            .to_owned()
    }
}

/// Reads one request: the head, and a body of the length that the head tells.
async fn read(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let count = tokio::time::timeout(Duration::from_secs(5), stream.read(&mut buffer))
            .await
            .ok()?
            .ok()?;
        if count == 0 {
            return None;
        }
        bytes.extend_from_slice(&buffer[..count]);
        let text = String::from_utf8_lossy(&bytes);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: "));
            if body.len() >= length.map_or(0, |length| length.parse().unwrap()) {
                return Some(text.into_owned());
            }
        }
    }
}

/// A response with these header lines, its length, and its body.
pub(crate) fn response(status: u16, headers: &[&str], body: impl AsRef<[u8]>) -> Step {
    let body = body.as_ref();
    let mut bytes = format!("HTTP/1.1 {status} Status\r\n");
    for header in headers {
        bytes += &format!("{header}\r\n");
    }
    if status != 204 && status != 304 {
        bytes += &format!("Content-Length: {}\r\n", body.len());
    }
    bytes += "Connection: close\r\n\r\n";
    Step::Bytes([bytes.as_bytes(), body].concat())
}

/// A response of JSON.
pub(crate) fn json(status: u16, body: impl AsRef<[u8]>) -> Step {
    response(
        status,
        &["Content-Type: application/json; charset=utf-8"],
        body,
    )
}
