//! HAR files: requests are those of operations, shapes are counted, values are not kept.

use std::collections::BTreeMap;

use api_observations::Shape;
use codegen::HarObservations;
use serde_json::{Value, json};

use crate::support::described;

fn exchange(method: &str, url: &str, token: &str, response: Value) -> Value {
    json!({
        "startedDateTime": "2026-11-21T10:00:00.000Z",
        "request": {
            "method": method,
            "url": url,
            "headers": [{ "name": "Authorization", "value": token }],
        },
        "response": response,
    })
}

fn response(body: &Value) -> Value {
    json!({ "status": 200, "content": { "text": body.to_string(), "mimeType": "application/json" } })
}

fn har(entries: &[Value]) -> String {
    json!({ "log": { "version": "1.2", "entries": entries } }).to_string()
}

fn read(text: &str, base_url: Option<&str>) -> HarObservations {
    let mut reader = codegen::har_reader(&described(), base_url).unwrap();
    reader.read("shop.har", text).unwrap()
}

/// The shapes, by operation, status and pointer.
fn shapes(har: &HarObservations) -> BTreeMap<String, Shape> {
    let shapes = har.observations.iter();
    shapes
        .map(|(key, shape)| {
            let place = format!(
                "{} {} {} {}",
                key.api, key.operation, key.status, key.pointer
            );
            (place, shape)
        })
        .collect()
}

const BASE: &str = "https://pos.example/api";

#[test]
fn shapes_of_an_har_file_are_counted_by_operation() {
    let entries: Vec<Value> = (0..50)
        .map(|index| {
            let customer = json!({
                "id": index, "status": "active", "city": "active", "points": "12",
                "full_name": "Ada Lovelace", "tier": 1.5,
            });
            let page = json!({ "customers": [{ "customer": customer }, { "customer": { "id": index } }], "total_records": 2 });
            let token = format!("Bearer token-{}", index % 2);
            exchange(
                "GET",
                &format!("{BASE}/v2/venue/customers?page=1"),
                &token,
                response(&page),
            )
        })
        .collect();
    let text = har(&entries);
    let read_har = read(&text, None);
    assert_eq!(read_har.to_string(), "50 responses");
    let shapes = shapes(&read_har);
    let at = |pointer: &str| &shapes[&format!("pos-v2 list_customers 200 {pointer}")];
    let status = at("/customers/*/customer/status");
    assert_eq!((status.seen, status.of, status.venues), (50, 100, 2));
    assert_eq!(status.values, BTreeMap::from([("active".to_owned(), 50)]));
    assert_eq!(at("/customers/*/customer/points").text.integer_text, 50);
    assert_eq!(at("/customers/*/customer/tier").number.places_1, 50);
    assert!(at("/customers/*/customer/city").values.is_empty());
    assert_eq!(at("/customers/*/customer/id").since, "2026-11-21");
    let file = read_har.observations.to_text();
    assert!(
        !file.contains("Lovelace") && !file.contains("token-"),
        "{file}"
    );

    // An archive is one run, whatever it is called.
    let mut merged = read_har.observations.clone();
    merged.merge(read(&text, Some(BASE)).observations);
    assert_eq!(merged, read_har.observations);
}

