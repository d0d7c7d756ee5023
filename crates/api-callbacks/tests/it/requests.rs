//! What a request is answered with.

use std::convert::Infallible;
use std::future::pending;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use api_callbacks::rules::Records;
use api_callbacks::{Disposition, Events, Handler, Handlers, MAX_BODY_SIZE, read_body};
use api_runtime::http::{HeaderValue, Method, header};
use api_runtime::journal::rows::SharedStore;
use api_runtime::journal::{JournalError, JournalFuture, MemoryStore};
use api_runtime::transport::Bytes;
use futures_core::Stream;
use test_support::shop::{self, Client, GetOrder};
use test_support::store::{Differs, Other};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};

use crate::server::Server;
use crate::service::{SECRET, Service, form, handler, post, post_at, write};

#[tokio::test]
async fn a_request_that_cannot_be_a_callback_is_rejected_by_its_head() {
    let service = Service::new();
    let handlers = Handlers::new([service.handler.clone()]);
    for (method, segment, name, value, expected) in [
        (Method::GET, SECRET, header::ACCEPT, "*/*", 405),
        (Method::PUT, SECRET, header::ACCEPT, "*/*", 405),
        (Method::POST, "0123456789abcdeg", header::ACCEPT, "*/*", 404),
        (Method::POST, "0123456789abcde", header::ACCEPT, "*/*", 404),
        (
            Method::POST,
            "0123456789abcdef0",
            header::ACCEPT,
            "*/*",
            404,
        ),
        (Method::POST, "", header::ACCEPT, "*/*", 404),
        (Method::GET, "guessed", header::ACCEPT, "*/*", 404),
        (
            Method::POST,
            SECRET,
            header::CONTENT_TYPE,
            "application/json",
            415,
        ),
        (Method::POST, SECRET, header::CONTENT_ENCODING, "gzip", 415),
    ] {
        let mut headers = form();
        headers.insert(name, HeaderValue::from_static(value));
        let response = handlers.admit(&method, segment, &headers).unwrap_err();
        assert_eq!(response.status(), expected, "{method} {segment} {value}");
    }
}

#[tokio::test]
async fn a_form_is_read_as_far_as_it_is_legible() {
    let service = Service::new();
    service.order(7, "pending").await;
    let order = "order[id]=7&order[reference_no]=WEB-7&order[state]=pending".to_owned();
    let many = (0..10_000)
        .map(|index| format!("&{index}="))
        .collect::<String>();
    for (more, expected) in [
        ("&note=%zz", 202),
        ("&note=%", 202),
        ("&note=%ff", 202),
        ("&order[coupons][]=a&order[coupons][]=b", 202),
        ("&a[=1&a]=1", 202),
        ("&tag=a&tag=b", 202),
        ("&id=7", 202),
        (&many, 202),
        ("&order[state]=processing", 202),
        ("&order[id]=7", 202),
        ("&order[id]=8", 400),
        // It means something else, such as the id of the event.
        ("&id=8", 202),
        ("&reference_no=WEB-8&state=ok", 202),
    ] {
        let response = post(&service.handler, &(order.clone() + more)).await;
        assert_eq!(response.status(), expected, "{more:.40}");
    }
    for body in [
        &b"id"[..],
        b"{\"id\":7}",
        b"state=pending",
        b"id=seven",
        b"",
        b"id=%ff",
        b"id=7%",
        b"id=7&id=8",
    ] {
        let response = post_at(&service.handler, SECRET, body).await;
        assert_eq!(response.status(), 400, "{body:?}");
    }
    assert_eq!(service.server.reads().len(), 0);
}

/// A body without an end: chunks of a size that are always ready, or none.
struct Endless(Option<usize>);

