//! What is counted of responses, and what is never kept.

use std::collections::BTreeMap;

use api_observations::{Collector, Observations};
use api_wire::{Extra, Json, Record, Secret, from_str, record};
use proptest::prelude::*;

#[derive(Clone, Default, PartialEq)]
struct Customer {
    id: Option<i64>,
    name: Option<String>,
    pin: Option<Secret>,
    state: Option<String>,
    tags: Vec<String>,
    address: Option<Box<Address>>,
    balances: BTreeMap<String, i64>,
    meta: Option<Json>,
    extra: Extra,
}

record! {
    Customer {
        id: "id",
        name: "name" | "fullName" pii,
        pin: "pin" secret,
        state: "state",
        tags: "tags",
        address: "address" pii,
        balances: "balances",
        meta: "meta",
    }
}

#[derive(Clone, Default, PartialEq)]
struct Address {
    city: Option<String>,
    extra: Extra,
}

record! { Address { city: "city", } }

/// Counts responses of `get_customer`, described by their record.
fn observe<R: Record>(collector: &mut Collector, venue: &str, text: &str) {
    let body = collector.body("shop", "get_customer", 200).unwrap();
    let record: R = from_str(text).unwrap();
    collector.describe_record(body, &record);
    collector.count_decoded(body, Some(venue), text).unwrap();
}

/// The lines of places, without the venues.
fn lines(collector: &Collector) -> Vec<String> {
    let mut observations = Observations::new();
    observations.add(collector.run());
    let text = observations.to_text();
    let reread = Observations::parse("file", &text).unwrap();
    assert_eq!(reread.to_text(), text);
    text.lines()
        .filter(|line| line.starts_with(['/', '"']))
        .map(|line| line.split(" at=").next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn shapes_are_counted_and_values_are_not_kept() {
    let mut collector = Collector::new(1 << 20);
    for text in [
        r#"{"id": 7, "name": "Ada", "pin": "1234", "state": "open", "tags": ["a", "b"],
            "address": {"city": "Bern", "zip": "3011"}, "balances": {"Ada": 3}, "meta": {"Ada": 1},
            "tier": 2.0, "Ada Lovelace": 1}"#,
        r#"{"id": "8", "name": null, "pin": 1234, "tags": [], "id": 9}"#,
    ] {
        observe::<Customer>(&mut collector, "1", text);
    }
    assert_eq!(
        lines(&collector),
        [
            r#""" objects=2"#,
            "/? numbers=1 i32=1 bits=1",
            "/address objects=1",
            "/address/city strings=1 other=1 text_lengths=4:1",
            "/address/zip strings=1 integer_text=1 text_lengths=4:1",
            "/balances objects=1",
            "/balances/* numbers=1 i32=1",
            "/id numbers=1 strings=1 i32=1 integer_text=1 text_lengths=1:1",
            "/meta objects=1",
            "/meta/? numbers=1 i32=1 bits=1",
            "/name nulls=1 strings=1 other=1 text_lengths=2:1",
            "/pin numbers=1 strings=1",
            "/state strings=1 other=1 other_values=1 text_lengths=4:1",
            "/tags arrays=2 array_lengths=0:1,2:1",
            "/tags/* strings=2 other=2 other_values=2 text_lengths=1:2",
            "/tier numbers=1 whole=1",
        ]
    );
}

#[test]
fn values_of_closed_sets_are_named_from_20_sightings_at_two_venues() {
    let mut collector = Collector::new(1 << 20);
    for index in 0..40 {
        let state = if index % 4 == 3 { "rare" } else { "open" };
        let text = format!(
            r#"{{"state": "{state}", "name": "{state}", "address": {{"city": "{state}"}},
                "other": "{state}", "pin": "{state}", "meta": {{"key": "{state}"}}}}"#
        );
        let venue = if index < 20 { "1" } else { "2" };
        observe::<Customer>(&mut collector, venue, &text);
    }
    let shapes = lines(&collector);
    let named: Vec<_> = shapes.iter().filter(|line| line.contains("open")).collect();
    // The other text was seen ten times.
    assert_eq!(
        named,
        ["/state strings=40 other=40 other_values=10 text_lengths=4:40 values=open:30"]
    );
    assert!(!shapes.iter().any(|line| line.contains("rare")));
    // The key of an undescribed object was seen often enough.
    assert!(shapes.iter().any(|line| line.starts_with("/meta/key ")));

    let mut one_venue = Collector::new(1 << 20);
    for _ in 0..40 {
        observe::<Customer>(
            &mut one_venue,
            "1",
            r#"{"state": "open", "meta": {"key": 1}}"#,
        );
    }
    let text = format!("{:?}", lines(&one_venue));
    assert!(!text.contains("open") && !text.contains("key"), "{text}");
}

