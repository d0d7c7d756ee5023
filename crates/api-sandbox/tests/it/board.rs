//! The order board without a browser: its files, its data, and the stream of changes. Its behavior
//! is tested in a browser, by `tests/browser`.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use api_sandbox::OrderStatus;
use serde_json::Value;

use crate::common::http_client;
use crate::common::{Demo, demo};

async fn get(demo: &Demo, path: &str) -> reqwest::Response {
    let url = format!("http://{}{path}", demo.sandbox.address());
    http_client().get(url).send().await.expect("a response")
}

async fn data(demo: &Demo, path: &str) -> Value {
    let response = get(demo, &format!("/_sandbox/board/data/{path}")).await;
    assert_eq!(response.status(), 200, "{path}");
    let text = response.text().await.expect("text");
    serde_json::from_str(&text).expect("JSON")
}

/// An open stream of changes, read without an HTTP library.
struct Stream(BufReader<TcpStream>);

impl Stream {
    fn open(demo: &Demo, headers: &str) -> Self {
        let address = demo.sandbox.address();
        let mut stream = TcpStream::connect(address).expect("a connection");
        let timeout = Some(Duration::from_secs(10));
        stream.set_read_timeout(timeout).expect("a timeout");
        let head = format!("GET /_sandbox/events HTTP/1.1\r\nHost: {address}\r\n{headers}\r\n");
        stream.write_all(head.as_bytes()).expect("a request");
        Self(BufReader::new(stream))
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).expect("a line");
        line.trim_end().to_owned()
    }

    fn status(&mut self) -> String {
        self.line()
    }

    /// The next line with one of these fields.
    fn field(&mut self, name: &str) -> String {
        loop {
            let line = self.line();
            if let Some(value) = line.strip_prefix(name) {
                return value.trim_start_matches(": ").to_owned();
            }
        }
    }

    /// The id of the next event, which is a change.
    fn change(&mut self) -> String {
        assert_eq!(self.field("event"), "change");
        self.field("id")
    }

    /// Whether the server closes the connection after the rest of its output.
    fn read_to_end(mut self) -> bool {
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut self.0, &mut rest).is_ok()
    }
}

/// Runs blocking code beside the sandbox, which is served by the test's runtime.
fn blocking<T>(call: impl FnOnce() -> T) -> T {
    tokio::task::block_in_place(call)
}

#[tokio::test]
async fn lists_are_pages_with_filters() {
    let demo = demo().await;
    let mut ids = Vec::new();
    for number in 1..=5 {
        ids.push(demo.order(&format!("WEB-{number}"), None).await);
    }
    let control = demo.sandbox.control();
    control
        .set_order_status(ids[1], OrderStatus::Delivered)
        .expect("a change");
    let references = |list: &Value| -> Vec<String> {
        let rows = list["rows"].as_array().expect("rows").iter();
        rows.map(|row| row["reference_no"].as_str().expect("text").to_owned())
            .collect()
    };
    let first = data(&demo, "orders?limit=2").await;
    assert_eq!(references(&first), ["WEB-5", "WEB-4"]);
    assert_eq!(first["total"], 5);
    let key = &first["rows"][1]["key"];
    let second = data(&demo, &format!("orders?limit=2&before={key}")).await;
    assert_eq!(references(&second), ["WEB-3", "WEB-2"]);
    assert_eq!(second["newer"], 2);
    let delivered = data(&demo, "orders?group=Delivered").await;
    assert_eq!(references(&delivered), ["WEB-2"]);
    assert_eq!(data(&demo, "orders?search=eb-3").await["total"], 1);
    assert_eq!(data(&demo, "orders?venue=34").await["total"], 0);
    assert_eq!(
        data(&demo, &format!("orders/{}", ids[0])).await["status"],
        "Pending"
    );
    assert_eq!(data(&demo, "orders/1").await, Value::Null);
    assert_eq!(first["overview"]["totals"]["requests"], 5);
    let response = get(&demo, "/_sandbox/board/data/none").await;
    assert_eq!(response.status(), 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stream_sends_each_change() {
    let demo = demo().await;
    let control = demo.sandbox.control();
    let mut stream = blocking(|| Stream::open(&demo, ""));
    let first = blocking(|| stream.change());
    let set_clock = |time: &str| {
        let time = time.parse().expect("a time");
        control.set_clock(time).expect("a time in range");
    };
    set_clock("2026-02-01T12:00:00Z");
    let last = blocking(|| stream.change());
    assert_ne!(last, first);
    // A client that has seen everything has no event at once, others have.
    let reopen = |id: &str| Stream::open(&demo, &format!("Last-Event-ID: {id}\r\n"));
    let (mut current, mut late) = blocking(|| (reopen(&last), reopen(&first)));
    assert_eq!(blocking(|| late.change()), last);
    blocking(|| current.field("retry"));
    set_clock("2026-02-01T12:00:01Z");
    assert_ne!(blocking(|| current.change()), last);
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_end_with_the_sandbox() {
    let demo = demo().await;
    let mut stream = blocking(|| Stream::open(&demo, ""));
    blocking(|| stream.change());
    drop(demo);
    assert!(blocking(|| stream.read_to_end()));
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_origins_cannot_open_a_stream() {
    let demo = demo().await;
    for header in [
        "Origin: http://shop.example\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
    ] {
        let status = blocking(|| Stream::open(&demo, header).status());
        assert_eq!(status, "HTTP/1.1 403 Forbidden", "{header}");
    }
    let status = blocking(|| Stream::open(&demo, "Sec-Fetch-Site: same-origin\r\n").status());
    assert_eq!(status, "HTTP/1.1 200 OK");
}
