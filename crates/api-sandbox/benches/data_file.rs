//! A data file: orders per second at 10, 1,000 and 100,000 orders, over one connection, in memory
//! and with a file; the time to the first response with that file; the memory after 100,000
//! requests.
//!
//! Not a benchmark of criterion: it measures several states in turns, which grow by it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use api_sandbox::{Sandbox, SandboxBuilder};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::runtime::Runtime;

/// A minimal client with one connection.
struct Client {
    connection: BufReader<TcpStream>,
    head: String,
    created: u64,
}

impl Client {
    fn new(address: SocketAddr) -> Self {
        let connection = TcpStream::connect(address).expect("a connection");
        connection.set_nodelay(true).expect("an option");
        let token = STANDARD.encode("demo-integrator-token:demo-venue-token");
        Self {
            connection: BufReader::new(connection),
            head: format!(
                "HTTP/1.1\r\nHost: {address}\r\nAuthorization: Basic {token}\r\nContent-Type: \
                 application/json\r\n"
            ),
            created: 0,
        }
    }

    /// Sends a request, and reads the response, whose status must be 200.
    fn send(&mut self, line: &str, body: &str) {
        let head = &self.head;
        let length = body.len();
        let request = format!("{line} {head}Content-Length: {length}\r\n\r\n{body}");
        let stream = self.connection.get_mut();
        stream.write_all(request.as_bytes()).expect("a request");
        let mut length = 0;
        let mut line = String::new();
        self.connection.read_line(&mut line).expect("a status");
        assert!(line.starts_with("HTTP/1.1 200"), "{line}");
        while line != "\r\n" {
            line.clear();
            self.connection.read_line(&mut line).expect("a header");
            let header = line.to_ascii_lowercase();
            if let Some(value) = header.strip_prefix("content-length:") {
                length = value.trim().parse().expect("a length");
            }
        }
        let mut body = vec![0; length];
        self.connection.read_exact(&mut body).expect("a body");
    }

    fn create_order(&mut self) {
        self.created += 1;
        let body = format!(
            r#"{{"incoming_order":{{"order_type":"delivery","first_name":"Ada","last_name":"Sample","telephone":"5550100123","address":"1 Main Street","city":"Springfield","state_abbrev":"CO","zipcode":"80000","reference_no":"BENCH-{:09}","order_items_attributes":[{{"product_parent_id":"7001","product_id":9001,"quantity":2}},{{"product_parent_id":"7002","product_id":9002,"quantity":1}}]}}}}"#,
            self.created
        );
        self.send("POST /api/v3/incoming_orders", &body);
    }
}

/// A sandbox that has orders.
struct Side {
    name: &'static str,
    size: u64,
    client: Client,
    times: Vec<Duration>,
    sandbox: Sandbox,
}

impl Side {
    fn new(runtime: &Runtime, name: &'static str, size: u64, builder: SandboxBuilder) -> Self {
        let sandbox = runtime.block_on(builder.start()).expect("a sandbox");
        let mut client = Client::new(sandbox.address());
        while client.created < size {
            client.create_order();
        }
        Self {
            name,
            size,
            client,
            times: Vec::new(),
            sandbox,
        }
    }

    /// The server closes connections that were idle while other sides were filled.
    fn reconnect(&mut self) {
        let created = self.client.created;
        self.client = Client::new(self.sandbox.address());
        self.client.created = created;
    }

    fn take_turn(&mut self) {
        let started = Instant::now();
        (0..ORDERS).for_each(|_| self.client.create_order());
        self.times.push(started.elapsed());
    }

    /// Orders per second, in the middle one of the turns.
    fn rate(&mut self) -> f64 {
        self.times.sort();
        f64::from(ORDERS) / self.times[self.times.len() / 2].as_secs_f64()
    }
}

/// Few for each turn, so that the sides share what else the machine does.
const ORDERS: u32 = 20;

/// The resident memory of this process in MiB.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes / 1024)
}

/// Measures all sides in turns, and prints each in relation to the first of its name.
fn measure(mut sides: Vec<Side>, turns: usize) {
    sides.iter_mut().for_each(Side::reconnect);
    for _ in 0..turns {
        sides.iter_mut().for_each(Side::take_turn);
    }
    let mut first = (sides[0].name, sides[0].rate());
    for side in &mut sides {
        let (name, size, rate) = (side.name, side.size, side.rate());
        if name != first.0 {
            first = (name, rate);
        }
        let ratio = rate / first.1;
        println!("{name}, {size:>6} orders: {rate:>6.0} orders/s ({ratio:.2} of the first)");
    }
}

fn first_response(runtime: &Runtime, name: &str, builder: SandboxBuilder) {
    let started = Instant::now();
    let sandbox = runtime.block_on(builder.start()).expect("a sandbox");
    Client::new(sandbox.address()).send("GET /_sandbox", "");
    println!("{name}: first response after {:?}", started.elapsed());
}

fn file_size(file: &Path) -> u64 {
    std::fs::metadata(file).expect("a file").len() / 1_000_000
}

fn main() {
    // Few orders, when it only has to work.
    let is_test = std::env::args().any(|argument| argument == "--test");
    let sizes: &[u64] = if is_test {
        &[10]
    } else {
        &[10, 1_000, 100_000]
    };
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(1).enable_all().build();
    let runtime = runtime.expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let file = |size: u64| folder.path().join(format!("{size}.data"));
    let with_file = |size| Sandbox::builder().data_file(file(size));

    first_response(&runtime, "in memory", Sandbox::builder());
    first_response(&runtime, "new data file", with_file(0));
    let stored = sizes
        .iter()
        .map(|&size| (size, "data file", with_file(size)));
    let in_memory = sizes
        .iter()
        .map(|&size| (size, "in memory", Sandbox::builder()));
    let sides = stored.chain(in_memory);
    let sides = sides.map(|(size, name, builder)| Side::new(&runtime, name, size, builder));
    measure(sides.collect(), if is_test { 1 } else { 51 });
    let largest = sizes[sizes.len() - 1];
    println!("data file: {} MB", file_size(&file(largest)));
    first_response(&runtime, "data file with these orders", with_file(largest));

    // Requests that change nothing: only the log grows, up to its limit.
    let sandbox = runtime.block_on(Sandbox::start()).expect("a sandbox");
    let mut client = Client::new(sandbox.address());
    client.create_order();
    let id = sandbox.control().orders()[0].id;
    let requests: u32 = if is_test { 10 } else { 100_000 };
    let line = format!("GET /api/v3/incoming_orders/{id}");
    (0..2_000.min(requests)).for_each(|_| client.send(&line, ""));
    let before = memory();
    (0..requests).for_each(|_| client.send(&line, ""));
    if let (Some(before), Some(after)) = (before, memory()) {
        println!("{requests} requests: {before} MiB before, {after} MiB after");
    }
}