#[test]
fn values_that_were_counted_before_their_record_was_known_stay_hidden() {
    let mut collector = Collector::new(1 << 20);
    let text = r#"{"pin": "secret", "address": {"city": "Bern"}, "tags": ["red"]}"#;
    let body = collector.body("shop", "get_customer", 200).unwrap();
    collector.count(body, Some("1"), text).unwrap();
    for index in 0..60 {
        observe::<Customer>(&mut collector, &(index % 2).to_string(), text);
    }
    assert_eq!(
        lines(&collector)[2..],
        [
            "/address/city strings=61 other=61 text_lengths=4:61",
            "/pin strings=61",
            "/tags arrays=61 array_lengths=1:61",
            "/tags/* strings=61 other=61 text_lengths=2:61 values=red:60",
        ]
    );
}

#[test]
fn free_text_is_no_closed_set() {
    let mut collector = Collector::new(1 << 20);
    for index in 0..900 {
        let state = if index % 2 == 0 {
            "usual".to_owned()
        } else {
            format!("t{index:03}")
        };
        let venue = (index % 3).to_string();
        observe::<Customer>(
            &mut collector,
            &venue,
            &format!(r#"{{"state": "{state}"}}"#),
        );
    }
    assert_eq!(
        lines(&collector)[1],
        "/state strings=900 other=900 text_lengths=4:900"
    );
}

#[test]
fn memory_is_bounded_and_what_was_dropped_is_counted() {
    let mut collector = Collector::new(64 * 1024);
    for index in 0..500 {
        let body = collector.body("shop", &format!("operation{index}"), 200);
        if let Some(body) = body {
            collector
                .count(body, None, r#"{"a": {"b": [{"c": "d"}]}}"#)
                .unwrap();
        }
    }
    let run = collector.run();
    assert!(run.dropped > 100, "{}", run.dropped);
    assert!(
        run.shapes.len() > 50 && run.shapes.len() < 500,
        "{}",
        run.shapes.len()
    );
}

#[test]
fn maps_without_a_description_are_folded() {
    let mut collector = Collector::new(1 << 20);
    let body = collector.body("shop", "get_map", 200).unwrap();
    for index in 0..1_000 {
        let key = char::from(b'a' + u8::try_from(index % 26).unwrap());
        let other = char::from(b'a' + u8::try_from(index / 26 % 26).unwrap());
        let venue = (index % 2).to_string();
        collector
            .count(body, Some(&venue), &format!(r#"{{"{key}{other}": 1}}"#))
            .unwrap();
    }
    let run = collector.run();
    let pointers: Vec<_> = run.shapes.keys().map(|key| &*key.pointer).collect();
    assert_eq!(pointers, ["", "/?"]);
}

#[test]
fn text_that_is_not_json_is_not_counted() {
    let mut collector = Collector::new(1 << 20);
    let body = collector.body("shop", "get_customer", 502).unwrap();
    for text in ["<html>", "", "{\"a\": 1", "{\"a\": 1}}"] {
        assert!(collector.count(body, None, text).is_err());
    }
    assert_eq!(collector.run().responses, 0);
    assert_eq!(lines(&collector), [""; 0]);
}

/// Any JSON, with keys that collide with the names of folded places.
fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,6})?([eE][+-]?[0-9]{1,3})?",
        "[a-z0-9 /:.é-]{0,40}".prop_map(|text| format!("\"{text}\"")),
    ];
    leaf.prop_recursive(20, 64, 6, |inner| {
        let members = prop::collection::vec(("[a-c*?~/%]{0,2}", inner.clone()), 0..6);
        prop_oneof![
            prop::collection::vec(inner, 0..6).prop_map(|items| format!("[{}]", items.join(","))),
            members.prop_map(|members| {
                let members = members
                    .iter()
                    .map(|(key, value)| format!("\"{key}\": {value}"));
                format!("{{{}}}", members.collect::<Vec<_>>().join(","))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn any_json_is_counted(texts in prop::collection::vec(json(), 1..8), max_bytes in 0_usize..40_000) {
        let mut collector = Collector::new(max_bytes);
        let Some(body) = collector.body("shop", "get_customer", 200) else {
            return Ok(());
        };
        for text in &texts {
            collector.count(body, Some(text), text).unwrap();
        }
        let mut observations = Observations::new();
        observations.add(collector.run());
        for (key, shape) in &observations {
            let kinds = shape.nulls + shape.booleans + shape.numbers + shape.strings
                + shape.arrays + shape.objects;
            prop_assert_eq!(kinds, shape.seen, "{:?}", key);
            prop_assert!(shape.seen <= shape.of, "{:?}", key);
        }
        lines(&collector);
    }
}
