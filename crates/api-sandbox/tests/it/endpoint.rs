//! Where a sandbox is reached: interfaces, host names, the health path. With raw sockets.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use api_sandbox::{Effect, Fault, Sandbox};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Sends bytes to an address, and returns everything until the connection is closed.
pub(crate) async fn raw(address: SocketAddr, request: impl AsRef<[u8]>) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(request.as_ref()).await.expect("to send");
    let mut response = String::new();
    let _ = stream.read_to_string(&mut response).await;
    response
}

/// Sends a GET request with these headers to an address, and returns the response.
async fn get(address: SocketAddr, path: &str, headers: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\n{headers}\r\nConnection: close\r\n\r\n");
    raw(address, request).await
}

fn status(response: &str) -> &str {
    response.split(' ').nth(1).expect("a status")
}

#[tokio::test]
async fn all_interfaces_accept_their_addresses_and_allowed_hosts() {
    let builder = Sandbox::builder().bind(Ipv4Addr::UNSPECIFIED);
    let builder = builder.allow_host("sandbox").allow_host("shop.test:8080");
    let sandbox = builder.start().await.expect("a sandbox");
    let port = sandbox.address().port();
    assert_eq!(
        sandbox.pos_url(),
        format!("http://127.0.0.1:{port}/api"),
        "a URL that a client can use"
    );
    for (host, expected) in [
        (format!("127.0.0.2:{port}"), "200"),
        (format!("localhost:{port}"), "200"),
        (format!("sandbox:{port}"), "200"),
        // The port that a container's is mapped to.
        ("Sandbox:12345".to_owned(), "200"),
        ("shop.test:8080".to_owned(), "200"),
        (format!("shop.test:{port}"), "403"),
        // An address of another interface, and names that are not allowed.
        (format!("127.0.0.1:{port}"), "403"),
        (format!("0.0.0.0:{port}"), "403"),
        (format!("sandbox.page.example:{port}"), "403"),
        (format!("page.example:{port}"), "403"),
    ] {
        let address = SocketAddr::from(([127, 0, 0, 2], port));
        let response = get(address, "/_sandbox", &format!("Host: {host}")).await;
        assert_eq!(status(&response), expected, "{host}: {response}");
        if expected == "200" {
            // URLs of the host that the client knows.
            let url = format!("\"http://{host}/api\"");
            assert!(response.contains(&url), "{host}: {response}");
        }
    }
}

/// Of the APIs, the control interface and the pages alike.
#[tokio::test]
async fn other_hosts_and_pages_of_other_origins_are_rejected() {
    let builder = Sandbox::builder().allow_host("sandbox");
    let sandbox = builder.start().await.expect("a sandbox");
    let address = sandbox.address();
    assert!(address.ip().is_loopback());
    let port = address.port();
    for (headers, is_accepted) in [
        (format!("Host: 127.0.0.1:{port}"), true),
        (
            format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}"),
            true,
        ),
        (
            "Host: sandbox:4000\r\nOrigin: http://sandbox:4000".to_owned(),
            true,
        ),
        ("Host: sandbox.example".to_owned(), false),
        (
            format!("Host: 127.0.0.1:{port}\r\nOrigin: https://page.example"),
            false,
        ),
        (format!("Host: 127.0.0.1:{port}\r\nOrigin: null"), false),
        (
            "Host: sandbox:4000\r\nOrigin: http://sandbox:3000".to_owned(),
            false,
        ),
        (
            "Host: sandbox:4000\r\nOrigin: https://sandbox:4000".to_owned(),
            false,
        ),
    ] {
        for (path, accepted) in [
            ("/api/v3/info", "401"),
            ("/_sandbox", "200"),
            ("/reference/init.js", "200"),
            ("/reference/openapi/vendor.json", "200"),
        ] {
            let response = get(address, path, &headers).await;
            let expected = if is_accepted { accepted } else { "403" };
            assert_eq!(status(&response), expected, "{path} {headers}: {response}");
        }
    }
}

