//! A server on the loopback interface that counts what it receives.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

/// What the server received: requests by operation and reference.
#[derive(Default)]
pub(crate) struct Shop {
    /// Complete requests.
    pub(crate) requests: BTreeMap<(&'static str, String), u32>,
    /// Those that had an effect.
    pub(crate) effects: BTreeMap<(&'static str, String), u32>,
}

#[derive(Clone)]
pub(crate) struct ShopServer {
    pub(crate) address: SocketAddr,
    shop: Arc<Mutex<Shop>>,
}

impl ShopServer {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = Self {
            address,
            shop: Arc::default(),
        };
        let serving = server.clone();
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let server = serving.clone();
                // A client that was killed closes its connection in the middle of anything.
                thread::spawn(move || drop(server.serve(connection)));
            }
        });
        server
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Shop> {
        self.shop.lock().unwrap()
    }

    fn serve(&self, mut connection: TcpStream) -> std::io::Result<()> {
        let mut request = Vec::new();
        while !is_complete(&request) {
            let mut buffer = [0; 4096];
            match connection.read(&mut buffer)? {
                0 => return Ok(()),
                read => request.extend_from_slice(&buffer[..read]),
            }
        }
        let (status, body) = self.lock().handle(&String::from_utf8(request).unwrap());
        let length = body.len();
        let head = format!(
            "HTTP/1.1 {status} Status\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n"
        );
        connection.write_all(head.as_bytes())?;
        connection.write_all(body.as_bytes())
    }
}

impl Shop {
    fn handle(&mut self, request: &str) -> (u16, String) {
        let mut words = request.split([' ', '?']);
        let method = words.next().unwrap();
        let path = words.next().unwrap();
        let last = path.rsplit('/').next().unwrap().to_owned();
        let created = ("create_order", last.clone());
        match method {
            "GET" if self.effects.contains_key(&created) => (200, order(&last)),
            "GET" => (404, String::new()),
            "PUT" => {
                self.count("set_quantity", &last);
                (200, order(&last))
            }
            _ => {
                let (_, rest) = request.split_once("\"reference_no\":\"").unwrap();
                let reference = rest.split('"').next().unwrap().to_owned();
                let operation = match reference.starts_with("unique") {
                    true => "create_order",
                    false => "add_order",
                };
                let key = (operation, reference.clone());
                if operation == "create_order" && self.effects.contains_key(&key) {
                    *self.requests.entry(key).or_default() += 1;
                    return (422, r#"{"errors":["reference_no is in use"]}"#.to_owned());
                }
                self.count(operation, &reference);
                (200, order(&reference))
            }
        }
    }

    fn count(&mut self, operation: &'static str, reference: &str) {
        let key = (operation, reference.to_owned());
        *self.requests.entry(key.clone()).or_default() += 1;
        *self.effects.entry(key).or_default() += 1;
    }
}

fn order(reference: &str) -> String {
    format!(r#"{{"id":7,"reference_no":"{reference}"}}"#)
}

fn is_complete(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request);
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let mut lines = head.lines();
    let length = lines.find_map(|line| line.strip_prefix("content-length: "));
    body.len() >= length.map_or(0, |length| length.parse().unwrap())
}
