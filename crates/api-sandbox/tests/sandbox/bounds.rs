//! The bounds of connections: clients that send nothing do not keep others out. With raw sockets.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use api_sandbox::Sandbox;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// A new client has its response within 1 s, on a machine that does nothing else. Requests that
/// are not finished would keep it out for a minute.
const LIMIT: Duration = Duration::from_secs(5);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);

/// The request of a new client.
fn request(address: SocketAddr) -> String {
    format!("GET /api/v3/info HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
}

/// Sends bytes on a connection of its own, which stays open.
async fn open(address: SocketAddr, bytes: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(bytes.as_bytes()).await.expect("to send");
    stream
}

/// Sends the request of a new client, and returns its status line.
async fn exchange(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request(address).as_bytes()).await?;
    let mut response = String::new();
    stream.read_to_string(&mut response).await?;
    Ok(response.lines().next().unwrap_or_default().to_owned())
}

/// Opens as many connections as there are bytes to send on them, and then measures the time until
/// the response to a new client.
async fn time_of_new_client(sandbox: &Sandbox, opened: impl Iterator<Item = String>) -> Duration {
    let address = sandbox.address();
    let mut connections = Vec::new();
    for bytes in opened {
        connections.push(open(address, &bytes).await);
    }
    let started = Instant::now();
    let response = tokio::time::timeout(Duration::from_secs(30), exchange(address)).await;
    let elapsed = started.elapsed();
    let response = response.expect("a response before the limit");
    let line = response.expect("a response");
    assert!(line.starts_with("HTTP/1.1 401"), "{line}");
    drop(connections);
    elapsed
}

fn unfinished_head(_: usize) -> String {
    "GET /api/v3/info HTTP/1.1\r\nHost: 12".to_owned()
}

fn unfinished_body(_: usize) -> String {
    "POST /api/v3/incoming_orders HTTP/1.1\r\nHost: localhost\r\n\
     Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"incoming"
        .to_owned()
}

/// Client and sandbox need a file descriptor each per connection.
fn raise_limit_of_descriptors() {
    #[cfg(unix)]
    assert!(rlimit::increase_nofile_limit(10_000).expect("a limit") >= 10_000);
}

async fn sandbox(max_connections: usize) -> Sandbox {
    raise_limit_of_descriptors();
    let builder = Sandbox::builder().max_connections(max_connections);
    let builder = builder.request_timeout(REQUEST_TIMEOUT);
    builder.start().await.expect("a sandbox")
}

/// The bodies of requests to this sandbox.
fn unfinished_bodies(sandbox: &Sandbox, count: usize) -> impl Iterator<Item = String> {
    let host = format!("Host: {}", sandbox.address());
    (0..count).map(move |number| unfinished_body(number).replace("Host: localhost", &host))
}

#[tokio::test(flavor = "multi_thread")]
async fn unfinished_bodies_do_not_keep_a_new_client_out() {
    let sandbox = sandbox(256).await;
    let elapsed = time_of_new_client(&sandbox, unfinished_bodies(&sandbox, 256)).await;
    assert!(elapsed < LIMIT, "{elapsed:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn unfinished_heads_do_not_keep_a_new_client_out() {
    let sandbox = sandbox(256).await;
    let elapsed = time_of_new_client(&sandbox, (0..256).map(unfinished_head)).await;
    assert!(elapsed < LIMIT, "{elapsed:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn thousands_of_unfinished_requests_do_not_keep_a_new_client_out() {
    let sandbox = sandbox(1_024).await;
    let heads = (0..1_000).map(unfinished_head);
    let bodies = unfinished_bodies(&sandbox, 1_000);
    let elapsed = time_of_new_client(&sandbox, heads.chain(bodies)).await;
    assert!(elapsed < LIMIT, "{elapsed:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_connections_do_not_keep_a_new_client_out() {
    let sandbox = sandbox(64).await;
    let address = sandbox.address();
    let mut idle = Vec::new();
    for _ in 0..64 {
        let kept = request(address).replace("close", "keep-alive");
        let mut stream = open(address, &kept).await;
        assert!(stream.read(&mut [0; 4_096]).await.expect("a response") > 0);
        idle.push(stream);
    }
    let elapsed = time_of_new_client(&sandbox, std::iter::empty()).await;
    assert!(elapsed < LIMIT, "{elapsed:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn unread_responses_do_not_keep_a_new_client_out() {
    let sandbox = sandbox(16).await;
    let address = sandbox.address();
    // More responses than the buffers of the socket.
    let requests =
        format!("GET /reference/openapi/pos-v3.json HTTP/1.1\r\nHost: {address}\r\n\r\n");
    let unread = (0..16).map(|_| requests.repeat(100));
    let elapsed = time_of_new_client(&sandbox, unread).await;
    assert!(elapsed < LIMIT, "{elapsed:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn evicted_bodies_get_a_response() {
    let sandbox = sandbox(1).await;
    let body = unfinished_bodies(&sandbox, 1).next().expect("a body");
    let mut unfinished = open(sandbox.address(), &body).await;
    let line = exchange(sandbox.address()).await.expect("a response");
    assert!(line.starts_with("HTTP/1.1 401"), "{line}");
    let mut response = String::new();
    unfinished
        .read_to_string(&mut response)
        .await
        .expect("a response");
    assert!(response.starts_with("HTTP/1.1 408"), "{response}");
    assert!(
        response.contains("other requests wait for a connection"),
        "{response}"
    );
}

/// Sends requests at once, each on a connection of its own, and expects a response to each.
async fn expect_responses(sandbox: &Sandbox, count: usize) {
    let mut requests = JoinSet::new();
    for _ in 0..count {
        requests.spawn(exchange(sandbox.address()));
    }
    let mut failed = Vec::new();
    while let Some(response) = requests.join_next().await {
        match response.expect("a task") {
            Ok(line) if line.starts_with("HTTP/1.1 401") => {}
            other => failed.push(other),
        }
    }
    assert!(
        failed.is_empty(),
        "{} of {count}: {:?}",
        failed.len(),
        failed[0]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_to_a_thousand_requests_at_once_with_few_connections() {
    expect_responses(&sandbox(64).await, 1_000).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_to_four_thousand_requests_at_once() {
    raise_limit_of_descriptors();
    expect_responses(&Sandbox::start().await.expect("a sandbox"), 4_000).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closes_unfinished_requests_after_the_configured_timeout() {
    let builder = Sandbox::builder().request_timeout(Duration::from_millis(200));
    let sandbox = builder.start().await.expect("a sandbox");
    let body = unfinished_bodies(&sandbox, 1).next().expect("a body");
    for (bytes, expected) in [(unfinished_head(0), ""), (body, "HTTP/1.1 408")] {
        let mut stream = open(sandbox.address(), &bytes).await;
        let mut response = String::new();
        let read = stream.read_to_string(&mut response);
        let read = tokio::time::timeout(Duration::from_secs(5), read).await;
        read.expect("a closed connection").expect("a response");
        assert!(response.starts_with(expected), "{response}");
    }
}
