//! A server that gives the same replies again and again, in a process of its own.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;

use crate::{order, strict};

/// The process. It ends with this.
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
        let output = process.stdout.take().expect("its output");
        let read = BufReader::new(output).read_line(&mut address);
        assert!(
            read.is_ok_and(|bytes| bytes > 0),
            "the server tells its address"
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
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Tells its address and serves until it is ended.
pub(crate) fn serve() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let address = listener.local_addr().expect("an address");
    println!("http://{address}/api");
    let replies = Arc::new([
        ("/incoming_orders/", whole(order::TEXT.as_bytes())),
        ("/customers", whole(&strict::customers(100))),
    ]);
    for stream in listener.incoming().flatten() {
        let replies = Arc::clone(&replies);
        thread::spawn(move || answer(&stream, &*replies));
    }
}

fn whole(body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n"
    );
    [head.as_bytes(), body].concat()
}

/// Answers until the other side has enough. Requests have no bodies here.
fn answer(stream: &TcpStream, replies: &[(&str, Vec<u8>)]) -> Option<()> {
    stream.set_nodelay(true).ok()?;
    let mut lines = BufReader::new(stream).lines();
    loop {
        let first = lines.next()?.ok()?;
        while !lines.next()?.ok()?.is_empty() {}
        let (_, reply) = replies.iter().find(|(path, _)| first.contains(path))?;
        let mut stream = stream;
        stream.write_all(reply).ok()?;
    }
}
