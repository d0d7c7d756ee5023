//! Callbacks over sockets, as any server on the internet can send them.

use pos_v3_client::callback::{Events, Handler, ReadOutcome};
use pos_v3_client::journal::MemoryStore;
use tokio::io::AsyncWriteExt as _;

use super::remote::OTHER_VENUE;
use super::service::{SECRET, Service, form, response};

const FORM: &str = "Content-Type: application/x-www-form-urlencoded\r\n";

#[tokio::test]
async fn what_follows_64_kib_of_a_body_is_not_read_and_closes_the_connection() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "pending").await;
    let mut body = form(7, "WEB-7", "Pending").into_bytes();
    body.extend_from_slice(b"&note=");
    body.resize(64 * 1024, b'x');
    assert_eq!(service.post(&body).await, 202);
    body.extend_from_slice(b"&incoming_order[id]=8");
    let length = body.len();
    for chunked in [false, true] {
        let head = match chunked {
            true => "Transfer-Encoding: chunked".to_owned(),
            false => format!("Content-Length: {length}"),
        };
        // A sender without a type.
        let head = format!("POST /callbacks/{SECRET} HTTP/1.1\r\nHost: s\r\n{head}\r\n\r\n");
        let mut stream = service.connect().await;
        stream.write_all(head.as_bytes()).await.unwrap();
        for piece in body.chunks(1024) {
            let chunk = match chunked {
                true => [format!("{:x}\r\n", piece.len()).as_bytes(), piece, b"\r\n"].concat(),
                false => piece.to_vec(),
            };
            if stream.write_all(&chunk).await.is_err() {
                break;
            }
        }
        let (status, head) = response(&mut stream).await;
        assert_eq!(status, 202);
        assert!(head.to_ascii_lowercase().contains("connection: close"));
    }
    assert_eq!(service.read().await, [ReadOutcome::Changed]);
}

#[tokio::test]
async fn a_callback_for_the_order_of_another_venue_reads_nothing_of_it() {
    let service = Service::start().await;
    let mut changes = Events::new(MemoryStore::new(), 100);
    let secret = "fedcba9876543210fedcba9876543210";
    let client = service.remote.client(OTHER_VENUE);
    let other = Handler::new(client, secret, changes.clone()).unwrap();
    service.handlers.add(other.clone());
    service.remote.set_at(OTHER_VENUE, 9, "SHOP-9", "pending");

    // At the path of the first venue the order is unknown, so it is not read.
    let body = form(9, "SHOP-9", "Pending");
    assert_eq!(service.post(body.as_bytes()).await, 200);
    assert_eq!(service.read().await, []);
    // Even if it were known there, the client of that venue cannot read it.
    assert_eq!(service.handler.read_soon(9).await.status(), 202);
    assert_eq!(service.read().await, [ReadOutcome::Postponed]);
    assert_eq!(service.reported(), []);

    other.read_soon(9).await;
    let status = service.send("POST", secret, FORM, body.as_bytes()).await;
    assert_eq!(status, 202);
    assert_eq!(other.read_due().await[0].outcome(), ReadOutcome::Changed);
    assert_eq!(changes.next().await.id, 9);
}