impl Stream for Endless {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        match self.0 {
            Some(size) => Poll::Ready(Some(Ok(Bytes::from(vec![b'x'; size])))),
            None => Poll::Pending,
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_body_is_a_408_after_ten_seconds() {
    let start = Instant::now();
    assert_eq!(read_body(Endless(None)).await.unwrap_err().status(), 408);
    assert_eq!(start.elapsed().as_secs(), 10);
}

#[tokio::test(start_paused = true)]
async fn an_endless_body_is_read_up_to_its_limit_even_if_its_chunks_are_empty() {
    for (size, read) in [(0, 0), (1, MAX_BODY_SIZE + 1), (1_000, MAX_BODY_SIZE + 1)] {
        let body = read_body(Endless(Some(size))).await.unwrap();
        assert_eq!(body.len(), read, "{size}");
    }
}

#[tokio::test]
async fn a_callback_is_acknowledged_once_the_store_has_it() {
    let service = Service::new();
    service.order(7, "pending").await;
    assert_eq!(service.callback(7, "pending").await, 202);
    assert_eq!(service.queued().await, [(7, false)]);
    // An order of somebody else is none of ours.
    assert_eq!(service.callback(8, "pending").await, 200);
    assert_eq!(service.queued().await.len(), 1);
    assert_eq!(service.server.reads().len(), 0);
}

/// Fails while a flag is set, or does not respond. Calls share one connection.
struct BrokenRows {
    rows: MemoryStore,
    connection: Mutex<()>,
    is_broken: Arc<AtomicBool>,
    hangs: bool,
}

impl BrokenRows {
    fn store(is_broken: &Arc<AtomicBool>, hangs: bool) -> Other<Self> {
        Other(Self {
            rows: MemoryStore::with_capacity(100),
            connection: Mutex::default(),
            is_broken: Arc::clone(is_broken),
            hangs,
        })
    }
}

impl Differs for BrokenRows {
    fn other(&self) -> &SharedStore {
        &self.rows
    }

