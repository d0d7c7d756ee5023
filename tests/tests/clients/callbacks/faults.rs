//! Faults that a handler withstands, in the order of their ids.

use std::time::Duration;

use futures_util::future::join_all;
use pos_v3_client::callback::{Disposition, Handler};
use pos_v3_client::http::{HeaderMap, HeaderValue, Method};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::deadline::change;
use super::remote::{OTHER_VENUE, Remote, VENUE};
use super::service::{Orders, SECRET, Service, form, response};

const FORM: &str = "Content-Type: application/x-www-form-urlencoded\r\n";

#[tokio::test]
async fn forged_status_changes_nothing() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "pending");
    assert_eq!(service.callback(7, "WEB-7", "Pending").await, 200);
    assert_eq!(service.reported(), [(7, "pending".to_owned())]);
    assert_eq!(service.callback(7, "WEB-7", "Delivered").await, 200);
    assert_eq!(service.reported(), []);
    assert_eq!(service.remote.reads(), 2);
}

#[tokio::test]
async fn unknown_id_is_not_read() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "pending");
    service.remote.set(8, "WEB-8", "processing");
    assert_eq!(service.callback(8, "WEB-8", "Processing").await, 200);
    // A known reference does not admit another id.
    assert_eq!(service.callback(8, "WEB-7", "Processing").await, 200);
    assert_eq!(service.remote.reads(), 0);
    assert_eq!(service.reported(), []);
}

#[tokio::test]
async fn repeated_callback_is_one_change() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "processing");
    for _ in 0..100 {
        assert_eq!(service.callback(7, "WEB-7", "Processing").await, 200);
    }
    assert_eq!(service.reported(), [(7, "processing".to_owned())]);
}

#[tokio::test]
async fn callbacks_out_of_order_report_the_state_that_is_read() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "delivered");
    for status in ["Delivered", "Processing", "Pending"] {
        assert_eq!(service.callback(7, "WEB-7", status).await, 200);
    }
    assert_eq!(service.reported(), [(7, "delivered".to_owned())]);
}

#[tokio::test]
async fn replayed_callback_changes_nothing() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "pending");
    let old = form(7, "WEB-7", "Pending");
    service.post(old.as_bytes()).await;
    service.remote.set(7, "WEB-7", "delivered");
    service.callback(7, "WEB-7", "Delivered").await;
    assert_eq!(service.reported().len(), 2);
    assert_eq!(service.post(old.as_bytes()).await, 200);
    assert_eq!(service.reported(), []);
}

#[tokio::test]
async fn other_case_of_the_state_is_no_change() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "pending");
    service.callback(7, "WEB-7", "Pending").await;
    service.remote.set(7, "WEB-7", "Pending");
    service.callback(7, "WEB-7", "Pending").await;
    assert_eq!(service.reported().len(), 1);
}

#[tokio::test]
async fn early_callback_is_confirmed_by_reading_its_order() {
    let service = Service::start().await;
    service.orders.expect("WEB-7").unwrap();
    service.remote.set(7, "WEB-7", "pending");
    assert_eq!(service.callback(7, "WEB-7", "Pending").await, 200);
    assert_eq!(service.reported(), [(7, "pending".to_owned())]);
    // The response of the create, received only now, makes no difference.
    service.orders.confirm("WEB-7", 7).unwrap();
    assert_eq!(service.callback(7, "WEB-7", "Pending").await, 200);
    assert_eq!(service.reported(), []);
}

#[tokio::test]
async fn expected_reference_does_not_admit_another_order() {
    let service = Service::start().await;
    service.orders.expect("WEB-7").unwrap();
    service.remote.set(8, "WEB-8", "pending");
    assert_eq!(service.callback(8, "WEB-7", "Pending").await, 403);
    assert_eq!(service.reported(), []);
    // The order of this reference is still expected.
    service.remote.set(7, "WEB-7", "pending");
    assert_eq!(service.callback(7, "WEB-7", "Pending").await, 200);
    assert_eq!(service.reported(), [(7, "pending".to_owned())]);
    // An order whose creation failed is not expected.
    service.orders.expect("WEB-9").unwrap();
    service.orders.forget_reference("WEB-9");
    let reads = service.remote.reads();
    assert_eq!(service.callback(9, "WEB-9", "Pending").await, 200);
    assert_eq!(service.remote.reads(), reads);
}

