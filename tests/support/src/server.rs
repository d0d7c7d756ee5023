//! An HTTP server on a raw socket, so that a test controls and checks every byte.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

/// The reaction of a [`TestServer`] to a request.
#[derive(Clone, Debug)]
pub enum Action {
    /// Writes these bytes and closes the connection.
    Respond(Vec<u8>),
    /// Writes these bytes and then nothing more, with the connection open.
    Stall(Vec<u8>),
    /// Closes the connection.
    Close,
}

/// A running server on the loopback address. It stops with the runtime on which it was started.
pub struct TestServer {
    base_url: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl TestServer {
    /// Starts a server with one action for each request; after the last one, connections are
    /// closed.
    ///
    /// # Panics
    ///
    /// When there is no free port.
    pub async fn start(script: impl IntoIterator<Item = Action>) -> Self {
        let mut script: Vec<_> = script.into_iter().collect();
        script.reverse();
        Self::with_handler(move |_| script.pop().unwrap_or(Action::Close)).await
    }

    /// Starts a server with a function that returns the action for each request.
    ///
    /// # Panics
    ///
    /// When there is no free port.
    pub async fn with_handler(handler: impl FnMut(&str) -> Action + Send + 'static) -> Self {
        Self::serve(Box::new(handler)).await
    }

    /// Compiled once, and not for each handler.
    async fn serve(mut handler: Box<dyn FnMut(&str) -> Action + Send>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}/api", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let recorded = Arc::clone(&requests);
        tokio::spawn(async move {
            let mut stalled = Vec::new();
            while let Ok((mut stream, _)) = listener.accept().await {
                let Some(request) = read_request(&mut stream).await else {
                    continue;
                };
                let action = handler(&request);
                recorded.lock().unwrap().push(request);
                match action {
                    // An error here means that the client closed the connection.
                    Action::Respond(bytes) => {
                        let _ = stream.write_all(&bytes).await;
                        let _ = stream.shutdown().await;
                    }
                    Action::Stall(bytes) => {
                        let _ = stream.write_all(&bytes).await;
                        stalled.push(stream);
                    }
                    Action::Close => {}
                }
            }
        });
        Self { base_url, requests }
    }

    /// The address, with the path `/api`.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// The host and the port: `127.0.0.1:3000`.
    pub fn host(&self) -> &str {
        let host = self.base_url.trim_start_matches("http://");
        host.trim_end_matches("/api")
    }

    /// The requests, each with its head and its body.
    ///
    /// # Panics
    ///
    /// When the handler panicked.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    /// The only request.
    ///
    /// # Panics
    ///
    /// Unless there is exactly one request.
    pub fn request(&self) -> String {
        let mut requests = self.requests();
        assert_eq!(requests.len(), 1, "{requests:?}");
        requests.remove(0)
    }

    /// The method and the target of the only request: `GET /api/things`.
    ///
    /// # Panics
    ///
    /// Unless there is exactly one request.
    pub fn target(&self) -> String {
        let request = self.request();
        let line = request.lines().next().unwrap_or_default();
        line.trim_end_matches(" HTTP/1.1").to_owned()
    }
}

/// Accepts connections on the loopback address, each in a task of its own, until the runtime ends.
/// For servers whose connections are not those of HTTP, or stay open.
///
/// # Panics
///
/// When there is no free port.
pub async fn accept<F>(serve: impl Fn(TcpStream) -> F + Send + 'static) -> SocketAddr
where
    F: Future<Output = ()> + Send + 'static,
{
    accept_each(Box::new(move |stream| Box::pin(serve(stream)))).await
}

type Serve = Box<dyn Fn(TcpStream) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send>;

/// Compiled once, and not for each function.
async fn accept_each(serve: Serve) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream));
        }
    });
    address
}

/// The address of a port without a listener, so that connections are refused.
///
/// # Panics
///
/// When there is no free port.
pub fn closed_address() -> SocketAddr {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
    let address = socket.local_addr().unwrap();
    // The port stays taken, or the server of another test could be given it.
    std::mem::forget(socket);
    address
}

/// Reads a request. `None` when the client closes the connection before, or sends
/// nothing for five seconds.
pub async fn read_request(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        let read = timeout(Duration::from_secs(5), stream.read_buf(&mut bytes)).await;
        if read.ok()?.ok()? == 0 {
            return None;
        }
        let text = String::from_utf8_lossy(&bytes);
        if is_complete(&text) {
            return Some(text.into_owned());
        }
    }
}

/// Whether a request is complete: the head, and a body of its `content-length`.
pub fn is_complete(request: &str) -> bool {
    let Some((head, body)) = request.split_once("\r\n\r\n") else {
        return false;
    };
    let mut lines = head.lines();
    let length = lines.find_map(|line| line.strip_prefix("content-length: "));
    length.is_none_or(|length| length.parse().is_ok_and(|length| body.len() >= length))
}

/// A response with these header lines, `Content-Length` and this body.
pub fn response(status: u16, headers: &[&str], body: impl AsRef<[u8]>) -> Action {
    let body = body.as_ref();
    let mut head = format!("HTTP/1.1 {status} Status\r\n");
    for header in headers {
        head += &format!("{header}\r\n");
    }
    if status != 204 && status != 304 {
        head += &format!("Content-Length: {}\r\n", body.len());
    }
    head += "Connection: close\r\n\r\n";
    Action::Respond([head.as_bytes(), body].concat())
}

/// A JSON response.
pub fn json(status: u16, body: impl AsRef<[u8]>) -> Action {
    response(
        status,
        &["Content-Type: application/json; charset=utf-8"],
        body,
    )
}
