//! A server on loopback that plays one scene for each connection, and counts the requests that it got whole.

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

use crate::calls::Op;
use crate::seen::{Asks, Seen};

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

/// Reads the request, writes what this function gives, and closes.
pub(crate) fn answer(bytes: impl Fn(Op) -> Vec<u8> + Send + Sync + 'static) -> Scene {
    let bytes = Arc::new(bytes);
    scene(move |mut connection| {
        let bytes = Arc::clone(&bytes);
        async move {
            connection.request().await;
            let reply = bytes(connection.op);
            connection.write(&reply).await;
            connection.close().await;
        }
    })
}

/// Answers one request of each connection with a status and JSON.
pub(crate) fn answer_each(reply_to: ReplyTo) -> Scene {
    scene(move |mut connection| {
        let reply_to = Arc::clone(&reply_to);
        async move {
            if let Some(asks) = connection.request().await {
                let (status, body) = reply_to(connection.op, asks);
                let reply = reply(connection.op, status, &[JSON], body);
                connection.write(&reply).await;
                connection.close().await;
            }
        }
    })
}

/// The status and the JSON with which a server answers.
pub(crate) type ReplyTo = Arc<dyn Fn(Op, Asks) -> (u16, String) + Send + Sync>;

/// A running server. It stops with the runtime that it was started on.
pub(crate) struct Server {
    pub(crate) port: u16,
    pub(crate) seen: Arc<Seen>,
}

impl Server {
    /// Plays one scene for each connection, the last one for all that follow.
    pub(crate) async fn start(op: Op, tls: Option<Arc<ServerConfig>>, scenes: Vec<Scene>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let seen = Arc::<Seen>::default();
        let counted = Arc::clone(&seen);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let number = counted.count_connection();
                let scene = Arc::clone(scenes.get(number).or(scenes.last()).unwrap());
                let seen = Arc::clone(&counted);
                let tls = tls.clone();
                tokio::spawn(async move {
                    let stream = match tls {
                        None => Stream::Plain(stream),
                        Some(config) => match TlsAcceptor::from(config).accept(stream).await {
                            Ok(stream) => Stream::Tls(Box::new(stream)),
                            // The client did not trust it, which the client tells.
                            Err(_) => return,
                        },
                    };
                    scene(Connection { stream, seen, op }).await;
                });
            }
        });
        Self { port, seen }
    }
}

enum Stream {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

/// One connection, from the server's side. A client that hangs up is told about by what it reports, so that errors of
/// reading and writing are of no account here.
pub(crate) struct Connection {
    stream: Stream,
    pub(crate) seen: Arc<Seen>,
    pub(crate) op: Op,
}

impl Connection {
    /// Some bytes. None at the end.
    pub(crate) async fn read(&mut self) -> Vec<u8> {
        let mut buffer = vec![0; 16 * 1024];
        let count = match &mut self.stream {
            Stream::Plain(stream) => stream.read(&mut buffer).await,
            Stream::Tls(stream) => stream.read(&mut buffer).await,
        };
        buffer.truncate(count.unwrap_or(0));
        buffer
    }

    /// Reads a request whole and counts it. `None` if the client hangs up before.
    pub(crate) async fn request(&mut self) -> Option<Asks> {
        let mut bytes = Vec::new();
        loop {
            let more = self.read().await;
            if more.is_empty() {
                return None;
            }
            bytes.extend(more);
            let text = String::from_utf8_lossy(&bytes);
            if is_complete(&text) {
                let asks = Asks::of(&text);
                self.seen.note(asks, text.into_owned());
                return Some(asks);
            }
        }
    }

    /// Writes these bytes. Says whether the client still takes any.
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

    /// Ends in peace: with a FIN, after everything was written and the client has had time to read it.
    pub(crate) async fn close(mut self) {
        let _ = match &mut self.stream {
            Stream::Plain(stream) => stream.shutdown().await,
            Stream::Tls(stream) => stream.shutdown().await,
        };
        // Dropped with unread bytes, a socket would send an RST, which may overtake the reply.
        while !self.read().await.is_empty() {}
    }

    /// Ends with an RST.
    pub(crate) fn reset(self) {
        let socket = match &self.stream {
            Stream::Plain(stream) => stream,
            Stream::Tls(stream) => stream.get_ref().0,
        };
        let _ = socket.set_zero_linger();
    }

    /// Keeps the connection open and does nothing more.
    pub(crate) async fn hold(self) {
        sleep(Duration::from_secs(600)).await;
    }
}

/// A reply with its length, with everything in its headers that a careless server could send back.
pub(crate) fn reply(
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
        crate::kept::IN_A_REPLY
    )
}

pub(crate) const JSON: (&str, &str) = ("content-type", "application/json; charset=utf-8");

/// The reply that an operation hopes for. The connection stays open.
pub(crate) fn good(op: Op) -> Vec<u8> {
    reply(op, 200, &[JSON], op.good())
}