#[tokio::test]
async fn known_order_without_a_reference_is_identified_by_its_id() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "pending");
    for members in [
        ",\"aasm_state\":\"processing\"",
        ",\"reference_no\":null,\"aasm_state\":\"delivered\"",
    ] {
        service.remote.set_members(7, members);
        assert_eq!(service.callback(7, "WEB-7", "Processing").await, 200);
        let change = change(service.orders.events().next()).await;
        assert_eq!((change.id, change.reference.as_deref()), (7, Some("WEB-7")));
        assert!(members.contains(&change.state.to_string()), "{members}");
    }
    // Another reference is that of another order.
    let other = ",\"reference_no\":\"WEB-8\",\"aasm_state\":\"pending\"";
    service.remote.set_members(7, other);
    assert_eq!(service.callback(7, "WEB-7", "Processing").await, 403);
    assert_eq!(
        (service.reported(), service.handler.queued().await.unwrap()),
        (vec![], 0)
    );
}

#[tokio::test]
async fn order_without_a_reference_is_not_the_expected_one() {
    let service = Service::start().await;
    service.orders.expect("WEB-7").unwrap();
    service
        .remote
        .set_members(7, ",\"aasm_state\":\"processing\"");
    assert_eq!(service.callback(7, "WEB-7", "Processing").await, 403);
    assert_eq!(
        (service.reported(), service.handler.queued().await.unwrap()),
        (vec![], 0)
    );
    // The response of the create has the id.
    service.orders.confirm("WEB-7", 7).unwrap();
    assert_eq!(service.callback(7, "WEB-7", "Processing").await, 200);
    assert_eq!(service.reported(), [(7, "processing".to_owned())]);
}

#[tokio::test]
async fn order_without_a_state_has_the_documented_default() {
    let service = Service::start().await;
    for (id, state) in [(7, ""), (8, ",\"aasm_state\":null")] {
        let reference = format!("WEB-{id}");
        service.order(id, &reference, "");
        let members = format!(",\"reference_no\":\"{reference}\"{state}");
        service.remote.set_members(id, &members);
        assert_eq!(service.callback(id, &reference, "Pending").await, 200);
        assert_eq!(service.reported(), [(id, "pending".to_owned())]);
    }
    // A state of another type is not missing.
    service.order(9, "WEB-9", "");
    let members = ",\"reference_no\":\"WEB-9\",\"aasm_state\":{\"name\":\"delivered\"}";
    service.remote.set_members(9, members);
    let response = service.handler.refetch(9).await;
    assert_eq!(response.disposition(), Disposition::MissingState);
    assert_eq!(service.callback(9, "WEB-9", "Delivered").await, 200);
    assert_eq!(
        (service.reported(), service.handler.queued().await.unwrap()),
        (vec![], 0)
    );
}

#[tokio::test]
async fn tampered_order_type_is_ignored() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "pending");
    let body = form(7, "WEB-7", "Pending").replace("pickup", "delivery");
    assert_eq!(service.post(body.as_bytes()).await, 200);
    let change = change(service.orders.events().next()).await;
    assert_eq!(change.output.incoming_order.order_type, None);
}

#[tokio::test]
async fn body_over_64_kib_is_413() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "pending");
    let mut body = form(7, "WEB-7", "Pending").into_bytes();
    body.extend_from_slice(b"&note=");
    body.resize(64 * 1024, b'x');
    assert_eq!(service.post(&body).await, 200);
    body.push(b'x');
    assert_eq!(service.post(&body).await, 413);
    // Without a length the received bytes are counted.
    let mut stream = service.connect().await;
    let head = format!(
        "POST /callbacks/{SECRET} HTTP/1.1\r\nHost: s\r\n{FORM}Transfer-Encoding: chunked\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    for piece in body.chunks(1024) {
        let mut chunk = format!("{:x}\r\n", piece.len()).into_bytes();
        chunk.extend_from_slice(piece);
        chunk.extend_from_slice(b"\r\n");
        if stream.write_all(&chunk).await.is_err() {
            break;
        }
    }
    let (status, head) = response(&mut stream).await;
    assert_eq!(status, 413);
    assert!(head.to_ascii_lowercase().contains("connection: close"));
    assert_eq!(service.remote.reads(), 1);
}

