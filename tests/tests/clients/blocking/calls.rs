//! The methods of a blocking client.

use std::sync::atomic::{AtomicI64, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use payments_client::model::{NewPaymentRequest, Submission};
use payments_client::rust_decimal::Decimal;
use payments_client::{CreateRequest, SubmitRequest};
use pos_v1_client::api_runtime::Created;
use pos_v1_client::model::{IncomingOrderDetailsResponse, NewIncomingOrder};
use pos_v1_client::{CreateIncomingOrder, GetIncomingOrder};
use pos_v2_client::api_runtime::{Attempt, Hook, RequestOptions, Watch};
use pos_v2_client::blocking::Client;
use pos_v2_client::jiff::civil::date;
use pos_v2_client::{ErrorKind, GetCustomer, ListCustomers, Outcome, RateLimit, VenueToken};

use super::server::Server;

fn ids(ids: impl IntoIterator<Item = Option<i64>>) -> Vec<i64> {
    ids.into_iter().map(Option::unwrap).collect()
}

#[test]
fn send_returns_a_page() {
    let server = Server::customers();
    let client = Client::new(server.customers_config()).unwrap();
    let list = ListCustomers::new()
        .updated_at_gt(date(2026, 1, 31))
        .page(2);
    let page = client.send(list).unwrap();
    assert_eq!(page.total_records, Some(5));
    assert_eq!(ids(page.items.iter().map(|customer| customer.id)), [3, 4]);
    let response = client.send_with_response(ListCustomers::new()).unwrap();
    assert_eq!(
        (response.status.as_u16(), response.mismatches.len()),
        (200, 0)
    );
    assert_eq!(
        ids(response.value.items.iter().map(|customer| customer.id)),
        [1, 2]
    );
    let requests = server.requests();
    let line = "GET /api/v2/venue/customers?page=2&q%5Bupdated_at_gt%5D=2026-01-31 HTTP/1.1\r\n";
    assert!(requests[0].starts_with(line), "{requests:?}");
    assert!(
        requests[0].contains("authorization: Bearer demo-api-token\r\n"),
        "{requests:?}"
    );
}

#[test]
fn items_and_pages_yield_all_pages() {
    let server = Server::customers();
    let client = Client::new(server.customers_config()).unwrap();
    let items = client
        .items(ListCustomers::new())
        .map(|customer| customer.unwrap().id);
    assert_eq!(ids(items), [1, 2, 3, 4, 5]);
    assert_eq!(server.requests().len(), 3);
    let mut pages = client.pages(ListCustomers::new().page(2));
    assert_eq!(pages.next().unwrap().unwrap().current_page, Some(2));
    assert_eq!(pages.next().unwrap().unwrap().current_page, Some(3));
    assert!(pages.next().is_none() && pages.next().is_none());
    assert_eq!(server.requests().len(), 5);
}

#[test]
fn iterators_end_at_the_maximum_of_pages() {
    // Each page has another customer, and more are said to follow.
    let server = Server::start(|request| {
        let number = request.split("page=").nth(1)?;
        let number: u32 = number.split([' ', '&']).next()?.parse().ok()?;
        let total = number + 1;
        Some(format!(
            "{{\"total_pages\":{total},\"customers\":[{{\"customer\":{{\"id\":{number}}}}}]}}"
        ))
    });
    let client = Client::new(server.customers_config()).unwrap();
    let is_incomplete = |error: pos_v2_client::Error| error.kind() == ErrorKind::Incomplete;
    let pages = client.pages(ListCustomers::new()).max_pages(3);
    assert!(pages.last().unwrap().is_err_and(is_incomplete));
    assert_eq!(server.requests().len(), 3);
    let items = client.items(ListCustomers::new()).max_pages(3).prefetch();
    let results: Vec<_> = items.collect();
    assert_eq!(results.len(), 4);
    assert!(
        results
            .into_iter()
            .last()
            .unwrap()
            .is_err_and(is_incomplete)
    );
    assert_eq!(server.requests().len(), 6);
    let mut checkpoint = None;
    let overlap = std::time::Duration::from_secs(60);
    let sync = client.sync(ListCustomers::new(), &mut checkpoint, overlap);
    let sync = sync.unwrap().max_pages(0);
    assert!(sync.last().unwrap().is_err_and(is_incomplete));
    assert_eq!(server.requests().len(), 6);
}

#[test]
fn dropped_iterator_sends_no_further_request() {
    let server = Server::customers();
    let client = Client::new(server.customers_config()).unwrap();
    let mut items = client.items(ListCustomers::new());
    // The iterator outlives the client.
    drop(client);
    assert_eq!(items.next().unwrap().unwrap().id, Some(1));
    drop(items);
    // The connection ends with the last of them, so no further request is possible.
    server.connection_ended();
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn error_ends_an_iterator_and_names_the_page() {
    let server = Server::start(|request| {
        let is_first = request.contains("page=1 ");
        let page =
            "{\"current_page\":1,\"total_pages\":3,\"customers\":[{\"customer\":{\"id\":1}}]}";
        Some(if is_first { page } else { "no" }.to_owned())
    });
    let client = Client::new(server.customers_config()).unwrap();
    let mut items = client.items(ListCustomers::new());
    assert_eq!(items.next().unwrap().unwrap().id, Some(1));
    let error = items.next().unwrap().unwrap_err();
    assert_eq!((error.kind(), error.page()), (ErrorKind::Decode, Some(2)));
    assert!(items.next().is_none() && items.next().is_none());
    // The iterator has the methods of the stream.
    items.resume();
    assert_eq!(items.next().unwrap().unwrap_err().page(), Some(2));
    assert_eq!(server.requests().len(), 3);
}

/// Sends the thread of each attempt.
struct ThreadOfAttempts(std::sync::mpsc::Sender<ThreadId>);

impl Hook for ThreadOfAttempts {
    fn before(&self, _: &Attempt<'_>) {
        let _ = self.0.send(std::thread::current().id());
    }
}

#[test]
fn prefetch_runs_in_the_background() {
    let server = Server::customers();
    let (sender, receiver) = std::sync::mpsc::channel();
    let client = Client::builder(server.customers_config())
        .hook(ThreadOfAttempts(sender))
        .build()
        .unwrap();
    let mut items = client.items(ListCustomers::new()).prefetch();
    assert_eq!(items.next().unwrap().unwrap().id, Some(1));
    // The second page is requested in advance.
    let threads = [receiver.recv().unwrap(), receiver.recv().unwrap()];
    assert_eq!(threads[0], std::thread::current().id());
    assert_ne!(threads[1], threads[0]);
    assert_eq!(
        ids(items.map(|customer| customer.unwrap().id)),
        [2, 3, 4, 5]
    );
    let pages = client.pages(ListCustomers::new()).prefetch();
    assert_eq!(pages.count(), 3);
    assert_eq!(server.requests().len(), 6);
}

#[test]
fn sync_yields_changes_and_saves_the_checkpoint() {
    let server = Server::customers();
    let client = Client::new(server.customers_config()).unwrap();
    let mut checkpoint = None;
    let list = ListCustomers::new().per_page(2);
    let mut run = client
        .sync(list, &mut checkpoint, Duration::from_secs(300))
        .unwrap();
    let all = run.by_ref().map(|customer| customer.unwrap().id);
    assert_eq!(ids(all), [1, 2, 3, 4, 5]);
    let committed = run.commit().unwrap();
    assert_eq!(checkpoint, Some(committed));
}

#[test]
fn sync_continues_from_a_checkpoint_and_reads_older_records_again() {
    let server = Server::customers();
    let client = Client::new(server.customers_config()).unwrap();
    let overlap = Duration::from_secs(300);
    let mut checkpoint = None;
    let list = || ListCustomers::new().per_page(2);
    let mut run = client.sync(list(), &mut checkpoint, overlap).unwrap();
    let mut count = 0;
    while let Some(customer) = run.next() {
        customer.unwrap();
        count += 1;
        run.checkpoint().unwrap();
    }
    assert_eq!(count, 5);
    drop(run);
    assert!(checkpoint.as_ref().unwrap().is_unfinished());
    let mut run = client.sync(list(), &mut checkpoint, overlap).unwrap();
    assert!(run.by_ref().all(|customer| customer.is_ok()));
    run.commit().unwrap();
    drop(run);
    assert!(!checkpoint.as_ref().unwrap().is_unfinished());
    let run = client.sync(list(), &mut checkpoint, overlap).unwrap();
    assert!(run.since().is_some());
    assert_eq!(run.lookback(Duration::MAX, Duration::ZERO).since(), None);
}

#[test]
fn options_credentials_and_requests_are_as_in_the_async_client() {
    let server = Server::customers();
    let client = Client::new(server.customers_config()).unwrap();
    let other = client
        .with_credentials(VenueToken::new("other-token"))
        .with_options(RequestOptions::new().header("x-request-id", "42"));
    other.send(ListCustomers::new()).unwrap();
    let request = server.requests().remove(0);
    assert!(
        request.contains("authorization: Bearer other-token\r\n"),
        "{request}"
    );
    assert!(request.contains("x-request-id: 42\r\n"), "{request}");
    let request = other
        .clone()
        .to_http(&ListCustomers::new().page(2))
        .unwrap();
    assert_eq!(request.uri().query(), Some("page=2"));
    let bad = client.send(ListCustomers::new().per_page(1_000_000));
    assert!(bad.is_ok(), "no maximum is documented");
}

#[test]
fn payment_is_created_and_submitted() {
    let server = Server::start(|request| {
        let created = request.starts_with("POST /api/thirdparty/payments/v1.0/CreateRequest ");
        let payload = if created { "\"req-7f3a91c2\"" } else { "null" };
        let success = created || request.contains("\"OrderNumber\":\"A-1\"");
        Some(format!(
            "{{\"Success\":{success},\"Payload\":{payload},\"Message\":\"No such order\"}}"
        ))
    });
    let client = payments_client::blocking::Client::new(server.payments_config()).unwrap();
    let uid = client
        .send(CreateRequest::new(NewPaymentRequest {
            amount: Decimal::new(12_550, 2),
            user_business_address: "1 Main Street".into(),
            user_business_city: "Springfield".into(),
            user_business_name: "Corner Shop".into(),
            user_business_state_code: "CO".into(),
            user_business_zip: "80000".into(),
            user_email: "buyer@shop.example".into(),
            user_first_name: "Ada".into(),
            user_last_name: "Byron".into(),
            user_phone: "5550100".into(),
        }))
        .unwrap();
    assert_eq!(uid.as_str(), "req-7f3a91c2");
    let submit = |number: &str| {
        client.send(SubmitRequest::new(Submission {
            request_uid: uid.clone(),
            order_number: number.into(),
            order_description: "Two lamps".into(),
            amount: Decimal::new(12_550, 2),
            pay_date: date(2026, 12, 1),
        }))
    };
    assert_eq!(submit("A-1").unwrap().status().as_u16(), 200);
    let error = submit("A-2").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsuccessful);
    assert_eq!(error.outcome(), Outcome::Rejected);
    assert_eq!(error.messages(), ["No such order"]);
    let requests = server.requests();
    assert_eq!(requests.len(), 3);
    assert!(requests[0].contains("\"Amount\":125.50"), "{requests:?}");
}

#[test]
fn create_once_is_retried_and_looked_up() {
    // The responses to the creates are lost; a read finds the order.
    let server = Server::start(|request| {
        let order = "{\"incoming_order\":{\"id\":7,\"reference_no\":\"WEB-1001\"}}";
        request.starts_with("GET ").then(|| order.to_owned())
    });
    let client = pos_v1_client::blocking::Client::new(server.orders_config()).unwrap();
    let limit = Duration::from_millis(50);
    let client = client.with_options(RequestOptions::new().attempt_timeout(limit));
    let order = CreateIncomingOrder::new(NewIncomingOrder::new("WEB-1001", Vec::new()));
    let is_found = |created| match created {
        Created::Recovered(IncomingOrderDetailsResponse { incoming_order, .. }) => {
            incoming_order.reference_no.as_deref() == Some("WEB-1001")
        }
        _ => false,
    };
    assert!(is_found(client.create_once(order.clone()).unwrap()));
    assert_eq!(server.requests().len(), 3);
    let caller = std::thread::current().id();
    let created = client.create_once_with(order, move |reference_no| {
        assert_eq!(std::thread::current().id(), caller);
        Some(GetIncomingOrder::new(reference_no))
    });
    assert!(is_found(created.unwrap()));
    let lines = server
        .requests()
        .into_iter()
        .map(|request| request[..4].to_owned());
    let order = ["POST", "POST", "GET "];
    assert_eq!(lines.collect::<Vec<_>>(), [order, order].concat());
}

#[test]
fn watch_yields_each_state_once() {
    let reads = AtomicI64::new(0);
    let server = Server::start(move |_| {
        // Two reads return the same value.
        let points = reads.fetch_add(1, Ordering::Relaxed) / 2;
        Some(format!("{{\"customer\":{{\"id\":7,\"points\":{points}}}}}"))
    });
    let client = Client::new(server.customers_config()).unwrap();
    let points = client.iter(|client| {
        Watch::new(client, GetCustomer::new(7), |customer| customer.points)
            .poll_interval(Duration::from_millis(1))
            .until(|customer| customer.points == Some(3))
    });
    assert_eq!(
        ids(points.map(|update| update.unwrap().state)),
        [0, 1, 2, 3]
    );
}

#[test]
fn threads_share_the_rate_limit() {
    let server = Server::customers();
    let client = Client::builder(server.customers_config())
        .rate_limit(RateLimit::per_second(20))
        .build()
        .unwrap();
    let start = Instant::now();
    thread::scope(|scope| {
        for _ in 0..5 {
            scope.spawn(|| client.send(ListCustomers::new()).unwrap());
        }
    });
    assert!(start.elapsed() >= Duration::from_millis(190));
    assert_eq!(server.requests().len(), 5);

    let once = Client::builder(server.customers_config())
        .rate_limit(RateLimit::per_minute(1))
        .overall_timeout(Duration::from_secs(5))
        .build()
        .unwrap();
    once.send(ListCustomers::new()).unwrap();
    let error = once.send(ListCustomers::new().page(2)).unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::RateLimited, Outcome::NotSent)
    );
    assert_eq!(server.requests().len(), 6);
}
