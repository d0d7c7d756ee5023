//! Throughput: creates and reads an order over one connection, from the sandbox and from bare axum
//! routes with the same response bytes. The goal is 0.6 of their throughput; the ratio of
//! interleaved runs is printed at the end.
//!
//! Startup: the time until the first response of a sandbox.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use api_sandbox::Sandbox;
use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::routing::{get, post};
use axum::serve::ListenerExt as _;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use criterion::Criterion;
use tokio::runtime::Runtime;

/// A minimal client with one connection.
struct Client {
    address: SocketAddr,
    connection: BufReader<TcpStream>,
    authorization: String,
    created: u64,
    body: Vec<u8>,
}

impl Client {
    fn new(address: SocketAddr) -> Self {
        let token = STANDARD.encode("demo-integrator-token:demo-venue-token");
        Self {
            address,
            connection: connect(address),
            authorization: format!("Authorization: Basic {token}\r\nHost: {address}"),
            created: 0,
            body: Vec::new(),
        }
    }

    /// Replaces the connection, which may have been closed while it was idle.
    fn reconnect(&mut self) {
        self.connection = connect(self.address);
    }

    /// Sends a request, and stores the body of the response.
    fn send(&mut self, line: &str, body: &str) {
        let head = &self.authorization;
        let length = body.len();
        let request = format!(
            "{line} HTTP/1.1\r\n{head}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        let connection = self.connection.get_mut();
        connection.write_all(request.as_bytes()).unwrap();
        let mut length = 0;
        let mut line = String::new();
        self.connection.read_line(&mut line).unwrap();
        assert!(line.starts_with("HTTP/1.1 200"), "{line}");
        loop {
            line.clear();
            self.connection.read_line(&mut line).unwrap();
            let header = line.to_ascii_lowercase();
            if let Some(value) = header.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if line == "\r\n" {
                break;
            }
        }
        self.body.resize(length, 0);
        self.connection.read_exact(&mut self.body).unwrap();
    }

    fn create(&mut self) {
        self.created += 1;
        let body = format!(
            r#"{{"incoming_order":{{"order_type":"delivery","first_name":"Ada","last_name":"Sample","telephone":"5550100123","address":"1 Main Street","city":"Springfield","state_abbrev":"CO","zipcode":"80000","reference_no":"BENCH-{:09}","order_items_attributes":[{{"product_parent_id":"7001","product_id":9001,"quantity":2}},{{"product_parent_id":"7002","product_id":9002,"quantity":1}}]}}}}"#,
            self.created
        );
        self.send("POST /api/v3/incoming_orders", &body);
    }

    /// Creates and reads an order. Ids ascend from `first_id`.
    fn create_and_read(&mut self, first_id: u64) {
        self.create();
        let id = first_id + self.created - 1;
        self.send(&format!("GET /api/v3/incoming_orders/{id}"), "");
    }
}

fn connect(address: SocketAddr) -> BufReader<TcpStream> {
    let connection = TcpStream::connect(address).unwrap();
    connection.set_nodelay(true).unwrap();
    BufReader::new(connection)
}

/// The id of the first order in a sandbox, and the response bytes of its creation and its read.
fn record(runtime: &Runtime) -> (u64, Bytes, Bytes) {
    let sandbox = runtime.block_on(Sandbox::start()).unwrap();
    let mut client = Client::new(sandbox.address());
    client.create();
    let created = client.body.clone();
    let first = sandbox.control().orders()[0].id;
    client.send(&format!("GET /api/v3/incoming_orders/{first}"), "");
    (
        first.try_into().unwrap(),
        created.into(),
        client.body.into(),
    )
}

/// Serves bare axum routes with these response bytes.
fn serve_axum(runtime: &Runtime, created: Bytes, read: Bytes) -> SocketAddr {
    let json = |body: Bytes| ([(CONTENT_TYPE, "application/json")], body);
    let create = move |_: Bytes| async move { json(created) };
    let read = move || async move { json(read) };
    let routes = Router::new()
        .route("/api/v3/incoming_orders", post(create))
        .route("/api/v3/incoming_orders/{id}", get(read));
    let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    let listener = runtime.block_on(listener).unwrap();
    let address = listener.local_addr().unwrap();
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    runtime.spawn(async move { axum::serve(listener, routes).await });
    address
}

fn main() {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(1).enable_all().build().unwrap();
    let (first, created, read) = record(&runtime);
    let sandbox = runtime.block_on(Sandbox::start()).unwrap();
    let mut ours = Client::new(sandbox.address());
    let mut theirs = Client::new(serve_axum(&runtime, created, read));
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("create and read an order");
    group.bench_function("sandbox", |bencher| {
        bencher.iter(|| ours.create_and_read(first));
    });
    group.bench_function("bare axum", |bencher| {
        bencher.iter(|| theirs.create_and_read(first));
    });
    group.finish();

    criterion.bench_function("ready", |bencher| {
        bencher.iter(|| {
            let sandbox = runtime.block_on(Sandbox::start()).unwrap();
            // Until the first response.
            let mut stream = TcpStream::connect(sandbox.address()).unwrap();
            let request = format!(
                "GET /_sandbox HTTP/1.0\r\nHost: {}\r\n\r\n",
                sandbox.address()
            );
            stream.write_all(request.as_bytes()).unwrap();
            let mut response = Vec::new();
            stream.read_to_end(&mut response).unwrap();
            assert!(response.starts_with(b"HTTP/1.0 200"));
        });
    });

    if !std::env::args().any(|argument| argument == "--test") {
        ours.reconnect();
        theirs.reconnect();
        print_ratio(first, &mut ours, &mut theirs);
    }
}

/// Prints the ratio of the two in alternating turns, which share the load of the machine.
fn print_ratio(first: u64, ours: &mut Client, theirs: &mut Client) {
    const TURNS: usize = 41;
    let timed = |client: &mut Client| -> Duration {
        let started = Instant::now();
        for _ in 0..200 {
            client.create_and_read(first);
        }
        started.elapsed()
    };
    let mut ratios: Vec<f64> = (0..TURNS)
        .map(|_| timed(theirs).as_secs_f64() / timed(ours).as_secs_f64())
        .collect();
    ratios.sort_by(f64::total_cmp);
    println!(
        "the sandbox has {:.2} of the throughput of bare axum routes (median of {TURNS} turns, {:.2} to {:.2})",
        ratios[TURNS / 2],
        ratios[0],
        ratios[TURNS - 1],
    );
}