#[tokio::test]
async fn too_many_or_contradictory_keys_are_400() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "pending");
    // 10⁵ keys have more than 64 KiB; 10⁴ keys fit.
    let many = |count: usize| {
        (0..count)
            .map(|index| format!("&{index}="))
            .collect::<String>()
    };
    let order = form(7, "WEB-7", "Pending");
    assert_eq!(
        service
            .post((order.clone() + &many(100_000)).as_bytes())
            .await,
        413
    );
    for body in [
        order.clone() + &many(10_000),
        order.clone() + "&incoming_order[id]=8",
        order.clone() + "&id=8",
        order.clone() + "&reference_no=WEB-8",
        "id".to_owned(),
        "{\"id\":7}".to_owned(),
        "status=Pending".to_owned(),
        "id=seven".to_owned(),
        String::new(),
    ] {
        assert_eq!(service.post(body.as_bytes()).await, 400, "{:.40}", body);
    }
    assert_eq!(service.remote.reads(), 0);
}

#[tokio::test]
async fn other_media_type_or_charset_is_415() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "pending");
    let body = form(7, "WEB-7", "Pending");
    for headers in [
        "",
        "Content-Type: application/json\r\n",
        "Content-Type: multipart/form-data; boundary=x\r\n",
        "Content-Type: application/x-www-form-urlencoded; charset=utf-16\r\n",
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Encoding: gzip\r\n",
    ] {
        let status = service.send("POST", SECRET, headers, body.as_bytes()).await;
        assert_eq!(status, 415, "{headers}");
    }
    assert_eq!(service.remote.reads(), 0);
    for charset in ["UTF-8", "utf8", "\"Utf8\""] {
        let fine =
            format!("Content-Type: application/x-www-form-urlencoded; charset={charset}\r\n");
        let status = service.send("POST", SECRET, &fine, body.as_bytes()).await;
        assert_eq!(status, 200, "{charset}");
    }
}

#[tokio::test]
async fn unknown_and_unreadable_values_are_skipped() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "pending");
    let order = form(7, "WEB-7", "Pending").into_bytes();
    for more in [
        &b"&note=%zz"[..],
        b"&note=%",
        b"&note=%f",
        b"&note=%ff",
        b"&note=\xff",
        b"&\xff=1",
        b"&incoming_order[coupons][]=a&incoming_order[coupons][]=b",
        b"&incoming_order[customer][name]=A",
        b"&order_items[][price]=1&order_items[][price]=2",
        b"&tag=a&tag=b",
        b"&a[=1&a]=1",
        b"&id=7",
    ] {
        let body = [&order, more].concat();
        assert_eq!(service.post(&body).await, 200, "{more:?}");
    }
    // The id must be legible.
    for body in [&b"id=%ff"[..], b"id=7%", b"incoming_order[id][]=7"] {
        assert_eq!(service.post(body).await, 400, "{body:?}");
    }
}

