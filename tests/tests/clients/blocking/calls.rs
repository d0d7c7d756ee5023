//! Calls of code without `async`.

use std::iter::from_fn;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use futures_util::TryStreamExt;
use pos_v1_client::journal::MemoryStore;
use pos_v1_client::model::NewIncomingOrder;
use pos_v1_client::{CreateIncomingOrder, Known};
use pos_v2_client::api_runtime::Watch;
use pos_v2_client::{Client, GetCustomer, ListCustomers};
use pos_v2_client::{Date, Wait};

use super::server::Server;

fn ids(ids: impl IntoIterator<Item = Option<i64>>) -> Vec<i64> {
    ids.into_iter().map(Option::unwrap).collect()
}

#[test]
fn send_returns_a_page() {
    let server = Server::customers();
    let client = Client::new(server.customers_config()).unwrap();
    let list = ListCustomers::new()
        .updated_at_gt(Date::new(2026, 1, 31).unwrap())
        .page(2);
    let page = client.send(list).wait().unwrap();
    assert_eq!(page.total_records, Some(5));
    assert_eq!(ids(page.items.iter().map(|customer| customer.id)), [3, 4]);
    let response = client
        .call()
        .send_for_response(ListCustomers::new())
        .wait()
        .unwrap();
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
    let mut items = client.items(ListCustomers::new());
    let all = from_fn(|| items.next().wait()).map(|customer| customer.unwrap().id);
    assert_eq!(ids(all), [1, 2, 3, 4, 5]);
    assert_eq!(server.requests().len(), 3);
    let pages = client.call().pages(ListCustomers::new().page(2));
    let numbers = pages.map_ok(|page| page.current_page);
    assert_eq!(ids(numbers.try_collect::<Vec<_>>().wait().unwrap()), [2, 3]);
    assert_eq!(server.requests().len(), 5);
}

#[test]
fn a_create_is_looked_up() {
    // The response to the create proves nothing; a read finds the order.
    let server = Server::start(|request| {
        let order = "{\"incoming_order\":{\"id\":7,\"reference_no\":\"WEB-1001\"}}";
        let is_read = request.starts_with("GET ");
        Some(if is_read { order } else { "{}" }.to_owned())
    });
    let client = pos_v1_client::Client::builder(server.orders_config())
        .account("main")
        .journal(MemoryStore::new())
        .build()
        .unwrap();
    let order = CreateIncomingOrder::new(NewIncomingOrder::new("WEB-1001", Vec::new()));
    let sent = client.once("cart-7").send(order).wait().unwrap();
    assert_eq!(sent.known, Known::Recovered);
    let order = sent.record.unwrap().incoming_order;
    assert_eq!(order.reference_no.as_deref(), Some("WEB-1001"));
    let requests = server.requests();
    let lines = requests.iter().map(|request| &request[..4]);
    assert_eq!(lines.collect::<Vec<_>>(), ["POST", "GET "]);
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
    let points = Watch::new(&client, GetCustomer::new(7), |customer| customer.points)
        .poll_interval(Duration::from_millis(1))
        .min_interval(Duration::from_millis(50))
        .until(|customer| customer.points == Some(3));
    let states = points.map_ok(|update| update.state);
    assert_eq!(
        ids(states.try_collect::<Vec<_>>().wait().unwrap()),
        [0, 1, 2, 3]
    );
}