    fn call<'a, T: Send + 'a>(&'a self, call: JournalFuture<'a, T>) -> JournalFuture<'a, T> {
        match (self.is_broken.load(Ordering::Relaxed), self.hangs) {
            (false, _) => Box::pin(async move {
                let _connection = self.connection.lock().await;
                sleep(Duration::from_millis(1)).await;
                call.await
            }),
            (true, false) => Box::pin(async { Err(JournalError::new("no <database>")) }),
            (true, true) => Box::pin(pending()),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_store_that_fails_is_a_503_and_nothing_is_read() {
    for hangs in [false, true] {
        let (server, is_broken) = (Server::default(), Arc::new(AtomicBool::new(false)));
        let rows = BrokenRows::store(&is_broken, hangs);
        write(&rows, "WEB-7", Some(7)).await;
        let mut changes = Events::new(rows, 10);
        server.set(7, "pending");
        is_broken.store(true, Ordering::Relaxed);
        let handler = handler(&server, changes.clone());
        let orders = Records::<GetOrder>::new("12/shop/Staging", changes.clone());
        let start = Instant::now();
        let response = post(&handler, "id=7").await;
        assert_eq!(
            (response.disposition(), response.status().as_u16()),
            (Disposition::NotQueued, 503)
        );
        assert_eq!(start.elapsed().as_secs(), if hangs { 10 } else { 0 });
        assert!(!response.to_string().contains('<'), "{response}");

        let start = Instant::now();
        assert!(orders.prune(90).await.is_err());
        assert_eq!(start.elapsed().as_secs(), if hangs { 10 } else { 0 });

        let error = handler.queued().await.unwrap_err().to_string();
        let expected = if hangs { "no answer" } else { "no <database>" };
        assert!(error.contains(expected), "{error}");

        // The worker says so, and goes on when the store is back.
        let (sender, mut reports) = tokio::sync::mpsc::unbounded_channel();
        let worker = handler.clone();
        let running = tokio::spawn(async move {
            let report = |read: &api_callbacks::ReadReport| sender.send(read.to_string()).unwrap();
            worker.run_forever_with(report).await;
        });
        let report = reports.recv().await.unwrap();
        assert!(
            report.starts_with("postponed: the queue failed: "),
            "{report}"
        );
        assert_eq!(server.reads().len(), 0);
        is_broken.store(false, Ordering::Relaxed);
        assert_eq!(post(&handler, "id=7").await.status(), 202);
        assert_eq!(changes.next().await.state, "pending");
        running.abort();
    }
}

#[tokio::test(start_paused = true)]
async fn reads_side_by_side_share_a_connection() {
    let server = Server::default();
    let mut changes = Events::new(BrokenRows::store(&Arc::default(), false), 100);
    let handler = handler(&server, changes.clone());
    for id in 0..50 {
        server.set(id, "pending");
        handler.read_soon(id).await;
    }
    let running = tokio::spawn(async move { handler.run_forever().await });
    for _ in 0..50 {
        timeout(Duration::from_secs(1), changes.next())
            .await
            .unwrap();
    }
    running.abort();
}

#[tokio::test]
async fn both_secrets_are_accepted_during_a_rotation() {
    let service = Service::new();
    service.order(7, "pending").await;
    let new_secret = "fedcba9876543210";
    let post = async |secret| {
        post_at(&service.handler, secret, b"id=7")
            .await
            .status()
            .as_u16()
    };
    assert_eq!(post(new_secret).await, 404);
    service.handler.add_secret(new_secret).unwrap();
    assert_eq!((post(SECRET).await, post(new_secret).await), (202, 202));
    service.handler.remove_secret(SECRET);
    assert_eq!((post(SECRET).await, post(new_secret).await), (404, 202));
    // The queue is that of the store.
    service.read().await;
    assert_eq!(service.reported().len(), 1);
}

#[test]
fn a_guessable_secret_is_rejected() {
    for secret in [
        "",
        "short",
        "0123456789abcde",
        "0123456789abcdef/",
        "0123456789abcde%",
    ] {
        let changes = Events::<GetOrder>::new(MemoryStore::new(), 1);
        let made = Handler::new(Server::default().client(), secret, changes);
        let error = made.unwrap_err().to_string();
        assert!(error.contains("at least 16"), "{error}");
    }
}

#[test]
fn a_client_without_an_account_has_no_records() {
    let client = Client::builder(shop::config()).transport(Server::default());
    let client = client.build().unwrap();
    let changes = Events::<GetOrder>::new(MemoryStore::new(), 1);
    let error = Handler::new(client, SECRET, changes)
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("missing account: "), "{error}");
}

#[tokio::test]
async fn scripts_and_ansi_codes_are_escaped_in_logs() {
    let service = Service::new();
    let evil = "%1B%5B31m%3Cscript%3Ealert(1)%3C/script%3E%0D%0AFAKE";
    let unknown = post(
        &service.handler,
        &format!("id=9&reference_no={evil}&state={evil}"),
    )
    .await;
    let twice = post(&service.handler, &format!("id=7&{evil}=1&{evil}=2")).await;
    let long = "x".repeat(60_000);
    let long = post(&service.handler, &format!("id=7&reference_no={long}")).await;
    let mut lines = vec![unknown.to_string(), twice.to_string(), long.to_string()];
    for members in [
        r#","reference_no":"<b>\u001b[0m","state":"x""#,
        r#","reference_no":"<b>"#,
        r#","state":"<i>\u001b[0m\r\n""#,
    ] {
        service.write("WEB-7", Some(7)).await;
        service.server.set_members(7, members);
        post(&service.handler, "id=7").await;
        let reads = service.handler.read_due().await;
        lines.push(reads[0].to_string());
    }
    let found = unknown.to_string();
    let escaped = "\\u{1b}[31m\\u{3c}script\\u{3e}alert(1)\\u{3c}/script\\u{3e}\\r\\nFAKE";
    assert!(found.contains(escaped), "{found}");
    for line in lines {
        assert!(!line.contains(['<', '>', '\u{1b}', '\r', '\n']), "{line}");
        assert!(line.len() < 600, "{line}");
    }
}