/// Paused time goes on when nothing else is left to do, so the ten seconds pass at once.
#[tokio::test(start_paused = true)]
async fn slow_body_is_closed_after_ten_seconds() {
    let service = Service::start().await;
    let start = tokio::time::Instant::now();
    let mut stream = service.connect().await;
    let head = format!(
        "POST /callbacks/{SECRET} HTTP/1.1\r\nHost: s\r\n{FORM}Content-Length: 100\r\n\r\nid=7"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let (status, head) = response(&mut stream).await;
    assert_eq!(status, 408);
    assert!(head.to_ascii_lowercase().contains("connection: close"));
    assert_eq!(stream.read(&mut [0; 16]).await.unwrap_or(0), 0);
    assert!(start.elapsed() >= Duration::from_secs(10));
}

#[tokio::test]
async fn methods_other_than_post_are_405() {
    let service = Service::start().await;
    for method in ["GET", "PUT", "DELETE", "PATCH", "OPTIONS"] {
        let status = service.send(method, SECRET, FORM, b"id=7").await;
        assert_eq!(status, 405, "{method}");
    }
    let mut stream = service.connect().await;
    let request = format!("GET /callbacks/{SECRET} HTTP/1.1\r\nHost: s\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let (_, head) = response(&mut stream).await;
    assert!(head.to_ascii_lowercase().contains("allow: post"), "{head}");
}

#[tokio::test]
async fn concurrent_callbacks_share_two_reads() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "processing");
    service.remote.close();
    let waiting = join_all((0..100).map(|_| service.callback(7, "WEB-7", "Processing")));
    let opening = async {
        service.remote.read(1).await;
        // All of them are sent before the response.
        tokio::time::sleep(Duration::from_millis(200)).await;
        service.remote.open();
    };
    let (statuses, ()) = tokio::join!(waiting, opening);
    assert!(statuses.iter().all(|status| *status == 200));
    // One for the first callback, and one for all that were received during that read.
    assert_eq!(service.remote.reads(), 2);
    assert_eq!(service.reported(), [(7, "processing".to_owned())]);
}

#[tokio::test]
async fn callback_during_a_read_starts_one_more() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "processing");
    service.remote.close();
    let first = service.callback(7, "WEB-7", "Processing");
    let others = async {
        service.remote.read(1).await;
        let others = (0..50)
            .map(|index| service.callback(7, "WEB-7", ["Completed", "Delivered"][index % 2]));
        let opening = async {
            tokio::time::sleep(Duration::from_millis(200)).await;
            service.remote.open();
        };
        tokio::join!(join_all(others), opening).0
    };
    let (first, others) = tokio::join!(first, others);
    assert!(first == 200 && others.iter().all(|status| *status == 200));
    assert_eq!(service.remote.reads(), 2);
}

#[tokio::test]
async fn canceled_callback_leaves_the_read_to_the_others() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "processing");
    service.remote.close();
    // The first one reads, and closes its connection.
    let mut stream = service.connect().await;
    let body = form(7, "WEB-7", "Processing");
    let head = format!(
        "POST /callbacks/{SECRET} HTTP/1.1\r\nHost: s\r\n{FORM}Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    service.remote.read(1).await;
    assert_eq!(service.handler.queued().await.unwrap(), 1);
    let other = service.callback(7, "WEB-7", "Processing");
    let closing = async {
        drop(stream);
        service.remote.read(2).await;
        service.remote.open();
    };
    let (status, ()) = tokio::join!(other, closing);
    assert_eq!(status, 200);
    assert_eq!(service.reported(), [(7, "processing".to_owned())]);
    assert_eq!(service.handler.queued().await.unwrap(), 0);
}

#[tokio::test]
async fn read_of_another_order_is_retried_and_then_queued() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "processing");
    service.remote.confuse(1);
    assert_eq!(service.callback(7, "WEB-7", "Processing").await, 200);
    assert_eq!(service.reported(), [(7, "processing".to_owned())]);
    assert_eq!(service.remote.reads(), 2);

    service.remote.set(7, "WEB-7", "delivered");
    service.remote.confuse(3);
    assert_eq!(service.callback(7, "WEB-7", "Delivered").await, 503);
    assert_eq!(
        (service.reported(), service.handler.queued().await.unwrap()),
        (vec![], 1)
    );
    let tried = service.handler.retry_queued().await;
    assert_eq!(tried[0].disposition(), Disposition::Changed);
    assert_eq!(service.reported(), [(7, "delivered".to_owned())]);
}

#[tokio::test]
async fn failed_read_stays_queued() {
    let service = Service::start().await;
    for (status, id) in [(500, 1), (503, 2), (429, 3), (401, 4)] {
        let reference = format!("WEB-{id}");
        service.order(id, &reference, "pending");
        service.remote.fail(status);
        assert_eq!(service.callback(id, &reference, "Pending").await, 503);
    }
    assert_eq!(service.handler.queued().await.unwrap(), 4);
    // A round ends after three failures in a row; the next one starts with the untried ids.
    let tried = service.handler.retry_queued().await;
    assert_eq!(tried.len(), 3);
    assert!(
        tried
            .iter()
            .all(|callback| callback.disposition() == Disposition::Queued)
    );
    assert_eq!(tried[0].error().unwrap().status().unwrap().as_u16(), 401);
    service.remote.recover();
    let tried = service.handler.retry_queued().await;
    assert!(
        tried
            .iter()
            .all(|callback| callback.disposition() == Disposition::Changed)
    );
    assert_eq!(service.handler.queued().await.unwrap(), 0);
    let reported: Vec<i64> = service.reported().iter().map(|(id, _)| *id).collect();
    assert_eq!(reported, [4, 1, 2, 3]);
}