#[tokio::test]
async fn sdk_script_and_pages_name_the_host_of_the_request() {
    let builder = Sandbox::builder().allow_host("sandbox");
    let sandbox = builder.start().await.expect("a sandbox");
    let script = "/payments/test/ThirdParty/scripts/client/sdk-1.0.min.js";
    let headers = "Host: sandbox:8080\r\nOrigin: http://sandbox:3000";
    let response = get(sandbox.address(), script, headers).await;
    assert!(
        response.contains("http://sandbox:8080/payments/test/app/"),
        "{response}"
    );
    let tester = "/payments/test/thirdpartytester/payments";
    let response = get(sandbox.address(), tester, "Host: sandbox:8080").await;
    assert!(
        response.contains("frame-src http://sandbox:8080;"),
        "{response}"
    );
}

#[tokio::test]
async fn health_requires_no_host() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let path = "/_sandbox/health";
    for host in ["10.1.2.3:80", "probe"] {
        let response = get(sandbox.address(), path, &format!("Host: {host}")).await;
        assert_eq!(status(&response), "200", "{response}");
        let (_, body) = response.split_once("\r\n\r\n").expect("a body");
        let body: serde_json::Value = serde_json::from_str(body).expect("JSON");
        assert_eq!(body["status"], "ok");
        assert_eq!(body["version"], env!("CARGO_PKG_VERSION"));
        assert!(body["uptime_seconds"].as_u64().expect("seconds") < 600);
    }
    assert!(sandbox.control().requests().is_empty(), "it is not logged");
}

#[tokio::test]
async fn start_errors_name_address_and_reason() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let port = sandbox.address().port();
    let error = Sandbox::builder().port(port).start().await;
    assert_eq!(
        error.expect_err("an error").to_string(),
        format!("cannot listen on 127.0.0.1:{port}: port {port} is in use")
    );
    // Of the block for documentation.
    let builder = Sandbox::builder().bind(Ipv4Addr::new(192, 0, 2, 1));
    assert_eq!(
        builder.start().await.expect_err("an error").to_string(),
        "cannot listen on 192.0.2.1:0: no interface has this address"
    );
    let builder = Sandbox::builder().allow_host("http://sandbox");
    assert_eq!(
        builder.start().await.expect_err("an error").to_string(),
        "invalid allowed host `http://sandbox`: expected NAME or NAME:PORT"
    );
}

#[tokio::test]
async fn shutdown_finishes_running_requests() {
    // Again, if the shutdown may have been later than the response.
    while !is_finished_after_shutdown().await {}
}

/// Shuts down during a request. Whether the request was surely running.
async fn is_finished_after_shutdown() -> bool {
    // No timeout closes the idle connection.
    let builder = Sandbox::builder().request_timeout(Duration::from_secs(120));
    let sandbox = builder.start().await.expect("a sandbox");
    let address = sandbox.address();
    let delay = Duration::from_millis(400);
    let fault = Fault::new("list_venues", Effect::Delay(delay));
    sandbox.control().inject(fault).expect("a fault");
    let idle = TcpStream::connect(address).await.expect("a connection");
    let headers = format!(
        "Host: {address}\r\nAuthorization: Basic {}",
        "ZGVtby1pbnRlZ3JhdG9yLXRva2VuOg=="
    );
    let sent = Instant::now();
    let running = tokio::spawn(async move { get(address, "/api/v3/info", &headers).await });
    // Until the request is running.
    while !sandbox.control().unused_faults().is_empty() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let started = Instant::now();
    let was_running = started - sent < delay;
    sandbox.shutdown(Duration::from_secs(120)).await;
    assert!(started.elapsed() < Duration::from_secs(60), "an idle one");
    let response = running.await.expect("a response");
    assert_eq!(status(&response), "200", "{response}");
    assert!(TcpStream::connect(address).await.is_err());
    drop(idle);
    was_running
}
