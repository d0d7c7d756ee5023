//! Properties of any input.

use crate::common::{Everything, Wrappers, cases};
use api_wire::{
    Json, Page, PageShape, Record, Tree, form, from_slice, from_str, mismatches, to_string,
};
use proptest::prelude::*;
use serde_json::{Map, Number, Value};

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::from),
        (-1000_i64..1000, 0_u32..4).prop_map(|(digits, scale)| {
            Value::Number(
                format!("{digits}e-{scale}")
                    .parse()
                    .unwrap_or(Number::from(digits)),
            )
        }),
        "[ -~é😀\\n\"\\\\]{0,12}".prop_map(Value::String),
        Just(Value::from("2026-11-21")),
        Just(Value::from("2026-11-21T10:00:00.000Z")),
        Just(Value::from("EN ROUTE")),
    ]
}

fn key() -> impl Strategy<Value = String> {
    const NAMES: &[&str] = &[
        "text",
        "lenient",
        "integer",
        "decimal",
        "boolean",
        "date",
        "birthday",
        "instant",
        "local",
        "secret",
        "password",
        "id",
        "json",
        "order_type",
        "status",
        "uid",
        "customer_id",
        "customerId",
        "nested",
        "boxed",
        "list",
        "records",
        "anything",
        "map",
        "maps",
        "lists",
        "matrix",
        "type",
        "name",
        "points",
        "quote",
        "quotes",
        "new",
        "",
        "A\"b\\",
    ];
    proptest::sample::select(NAMES).prop_map(str::to_owned)
}

fn value() -> impl Strategy<Value = Value> {
    scalar().prop_recursive(4, 48, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
            object(inner),
        ]
    })
}

fn object(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    proptest::collection::vec((key(), inner), 0..8)
        .prop_map(|members| Value::Object(Map::from_iter(members)))
}

/// JSON texts with a few characters changed.
fn mutated() -> impl Strategy<Value = String> {
    let odd = "[\\[\\]{}:,\"\\\\0-9eE.+\\-tfnul \n\u{1}é]{0,3}";
    let edits = proptest::collection::vec((any::<prop::sample::Index>(), 0_usize..3, odd), 0..4);
    (value(), any::<bool>(), edits).prop_map(|(value, pretty, edits)| {
        let text = if pretty {
            serde_json::to_string_pretty(&value)
        } else {
            serde_json::to_string(&value)
        };
        let mut text: Vec<char> = text.unwrap_or_default().chars().collect();
        for (place, removed, added) in edits {
            let start = place.index(text.len() + 1);
            let end = (start + removed).min(text.len());
            text.splice(start..end, added.chars());
        }
        text.into_iter().collect()
    })
}

/// The verdict of serde_json, except about numbers that are too large for it.
fn is_json(text: &str) -> Option<bool> {
    match text.parse::<Value>() {
        Ok(_) => Some(true),
        Err(error) if error.to_string().starts_with("number out of range") => None,
        Err(_) => Some(false),
    }
}

fn is_object(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// Whether both are the same except for nulls, empty lists, and the notation of scalars.
fn is_same(before: &Value, after: &Value) -> bool {
    fn is_nothing(value: &Value) -> bool {
        value.is_null() || value.as_array().is_some_and(Vec::is_empty)
    }
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            let keys = before.keys().chain(after.keys());
            keys.into_iter()
                .all(|key| match (before.get(key), after.get(key)) {
                    (Some(before), Some(after)) => is_same(before, after),
                    (Some(value), None) | (None, Some(value)) => is_nothing(value),
                    (None, None) => true,
                })
        }
        (Value::Array(before), Value::Array(after)) => {
            before.len() == after.len()
                && before
                    .iter()
                    .zip(after)
                    .all(|(before, after)| is_same(before, after))
        }
        (Value::Array(_) | Value::Object(_), _) | (_, Value::Array(_) | Value::Object(_)) => false,
        (before, after) => before == after || spelling(before) == spelling(after),
    }
}

