//! The observer: which responses are counted, and how.

use std::collections::BTreeMap;

use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::{Method, Observer, RawRequest};
use test_support::shop::{self, Client, CreateOrder, GetOrder, ListCustomers};

/// A client whose server returns these responses, the last one for all further requests.
fn client(observer: &Observer, steps: impl IntoIterator<Item = (u16, &'static str)>) -> Client {
    Client::builder(shop::config())
        .observer(observer)
        .transport(ScriptedTransport::new(steps).repeat_last())
        .build()
        .unwrap()
}

/// How often each place was seen.
fn places(observer: &Observer) -> BTreeMap<String, u64> {
    let observations = observer.observations();
    let shapes = observations.iter();
    shapes
        .map(|(key, shape)| {
            let place = format!("{} {} {}", key.operation, key.status, key.pointer);
            (place, shape.seen)
        })
        .collect()
}

#[tokio::test(start_paused = true)]
async fn every_attempt_with_a_body_of_json_is_counted() {
    let observer = Observer::new();
    let order = r#"{"id": 7, "state": "open"}"#;
    let steps = [
        (503, r#"{"error": "busy"}"#),
        (502, "<html>"),
        (200, order),
        // A rejection of the envelope, a success that cannot be decoded, and none at all.
        (
            200,
            r#"{"Success": false, "Payload": null, "Message": "no"}"#,
        ),
        (200, "[]"),
        (404, ""),
    ];
    let client = client(&observer, steps);
    client.send(GetOrder::new(7)).await.unwrap();
    for _ in 0..3 {
        client.send(GetOrder::new(7)).await.unwrap_err();
    }
    let expected = [
        ("get_order 200 ", 3),
        ("get_order 200 /Message", 1),
        ("get_order 200 /Payload", 1),
        ("get_order 200 /Success", 1),
        ("get_order 200 /id", 1),
        ("get_order 200 /state", 1),
        ("get_order 503 ", 1),
        ("get_order 503 /?", 1),
    ];
    let expected = expected.map(|(place, seen)| (place.to_owned(), seen));
    assert_eq!(places(&observer), BTreeMap::from(expected));
}

#[tokio::test(start_paused = true)]
async fn pages_creates_and_lookups_are_counted_and_raw_requests_are_not() {
    let observer = Observer::new();
    let page = r#"{"customers": [{"id": 7, "tier": 1}, {"id": 8}], "total_records": 2}"#;
    client(&observer, [(200, page)])
        .send(ListCustomers::new())
        .await
        .unwrap();
    let order = r#"{"id": 7, "reference_no": "WEB-1"}"#;
    client(&observer, [(200, order)])
        .call()
        .unique()
        .send(CreateOrder::new("WEB-1"))
        .await
        .unwrap();
    let raw = RawRequest::new(Method::Get, "/orders/{id}").path("id", 7);
    client(&observer, [(200, order)]).send(raw).await.unwrap();
    let places = places(&observer);
    assert_eq!(places["list_customers 200 /customers/*/id"], 2);
    assert_eq!(places["list_customers 200 /customers/*/tier"], 1);
    assert_eq!(places["create_order 200 /reference_no"], 1);
    assert!(!places.keys().any(|place| place.starts_with("raw ")));
}

#[tokio::test(start_paused = true)]
async fn frequent_responses_are_sampled() {
    let observer = Observer::new();
    let every = Observer::without_sampling();
    let order = (200, r#"{"id": 7}"#);
    for _ in 0..1_664 {
        client(&observer, [order])
            .send(GetOrder::new(7))
            .await
            .unwrap();
        client(&every, [order])
            .send(GetOrder::new(7))
            .await
            .unwrap();
    }
    let observations = observer.observations();
    let run = observations.runs().next().unwrap();
    // 64, and about one in 16 of the others.
    assert!((100..300).contains(&run.responses), "{}", run.responses);
    assert_eq!(run.responses + run.skipped, 1_664);
    assert_eq!(places(&every)["get_order 200 /id"], 1_664);
}

#[tokio::test(start_paused = true)]
async fn venues_are_counted_by_their_label() {
    let keys = [[1; 16], [1; 16], [2; 16]];
    let observers = keys.map(Observer::with_venue_key);
    for (observer, venues) in observers.iter().zip([["5", "7"], ["7", "9"], ["5", "7"]]) {
        for venue in venues {
            let transport = ScriptedTransport::new([Step::response(200, r#"{"id": 7}"#)]);
            let client = Client::builder(shop::config())
                .observer(observer)
                .label("venue", venue)
                .transport(transport)
                .build()
                .unwrap();
            client.send(GetOrder::new(7)).await.unwrap();
        }
    }
    let [mut merged, second, third] = observers.map(|observer| observer.observations());
    merged.merge(second.clone());
    merged.merge(third);
    merged.merge(second);
    // Hashes with another key may be those of the same venues.
    let (_, shape) = merged.iter().next().unwrap();
    assert_eq!((shape.seen, shape.venues), (6, 3));
}

#[test]
fn a_file_is_replaced_but_neither_a_folder_nor_a_device() {
    let folder = std::env::temp_dir().join(format!("observer-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("observations.txt");
    let observer = Observer::new();
    for _ in 0..2 {
        observer.write(&file).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), observer.to_text());
    }
    let error = observer.write(&folder).unwrap_err().to_string();
    assert_eq!(error, format!("{}: not a regular file", folder.display()));
    #[cfg(unix)]
    {
        let device = folder.join("null");
        std::os::unix::fs::symlink("/dev/null", &device).unwrap();
        observer.write(&device).unwrap_err();
        assert!(device.is_symlink());
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
