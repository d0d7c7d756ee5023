//! Values that do not fit in a field are kept, reported and written back.

use std::collections::BTreeMap;

use crate::common::{Everything, Nested, mismatch, pointers, read};
use api_wire::{Extra, Record, mismatches, to_string};
use serde_json::Value;

/// Reads, writes, and compares as JSON.
#[track_caller]
fn round_trip(text: &str) -> Everything {
    let record: Everything = read(text);
    let written = to_string(&record);
    let (before, after): (Value, Value) = (text.parse().unwrap(), written.parse().unwrap());
    assert_eq!(before, after, "{written}");
    record
}

#[test]
fn unknown_fields_are_written_back_verbatim() {
    let record = round_trip(r#"{"new": {"b" : 1, "a":[1.50]}, "integer": 3}"#);
    assert_eq!(
        record.extra.get("new").unwrap().as_str(),
        r#"{"b" : 1, "a":[1.50]}"#
    );
    assert_eq!(record.extra.len(), 1);
    assert!(mismatches(&record).is_empty());
    let exact = r#"{"x":0.10000000000000000001,"y":1e400}"#;
    assert_eq!(to_string(&read::<Everything>(exact)), exact);
}

#[test]
fn a_key_in_another_case_is_unknown() {
    let record = round_trip(r#"{"Integer": 3, "INTEGER": 4}"#);
    assert_eq!(record.integer, None);
    assert_eq!(record.extra.len(), 2);
}

#[test]
fn escaped_and_reordered_keys_are_equal() {
    let plain: Everything = read(r#"{"integer": 3, "x": {"a": 1, "b": "é"}, "text": "a", "y": 1}"#);
    let other: Everything = read(
        r#"{"y": 1.0, "\u0078": {"b": "\u00e9", "a": 10e-1}, "t\u0065xt": "\u0061", "integer": "3"}"#,
    );
    assert_eq!(plain, other);
    let different: Everything =
        read(r#"{"integer": 3, "x": {"a": 1, "b": "e"}, "text": "a", "y": 1}"#);
    assert_ne!(plain, different);
}

#[test]
fn unreadable_items_keep_their_index() {
    let record = round_trip(r#"{"list": ["x", 1, null, {"a": 1}, 2, [3]]}"#);
    assert_eq!(record.list, [1, 2]);
    assert_eq!(
        pointers(&record),
        ["/list/0", "/list/2", "/list/3", "/list/5"]
    );
    assert_eq!(
        record
            .extra
            .iter()
            .map(|(name, _)| name)
            .collect::<Vec<_>>(),
        ["list"; 4]
    );
}

#[test]
fn a_list_of_unreadable_items_is_written_back() {
    let record = round_trip(r#"{"list": [true, "x"]}"#);
    assert!(record.list.is_empty());
}

#[test]
fn unreadable_records_keep_their_index_and_other_items_their_pointers() {
    let record = round_trip(r#"{"records": [7, {"points": "x", "new": 1}, [], {"points": 3}]}"#);
    assert_eq!(record.records.len(), 2);
    assert_eq!(
        pointers(&record),
        ["/records/0", "/records/1/points", "/records/2"]
    );
}

#[test]
fn unreadable_elements_of_nested_lists_and_maps_keep_their_path() {
    let record = round_trip(
        r#"{"matrix": [[1, "x"], 5, [[], 2]], "maps": [{"a": "x", "b": 1}, 3], "lists": {"k": [1, true], "l": 4, "m": [2]}, "map": {"a/b": {}}}"#,
    );
    assert_eq!(record.matrix, [vec![1], vec![2]]);
    assert_eq!(
        pointers(&record),
        [
            "/map/a~1b",
            "/maps/0/a",
            "/maps/1",
            "/lists/k/1",
            "/lists/l",
            "/matrix/0/1",
            "/matrix/1",
            "/matrix/2/0"
        ]
    );
}

#[test]
fn an_empty_map_is_written_back_and_a_null_entry_is_absent() {
    let record = round_trip(r#"{"map": {}, "nested": {}}"#);
    assert!(record.extra.is_empty());
    assert_eq!(record, read(r#"{"nested": {}}"#));
    let record: Everything = read(r#"{"map": {"a": null, "b": 1}}"#);
    assert_eq!(to_string(&record), r#"{"map":{"b":1}}"#);
    assert!(mismatches(&record).is_empty());
}

#[test]
fn a_list_of_any_json_can_contain_null() {
    let record = round_trip(r#"{"anything": [null, 1, "a"]}"#);
    assert_eq!(record.anything.len(), 3);
}

#[test]
fn a_duplicate_key_is_a_mismatch_and_the_first_value_is_read() {
    let record: Everything =
        read(r#"{"integer": 3, "integer": 4, "integer": 5, "new": 1, "new": 2}"#);
    assert_eq!(record.integer, Some(3));
    assert_eq!(pointers(&record), ["/integer", "/integer", "/new"]);
    assert_eq!(mismatches(&record)[0].found, "duplicate number");
    assert_eq!(
        to_string(&record),
        r#"{"integer":3,"new":1,"integer":4,"integer":5,"new":2}"#
    );
    let record: Everything = read(r#"{"integer": null, "integer": 4}"#);
    assert_eq!(mismatch(&record).pointer, "/integer");
    let record: Everything = read(r#"{"map": {"a": 1, "a": 2}, "lists": {"a": 1, "a": [2]}}"#);
    assert_eq!(pointers(&record), ["/map/a", "/lists/a", "/lists/a"]);
    assert_eq!(
        to_string(&record),
        r#"{"map":{"a":1,"a":2},"lists":{"a":1,"a":[2]}}"#
    );
}

/// A map of maps, with duplicate keys at the inner level.
#[derive(Clone, Default, PartialEq, Record)]
struct Levels {
    outer: BTreeMap<String, BTreeMap<String, i64>>,
    extra: Extra,
}

#[test]
fn duplicates_in_nested_maps_are_written_back_once() {
    let text = r#"{"outer":{"a":{"b":1,"b":2,"c":"x"},"d":{}}}"#;
    let record: Levels = read(text);
    assert_eq!(pointers(&record), ["/outer/a/b", "/outer/a/c"]);
    assert_eq!(to_string(&record), text);
}

#[test]
fn many_equal_unknown_keys_take_linear_time() {
    let text = format!("{{{}}}", vec!["\"k\":1"; 20_000].join(","));
    let record: Everything = read(&text);
    assert_eq!(record.extra.len(), 20_000);
    assert_eq!(mismatches(&record).len(), 19_999);
    let bad = format!("{{\"list\":[{}]}}", vec!["true,1"; 10_000].join(","));
    let record: Everything = read(&bad);
    assert_eq!(mismatches(&record).len(), 10_000);
    assert_eq!(to_string(&record), bad);
}

#[test]
fn a_field_is_written_under_the_alias_it_was_read_under() {
    assert_eq!(
        round_trip(r#"{"customer_id": 1}"#),
        round_trip(r#"{"customerId": 1}"#)
    );
    let record = round_trip(r#"{"customerId": "x"}"#);
    assert_eq!(mismatch(&record).pointer, "/customerId");
    let record = round_trip(r#"{"customerId": 1, "customer_id": 2}"#);
    assert_eq!(record.customer_id, Some(1));
    assert_eq!(mismatch(&record).pointer, "/customer_id");
    let record = round_trip(r#"{"customer_id": {}, "customerId": 2}"#);
    assert_eq!(record.customer_id, Some(2));
    let record: Everything = read(r#"{"customer_id": null, "customerId": 2}"#);
    assert_eq!(record.customer_id, Some(2));
    assert!(mismatches(&record).is_empty());
}

#[test]
fn a_mismatched_value_is_not_written_once_its_field_is_set() {
    let mut record: Everything = read(r#"{"integer": "x", "list": [1, "y"]}"#);
    record.integer = Some(3);
    record.list = Vec::new();
    assert_eq!(to_string(&record), r#"{"integer":3,"list":["y"]}"#);
    record.extra = Extra::default();
    assert_eq!(to_string(&record), r#"{"integer":3}"#);
}

#[test]
fn a_long_value_is_kept_and_printed_in_part() {
    let long = mismatch(&read::<Everything>(&format!(
        r#"{{"integer": "{}"}}"#,
        "x".repeat(100)
    )));
    assert_eq!(long.found, format!("string \"{}\"", "x".repeat(100)));
    let printed = |value: &str| {
        let text = mismatch(&read::<Everything>(&format!(r#"{{"integer": {value}}}"#))).to_string();
        text.split_once("found ").unwrap().1.to_owned()
    };
    // An escape is one character, and is not cut.
    for escape in ["x", "\\\"", "\\\\", "\\n", "\\u{1b}", "\\u{202e}", "é"] {
        let json = escape.replace("u{1b}", "u001b").replace("u{202e}", "u202e");
        let string = |count| printed(&format!("\"{}\"", json.repeat(count)));
        let shown = escape.repeat(40);
        assert_eq!(string(40), format!("string \"{shown}\""));
        assert_eq!(string(41), format!("string \"{shown}…\""));
    }
    let number = format!("number {}…", "1".repeat(40));
    assert_eq!(printed(&"1".repeat(41)), number);
    assert!(!format!("{long:?}").contains(&"x".repeat(41)), "{long:?}");
    let huge = mismatch(&read::<Everything>(&format!(
        r#"{{"integer": "{}"}}"#,
        "x".repeat(1_000_000)
    )));
    assert!(huge.found.len() < 17_000);
}

#[test]
fn records_are_plain_structs_and_work_with_serde_json() {
    let nested = Nested {
        points: Some(3),
        ..Default::default()
    };
    assert_eq!(serde_json::to_string(&nested).unwrap(), r#"{"points":3}"#);
    let again: Nested = serde_json::from_str(r#" {"points": 3} "#).unwrap();
    assert_eq!(again, nested);
    let value = serde_json::to_value(&nested).unwrap();
    assert_eq!(serde_json::from_value::<Nested>(value).unwrap(), nested);
    assert!(serde_json::from_str::<Nested>("[]").is_err());
}