#[test]
fn requests_that_are_not_counted_are_reported() {
    let ok = || response(&json!({ "id": 7 }));
    let with = |status: i32, content: Value| json!({ "status": status, "content": content });
    let base64 = json!({ "text": "eyJpZCI6NywieCI6MX0=", "encoding": "base64" });
    let entries = [
        exchange("GET", "https://elsewhere.example/a.js", "", ok()),
        exchange("DELETE", &format!("{BASE}/v2/venue/customers/7"), "", ok()),
        // Another address, which counts without a base URL.
        exchange(
            "GET",
            "https://pos.example:8443/x/api/v2/venue/customers/7",
            "",
            ok(),
        ),
        exchange(
            "get",
            &format!("{BASE}/v2/venue/customers/8#a"),
            "",
            with(200, base64),
        ),
        exchange(
            "GET",
            &format!("{BASE}/v2/venue/customers/9"),
            "",
            with(-1, json!({})),
        ),
        exchange(
            "GET",
            &format!("{BASE}/v2/venue/customers/9"),
            "",
            with(502, json!({ "text": "<html>" })),
        ),
        exchange(
            "GET",
            &format!("{BASE}/v2/venue/customers/9"),
            "",
            with(404, json!({ "text": "{\"error\": \"no\"}" })),
        ),
    ];
    let text = har(&entries);
    let found = read(&text, None);
    assert_eq!(
        found.to_string(),
        "3 responses; not counted: 2 requests of no operation, 2 requests without a response of JSON"
    );
    let found = read(&text, Some(&format!("{BASE}/")));
    assert_eq!(
        found.to_string(),
        "2 responses; not counted: 3 requests of no operation, 2 requests without a response of JSON"
    );
    let found = shapes(&found);
    let places: Vec<&str> = found.keys().map(String::as_str).collect();
    assert_eq!(
        places,
        [
            "pos-v2 get_customer 200 ",
            "pos-v2 get_customer 200 /id",
            "pos-v2 get_customer 200 /x",
            "pos-v2 get_customer 404 ",
            "pos-v2 get_customer 404 /?",
        ]
    );
}

#[test]
fn files_that_are_not_har_files_are_errors_with_their_line() {
    for (text, expected) in [
        ("{\n\"log\": 7}", "a.har:2: not an HAR file: "),
        ("", "a.har:1: not an HAR file: "),
        (
            "{\"log\": {}}",
            "a.har:1: not an HAR file: missing field `entries`",
        ),
    ] {
        let mut reader = codegen::har_reader(&described(), None).unwrap();
        let error = reader.read("a.har", text).unwrap_err();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn exchanges_that_several_files_have_count_once() {
    let url = format!("{BASE}/v2/venue/customers/7");
    let at = |second: usize, id: usize| {
        let mut entry = exchange(
            "GET",
            &url,
            "",
            response(&json!({ "customer": { "id": id } })),
        );
        entry["startedDateTime"] = json!(format!("2026-11-21T10:00:0{second}.000Z"));
        entry
    };
    // Two requests of the same millisecond.
    let saved = har(&[at(0, 1), at(0, 1), at(1, 2)]);
    let saved_later = har(&[at(0, 1), at(0, 1), at(1, 2), at(2, 3)]);
    for (files, printed) in [
        (
            [&saved, &saved_later],
            [
                "3 responses",
                "1 response; not counted: 3 requests of an earlier file",
            ],
        ),
        (
            [&saved_later, &saved],
            [
                "4 responses",
                "0 responses; not counted: 3 requests of an earlier file",
            ],
        ),
    ] {
        let mut reader = codegen::har_reader(&described(), None).unwrap();
        let mut all = codegen::Observations::new();
        for (text, printed) in files.into_iter().zip(printed) {
            let read = reader.read("shop.har", text).unwrap();
            assert_eq!(read.to_string(), printed);
            all.merge(read.observations);
        }
        let ids = all.iter().find(|(key, _)| key.pointer == "/customer/id");
        assert_eq!(ids.map(|(_, shape)| shape.seen), Some(4));
    }
}

#[test]
fn exchanges_without_a_response_do_not_reject_their_file() {
    let url = format!("{BASE}/v2/venue/customers/7");
    let mut without = exchange("GET", &url, "", Value::Null);
    let null = without.clone();
    without.as_object_mut().unwrap().remove("response");
    let mut nulls = exchange("GET", &url, "", json!({ "status": null, "content": null }));
    nulls["startedDateTime"] = Value::Null;
    nulls["request"]["headers"] = Value::Null;
    let failed = json!({ "status": -1, "content": { "text": "{}" } });
    let failed = exchange("GET", &url, "", failed);
    let ok = exchange("GET", &url, "", response(&json!({ "customer": {} })));
    let found = read(&har(&[without, null, nulls, failed, ok]), None);
    assert_eq!(
        found.to_string(),
        "1 response; not counted: 4 requests without a response of JSON"
    );
}
