//! A service that receives callbacks on loopback, and requests to it.

use std::net::SocketAddr;

use futures_util::FutureExt as _;
use pos_v3_client::GetIncomingOrder;
use pos_v3_client::callback::{Events, Handler, Handlers, ReadOutcome, ReadReport, router};
use pos_v3_client::journal::MemoryStore;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::unconstrained;

use super::remote::{Remote, VENUE};

pub(crate) const SECRET: &str = "0123456789abcdef0123456789abcdef";

pub(crate) struct Service {
    address: SocketAddr,
    pub(crate) remote: Remote,
    changes: Events<GetIncomingOrder>,
    pub(crate) handler: Handler<GetIncomingOrder>,
    pub(crate) handlers: Handlers<GetIncomingOrder>,
}

impl Service {
    /// Starts a service of one venue.
    pub(crate) async fn start() -> Self {
        let changes = Events::new(MemoryStore::new(), 100);
        let remote = Remote::start().await;
        let client = remote.client(VENUE);
        let handler = Handler::new(client, SECRET, changes.clone()).unwrap();
        let handlers = Handlers::new([handler.clone()]);
        let app = axum::Router::new().nest("/callbacks", router(handlers.clone()));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self {
            address,
            remote,
            changes,
            handler,
            handlers,
        }
    }

    /// Adds an order to the service and to the remote service.
    pub(crate) async fn order(&self, id: i64, reference: &str, state: &str) {
        self.handler.read_soon(id).await;
        self.remote.set(id, reference, state);
    }

    /// Reads what is due now.
    pub(crate) async fn read(&self) -> Vec<ReadOutcome> {
        let reads = self.handler.read_due().await;
        reads.iter().map(ReadReport::outcome).collect()
    }

    /// Sends a form.
    pub(crate) async fn post(&self, body: &[u8]) -> u16 {
        let kind = "Content-Type: application/x-www-form-urlencoded\r\n";
        self.send("POST", SECRET, kind, body).await
    }

    pub(crate) async fn send(&self, method: &str, secret: &str, headers: &str, body: &[u8]) -> u16 {
        let length = body.len();
        let head = format!(
            "{method} /callbacks/{secret} HTTP/1.1\r\nHost: service\r\n{headers}Content-Length: {length}\r\n\r\n"
        );
        let mut stream = self.connect().await;
        stream.write_all(head.as_bytes()).await.unwrap();
        // A body that is too large may be rejected before it is sent.
        let _ = stream.write_all(body).await;
        status(&mut stream).await
    }

    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// The states that were reported since the previous call.
    pub(crate) fn reported(&self) -> Vec<(i64, String)> {
        let mut changes = self.changes.clone();
        let mut reported = Vec::new();
        // A task of Tokio yields after many polls.
        while let Some(change) = unconstrained(changes.next()).now_or_never() {
            reported.push((change.id, change.state.to_string()));
        }
        reported
    }
}

pub(crate) fn form(id: i64, reference: &str, status: &str) -> String {
    format!(
        "incoming_order%5Bid%5D={id}&incoming_order%5Breference_no%5D={reference}&incoming_order%5Bstatus%5D={status}\
         &incoming_order%5Border_type%5D=pickup"
    )
}

/// The status of the response.
pub(crate) async fn status(stream: &mut TcpStream) -> u16 {
    response(stream).await.0
}

/// The status and the head of the response.
pub(crate) async fn response(stream: &mut TcpStream) -> (u16, String) {
    let mut text = Vec::new();
    while !text.windows(4).any(|end| end == b"\r\n\r\n") {
        let mut chunk = [0; 1024];
        let count = stream.read(&mut chunk).await.unwrap();
        assert_ne!(count, 0, "no response");
        text.extend_from_slice(&chunk[..count]);
    }
    let head = String::from_utf8(text).unwrap();
    (head[9..12].parse().unwrap(), head)
}
