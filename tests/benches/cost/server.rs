//! A server with constant responses, in its own process.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;

use benches::strict;

use crate::order;

/// The process, which is killed on drop.
pub(crate) struct Running {
    process: Child,
    address: String,
}

impl Running {
    pub(crate) fn start() -> Self {
        let mut process = Command::new(env::current_exe().expect("this program"))
            .arg("serve")
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process");
        let mut address = String::new();
        let output = process.stdout.take().expect("the output of the process");
        let read = BufReader::new(output).read_line(&mut address);
        assert!(
            read.is_ok_and(|bytes| bytes > 0),
            "the server prints its address"
        );
        address.truncate(address.trim_end().len());
        Self { process, address }
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Prints its address, and serves until it is killed.
pub(crate) fn serve() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let address = listener.local_addr().expect("an address");
    println!("http://{address}/api");
    let responses = Arc::new([
        ("/incoming_orders/", response(order::TEXT.as_bytes())),
        ("/customers", response(&strict::customers(100))),
    ]);
    for stream in listener.incoming().flatten() {
        let responses = Arc::clone(&responses);
        thread::spawn(move || respond(&stream, &*responses));
    }
}

fn response(body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n"
    );
    [head.as_bytes(), body].concat()
}

/// Responds until the client closes the connection. Requests have no bodies here.
fn respond(stream: &TcpStream, responses: &[(&str, Vec<u8>)]) -> Option<()> {
    stream.set_nodelay(true).ok()?;
    let mut lines = BufReader::new(stream).lines();
    loop {
        let first = lines.next()?.ok()?;
        while !lines.next()?.ok()?.is_empty() {}
        let (_, response) = responses.iter().find(|(path, _)| first.contains(path))?;
        let mut stream = stream;
        stream.write_all(response).ok()?;
    }
}
