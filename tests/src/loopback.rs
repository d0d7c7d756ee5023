//! A server on the loopback address that writes down what it gets and plays one reply.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::fixture::Reply;

/// A running server. It stops with the runtime that it was started on.
pub struct Loopback {
    port: u16,
    script: Arc<Mutex<Script>>,
}

#[derive(Default)]
struct Script {
    reply: Vec<u8>,
    received: Vec<Received>,
}

/// A request as its bytes came.
#[derive(Clone, Debug)]
pub struct Received {
    /// The request line.
    pub line: String,
    /// The headers, with their names in small letters.
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

impl Loopback {
    /// Starts a server on a free port.
    ///
    /// # Panics
    ///
    /// When there is no free port.
    pub async fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let script = Arc::<Mutex<Script>>::default();
        let shared = Arc::clone(&script);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // A client that hangs up is told about by what it reports.
                let _ = serve(stream, &shared).await;
            }
        });
        Self { port, script }
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// From now on answers with this, and forgets what came before.
    ///
    /// # Panics
    ///
    /// Never: nothing panics while it holds the lock.
    pub fn play(&self, reply: &Reply) {
        let mut head = format!("HTTP/1.1 {} Played\r\nconnection: close\r\n", reply.status);
        for (name, value) in &reply.headers {
            head += &format!("{name}: {value}\r\n");
        }
        if reply.status != 204 {
            head += &format!("content-length: {}\r\n", reply.body.len());
        }
        let mut script = self.script.lock().unwrap();
        script.received.clear();
        script.reply = format!("{head}\r\n{}", reply.body).into_bytes();
    }

    /// What came since the reply was set.
    ///
    /// # Panics
    ///
    /// Never: nothing panics while it holds the lock.
    pub fn received(&self) -> Vec<Received> {
        self.script.lock().unwrap().received.clone()
    }
}

async fn serve(mut stream: TcpStream, script: &Mutex<Script>) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    let received = loop {
        if let Some(received) = whole(&bytes) {
            break received;
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Ok(());
        }
    };
    let reply = {
        let mut script = script.lock().unwrap();
        script.received.push(received);
        script.reply.clone()
    };
    stream.write_all(&reply).await?;
    stream.shutdown().await
}

/// The request, once all of it is there.
fn whole(bytes: &[u8]) -> Option<Received> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let mut lines = head.split("\r\n");
    let received = Received {
        line: lines.next()?.to_owned(),
        headers: lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect(),
        body: body.to_owned(),
    };
    let length = match received.header("content-length")[..] {
        [length] => length.parse().unwrap_or(0),
        _ => 0,
    };
    (body.len() >= length).then_some(received)
}