#[tokio::test]
async fn slow_read_stays_queued_and_the_callback_gets_a_response() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "pending");
    service.remote.close();
    let clock = super::stopped_clock::stop_clock();
    let later = async {
        service.remote.read(1).await;
        tokio::time::advance(Duration::from_secs(5)).await;
    };
    let (status, ()) = tokio::join!(service.callback(7, "WEB-7", "Pending"), later);
    assert_eq!((status, service.handler.queued().await.unwrap()), (503, 1));
    tokio::time::resume();
    drop(clock);
    service.remote.open();
    let tried = service.handler.retry_queued().await;
    assert_eq!(tried[0].disposition(), Disposition::Changed);
    assert_eq!(service.reported(), [(7, "pending".to_owned())]);
}

#[tokio::test]
async fn change_without_capacity_stays_queued() {
    let service = Service::with(Orders::new(1)).await;
    service.order(7, "WEB-7", "pending");
    assert_eq!(service.callback(7, "WEB-7", "Pending").await, 200);
    service.remote.set(7, "WEB-7", "processing");
    assert_eq!(service.callback(7, "WEB-7", "Processing").await, 503);
    assert_eq!(service.reported(), [(7, "pending".to_owned())]);
    service.handler.retry_queued().await;
    assert_eq!(service.reported(), [(7, "processing".to_owned())]);
    // Further orders than its capacity are rejected, too.
    assert!(service.orders.expect("WEB-8").is_err());
    service.orders.forget(&7);
    assert!(service.orders.expect("WEB-8").is_ok());
}

#[tokio::test]
async fn background_task_reads_queued_records() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "pending");
    service.remote.fail(500);
    service.callback(7, "WEB-7", "Pending").await;
    service.remote.recover();
    let clock = super::stopped_clock::stop_clock();
    let handler = service.handler.clone();
    let task = tokio::spawn(async move { handler.run().await });
    // Let the task begin its pause, which is 19 seconds at most.
    tokio::task::yield_now().await;
    tokio::time::advance(Duration::from_secs(20)).await;
    let change = change(service.orders.events().next()).await;
    assert_eq!(change.id, 7);
    task.abort();
    drop(clock);
}

#[tokio::test]
async fn known_records_are_read_after_a_restart() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "delivered");
    assert_eq!(
        service.handler.refetch(7).await.disposition(),
        Disposition::Changed
    );
    assert_eq!(
        service.handler.refetch(7).await.disposition(),
        Disposition::Unchanged
    );
    assert_eq!(
        service.handler.refetch(8).await.disposition(),
        Disposition::UnknownRecord
    );
}

/// The log line of a callback.
async fn line(service: &Service, body: &str) -> String {
    let mut headers = HeaderMap::new();
    let form = HeaderValue::from_static("application/x-www-form-urlencoded");
    headers.insert("content-type", form);
    let pending = service.handlers.admit(&Method::POST, SECRET, &headers);
    pending.unwrap().handle(body.as_bytes()).await.to_string()
}