fn spelling(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Bool(value) => u8::from(*value).to_string(),
        other => other.to_string(),
    };
    match text.parse::<f64>() {
        Ok(number) => number.to_string(),
        Err(_) => match text.as_str() {
            "true" => "1".to_owned(),
            "false" => "0".to_owned(),
            _ => text,
        },
    }
}

fn never_panics<R: Record>(text: &str) {
    if let Ok(record) = from_str::<R>(text) {
        let written = to_string(&record);
        assert!(written.parse::<Json>().is_ok(), "{written}");
        let again = from_str::<R>(&written);
        assert_eq!(
            again.as_ref().map(mismatches_of).ok(),
            Some(mismatches_of(&record)),
            "{text} {written}"
        );
        let _ = format!("{record:?}", record = mismatches(&record));
    }
}

fn mismatches_of<R: Record>(record: &R) -> usize {
    mismatches(record).len()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(2000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn accepts_what_serde_json_accepts(text in mutated()) {
        if let Some(expected) = is_json(&text) {
            prop_assert_eq!(text.parse::<Json>().is_ok(), expected, "{}", text);
            prop_assert_eq!(text.parse::<Tree>().is_ok(), expected, "{}", text);
            if is_object(&text) {
                prop_assert_eq!(from_str::<Everything>(&text).is_ok(), expected, "{}", text);
            }
        }
    }

    #[test]
    fn a_record_is_written_back_as_the_same_json(value in object(value())) {
        let text = value.to_string();
        let record: Everything = from_str(&text).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let written: Value = to_string(&record).parse().map_err(|_| TestCaseError::fail("not JSON"))?;
        prop_assert!(is_same(&value, &written), "{} {}", value, written);
        let again: Everything = from_str(&to_string(&record)).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(&again, &record);
    }

    #[test]
    fn no_text_causes_a_panic(text in mutated()) {
        never_panics::<Everything>(&text);
        never_panics::<Wrappers>(&text);
        for key in [None, Some("list")] {
            for wrapped_in in [None, Some("nested")] {
                if let Ok(page) = Page::<Everything>::read(&text, &PageShape { key, wrapped_in }) {
                    page.mismatches();
                }
            }
        }
    }

    #[test]
    fn no_bytes_cause_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
        let _ = from_slice::<Everything>(&bytes);
        let _ = form::read::<Everything>(&bytes, "order");
    }

    #[test]
    fn bytes_that_are_no_utf8_are_never_hidden(value in object(value()), at in any::<prop::sample::Index>(), byte in 0x80_u8..) {
        let mut bytes = value.to_string().into_bytes();
        bytes.insert(at.index(bytes.len() + 1), byte);
        if let (Err(_), Ok(record)) = (std::str::from_utf8(&bytes), from_slice::<Everything>(&bytes)) {
            prop_assert!(to_string(&record).contains('\u{fffd}'), "{}", value);
        }
    }

    #[test]
    fn one_byte_costs_one_string(value in object(value()), before in "[a-zé]{0,4}", byte in 0x80_u8.., after in "[a-z]{0,4}") {
        let (mut with, mut without) = (value.clone(), value);
        with["text"] = Value::from("<here>");
        let text = with.to_string();
        let (start, end) = text.split_once("<here>").unwrap_or_default();
        let bytes = [start.as_bytes(), before.as_bytes(), &[byte], after.as_bytes(), end.as_bytes()].concat();
        let read: Everything = from_slice(&bytes).map_err(|error| TestCaseError::fail(error.to_string()))?;
        without["text"] = Value::Null;
        let mut expected: Everything = from_str(&without.to_string()).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let kept = read.extra.get("text").map(Json::as_str).unwrap_or_default();
        prop_assert!(kept.contains(&*before) && kept.contains(&*after) && kept.contains('\u{fffd}'), "{}", kept);
        prop_assert_eq!(mismatches_of(&read), mismatches_of(&expected) + 1);
        expected.extra = read.extra.clone();
        prop_assert_eq!(&read, &expected);
    }

    #[test]
    fn equal_values_are_equal_as_json(value in value()) {
        let (compact, pretty) = (value.to_string(), serde_json::to_string_pretty(&value).unwrap_or_default());
        prop_assert_eq!(compact.parse::<Json>(), pretty.parse::<Json>());
    }
}
