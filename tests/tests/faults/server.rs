//! A server on loopback that plays one scene per connection, and records the requests that it
//! received whole.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use test_support::is_complete;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::server::TlsStream;

use crate::observed::{ObservedTraffic, RequestKind};
use crate::operations::Op;

/// What the server does with a connection.
pub(crate) type Scene =
    Arc<dyn Fn(Connection) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync>;

/// A scene of these steps.
pub(crate) fn scene<F, S>(steps: S) -> Scene
where
    S: Fn(Connection) -> F + Send + Sync + 'static,
    F: Future<Output = ()> + Send + 'static,
{
    Arc::new(move |connection| Box::pin(steps(connection)))
}

/// Reads the request, writes the bytes that this function returns, and closes the connection.
pub(crate) fn respond(bytes: impl Fn(Op) -> Vec<u8> + Send + Sync + 'static) -> Scene {
    let bytes = Arc::new(bytes);
    scene(move |mut connection| {
        let bytes = Arc::clone(&bytes);
        async move {
            connection.request().await;
            let response = bytes(connection.op);
            connection.write(&response).await;
            connection.close().await;
        }
    })
}

/// Responds to one request per connection with a status and JSON.
pub(crate) fn respond_each(responder: Responder) -> Scene {
    scene(move |mut connection| {
        let responder = Arc::clone(&responder);
        async move {
            if let Some(kind) = connection.request().await {
                let (status, body) = responder(connection.op, kind);
                let response = response(connection.op, status, &[JSON], body);
                connection.write(&response).await;
                connection.close().await;
            }
        }
    })
}

/// The status and the JSON with which a server responds.
pub(crate) type Responder = Arc<dyn Fn(Op, RequestKind) -> (u16, String) + Send + Sync>;

/// A running server. It ends with the runtime on which it was started.
pub(crate) struct Server {
    pub(crate) port: u16,
    pub(crate) observed: Arc<ObservedTraffic>,
}

impl Server {
    /// Plays one scene per connection, the last one for all later ones.
    pub(crate) async fn start(op: Op, tls: Option<Arc<ServerConfig>>, scenes: Vec<Scene>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let observed = Arc::<ObservedTraffic>::default();
        let counted = Arc::clone(&observed);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let number = counted.count_connection();
                let scene = Arc::clone(scenes.get(number).or(scenes.last()).unwrap());
                let observed = Arc::clone(&counted);
                let tls = tls.clone();
                tokio::spawn(async move {
                    let stream = match tls {
                        None => Stream::Plain(stream),
                        Some(config) => match TlsAcceptor::from(config).accept(stream).await {
                            Ok(stream) => Stream::Tls(Box::new(stream)),
                            // The client rejects the certificate, and reports it itself.
                            Err(_) => return,
                        },
                    };
                    scene(Connection {
                        stream,
                        observed,
                        op,
                    })
                    .await;
                });
            }
        });
        Self { port, observed }
    }
}

enum Stream {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

/// The server's side of a connection. Errors of reading and writing are ignored here: the client
/// reports how its call ended.
pub(crate) struct Connection {
    stream: Stream,
    pub(crate) observed: Arc<ObservedTraffic>,
    pub(crate) op: Op,
}

impl Connection {
    /// Reads some bytes: none at the end.
    pub(crate) async fn read(&mut self) -> Vec<u8> {
        let mut buffer = vec![0; 16 * 1024];
        let count = match &mut self.stream {
            Stream::Plain(stream) => stream.read(&mut buffer).await,
            Stream::Tls(stream) => stream.read(&mut buffer).await,
        };
        buffer.truncate(count.unwrap_or(0));
        buffer
    }

    /// Reads a request whole, and records it. `None` if the client closes the connection before.
    pub(crate) async fn request(&mut self) -> Option<RequestKind> {
        let mut bytes = Vec::new();
        loop {
            let more = self.read().await;
            if more.is_empty() {
                return None;
            }
            bytes.extend(more);
            let text = String::from_utf8_lossy(&bytes);
            if is_complete(&text) {
                let kind = RequestKind::from_head(&text);
                self.observed.record(kind, text.into_owned());
                return Some(kind);
            }
        }
    }

    /// Writes these bytes. Returns whether it succeeded.
    pub(crate) async fn write(&mut self, bytes: &[u8]) -> bool {
        let written = match &mut self.stream {
            Stream::Plain(stream) => stream.write_all(bytes).await,
            Stream::Tls(stream) => match stream.write_all(bytes).await {
                Ok(()) => stream.flush().await,
                Err(error) => Err(error),
            },
        };
        written.is_ok()
    }

    /// Closes gracefully, with a FIN, after the client has had time to read everything.
    pub(crate) async fn close(mut self) {
        let _ = match &mut self.stream {
            Stream::Plain(stream) => stream.shutdown().await,
            Stream::Tls(stream) => stream.shutdown().await,
        };
        // Dropped with unread bytes, a socket would send an RST, which may overtake the response.
        while !self.read().await.is_empty() {}
        self.observed.count_closed();
    }

    /// Closes with an RST.
    pub(crate) fn reset(self) {
        let socket = match &self.stream {
            Stream::Plain(stream) => stream,
            Stream::Tls(stream) => stream.get_ref().0,
        };
        let _ = socket.set_zero_linger();
    }

    /// Keeps the connection open.
    pub(crate) async fn hold(self) {
        sleep(Duration::from_secs(600)).await;
    }
}

/// A response with its length. Its headers have all secrets that a careless server could echo.
pub(crate) fn response(
    op: Op,
    status: u16,
    headers: &[(&str, &str)],
    body: impl AsRef<[u8]>,
) -> Vec<u8> {
    let body = body.as_ref();
    let mut head = head(op, status, headers);
    if status != 204 && status != 304 {
        head += &format!("content-length: {}\r\n", body.len());
    }
    [head.as_bytes(), b"\r\n", body].concat()
}

/// The same, without the empty line that ends it, and without a length.
pub(crate) fn head(op: Op, status: u16, headers: &[(&str, &str)]) -> String {
    let mut head = format!("HTTP/1.1 {status} Played\r\n");
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head + &format!(
        "x-echo: {}\r\nset-cookie: session={}\r\n",
        op.echo(),
        crate::secrets::SERVER_SECRET
    )
}

pub(crate) const JSON: (&str, &str) = ("content-type", "application/json; charset=utf-8");

/// The successful response of an operation. The connection stays open.
pub(crate) fn good_response(op: Op) -> Vec<u8> {
    response(op, 200, &[JSON], op.good_body())
}