#[tokio::test]
async fn scripts_and_ansi_codes_are_escaped_in_logs() {
    let service = Service::start().await;
    let evil = "%1B%5B31m%3Cscript%3Ealert(1)%3C/script%3E%0D%0AFAKE";
    let unknown = line(&service, &format!("id=7&reference_no={evil}&status={evil}")).await;
    let twice = line(&service, &format!("id=7&{evil}=1&{evil}=2")).await;
    service.orders.expect("WEB-7").unwrap();
    service.remote.set(7, "<b>\\u001b[0m", "x");
    let other = line(&service, "id=7&reference_no=WEB-7").await;
    service.remote.set(7, "<b>\u{1b}[0m", "x");
    let no_json = line(&service, "id=7&reference_no=WEB-7").await;
    assert!(other.starts_with("forbidden") && no_json.starts_with("queued"));
    for line in [unknown, twice, other, no_json] {
        assert!(!line.contains(['<', '>', '\u{1b}', '\r', '\n']), "{line}");
        assert!(line.len() < 600, "{line}");
    }
    let long = "x".repeat(60_000);
    let line = line(&service, &format!("id=7&reference_no={long}")).await;
    assert!(line.len() < 200, "{line}");
    // The state of a read record is escaped, too.
    let service = Service::start().await;
    service.order(7, "WEB-7", "<i>");
    let line = self::line(&service, "id=7").await;
    assert_eq!(line, "changed: 7 (WEB-7): \\u{3c}i\\u{3e}");
}

#[tokio::test]
async fn wrong_path_secret_is_404() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "pending");
    let body = form(7, "WEB-7", "Pending");
    let one_off = SECRET.replace("cdef", "cdee");
    for path in [
        "",
        "x",
        &SECRET[1..],
        &one_off,
        &format!("{SECRET}0"),
        &format!("{SECRET}/x"),
        &SECRET.to_uppercase(),
        "%2e%2e",
    ] {
        let status = service.send("POST", path, FORM, body.as_bytes()).await;
        assert_eq!(status, 404, "{path}");
        // The method is not checked.
        assert_eq!(service.send("GET", path, "", b"").await, 404, "{path}");
    }
    assert_eq!(service.remote.reads(), 0);
    // The path of a removed handler is wrong, too.
    service.handlers.remove(SECRET);
    assert_eq!(service.post(body.as_bytes()).await, 404);
    service.handlers.add(service.handler.clone());
    assert_eq!(service.post(body.as_bytes()).await, 200);
}

#[tokio::test]
async fn guessable_path_secret_is_rejected() {
    let remote = Remote::start().await;
    for secret in [
        "",
        "short",
        "0123456789abcde",
        "0123456789abcdef/",
        "0123456789abcde%",
    ] {
        let made = Handler::new(remote.client(VENUE), secret, Orders::new(1));
        let error = made.unwrap_err();
        assert!(error.to_string().contains("at least 16"), "{error}");
    }
}

#[tokio::test]
async fn unknown_status_wakes_a_watch() {
    let service = Service::start().await;
    service.order(7, "WEB-7", "pending");
    assert_eq!(service.callback(7, "WEB-7", "On+Hold").await, 200);
    assert_eq!(service.reported(), [(7, "pending".to_owned())]);
    // An undocumented state of a record is reported, too.
    service.remote.set(7, "WEB-7", "on_hold");
    assert_eq!(service.callback(7, "WEB-7", "Pending").await, 200);
    assert_eq!(service.reported(), [(7, "on_hold".to_owned())]);
}

#[tokio::test]
async fn callback_for_the_order_of_another_venue_is_rejected() {
    let service = Service::start().await;
    let others = Orders::new(100);
    let secret = "fedcba9876543210fedcba9876543210";
    let client = service.remote.client(OTHER_VENUE);
    let other = Handler::new(client, secret, others.clone()).unwrap();
    service.handlers.add(other);
    others.expect("SHOP-9").unwrap();
    others.confirm("SHOP-9", 9).unwrap();
    service.remote.set_at(OTHER_VENUE, 9, "SHOP-9", "pending");

    // At the path of the first venue the order is unknown, so it is not read.
    let body = form(9, "SHOP-9", "Pending");
    assert_eq!(service.post(body.as_bytes()).await, 200);
    assert_eq!(service.remote.reads(), 0);
    // Even if it were known there, the client of that venue cannot read it.
    service.orders.expect("SHOP-9").unwrap();
    assert_eq!(service.post(body.as_bytes()).await, 403);
    assert_eq!(service.remote.reads(), 1);
    assert_eq!(
        (service.reported(), service.handler.queued().await.unwrap()),
        (vec![], 0)
    );

    let status = service.send("POST", secret, FORM, body.as_bytes()).await;
    assert_eq!(status, 200);
    assert_eq!(change(others.events().next()).await.id, 9);
}
