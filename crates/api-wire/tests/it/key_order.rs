//! Keys in any order: what is learned from earlier objects changes no result.
use std::collections::BTreeMap;
use std::thread;

use api_wire::{Extra, Fields, Json, Record, from_str};
use proptest::prelude::*;
use proptest::sample::select;

use crate::common::cases;

#[derive(Clone, Default, PartialEq, Record)]
pub struct Parcel {
    pub id: Option<i64>,
    pub size: Option<i64>,
    pub size_in: Option<i64>,
    pub length_of_the_first_label: Option<i64>,
    pub length_of_the_other_label: Option<i64>,
    #[wire("a\\nb")]
    pub escaped: Option<i64>,
    #[wire("a\"b")]
    pub quoted: Option<i64>,
    #[wire("points", "loyaltyPoints", "loyalty\tpoints")]
    pub aliased: Option<i64>,
    #[wire("")]
    pub empty: Option<i64>,
    #[wire("größe")]
    pub umlaut: Option<i64>,
    pub extra: Extra,
}

/// Not wire names, but like them. JSON writes the first one as the text of another is.
const UNKNOWN: [&str; 5] = ["a\nb", "idd", "i", "length_of_the_third_label", "Size"];

/// A member of an object: its key, whether all of the key is escaped, and the value.
type Member = (&'static str, bool, i64);

fn keys() -> Vec<&'static str> {
    let parcel = Parcel::default();
    let fields = parcel.schema().fields().iter();
    fields
        .flat_map(|field| field.wire_names().iter().copied())
        .chain(UNKNOWN)
        .collect()
}

fn members() -> impl Strategy<Value = Vec<Member>> {
    let is_escaped = prop::bool::weighted(0.1);
    prop::collection::vec((select(keys()), is_escaped, 0..1000_i64), 0..24)
}

fn quote(key: &str, is_escaped: bool) -> String {
    if is_escaped {
        let escapes = key.encode_utf16().map(|unit| format!("\\u{unit:04x}"));
        return format!("\"{}\"", escapes.collect::<String>());
    }
    serde_json::to_string(key).unwrap()
}

fn text(members: &[Member]) -> String {
    let members = members.iter();
    let members =
        members.map(|(key, is_escaped, value)| format!("{}:{value}", quote(key, *is_escaped)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

/// What a reader without a table of keys would return: the fields, and the values that are kept.
fn expected(members: &[Member]) -> (Vec<Option<i64>>, BTreeMap<&str, Vec<String>>) {
    let parcel = Parcel::default();
    let rows = parcel.schema().fields();
    let mut fields = vec![None; rows.len()];
    let mut kept: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (key, _, value) in members {
        let field = rows.iter().position(|row| row.wire_names().contains(key));
        match field {
            Some(field) if fields[field].is_none() => fields[field] = Some(*value),
            _ => kept.entry(key).or_default().push(value.to_string()),
        }
    }
    (fields, kept)
}

fn check(members: &[Member]) {
    let text = text(members);
    let parcel: Parcel = from_str(&text).unwrap();
    let (fields, kept) = expected(members);
    let read = [
        parcel.id,
        parcel.size,
        parcel.size_in,
        parcel.length_of_the_first_label,
        parcel.length_of_the_other_label,
        parcel.escaped,
        parcel.quoted,
        parcel.aliased,
        parcel.empty,
        parcel.umlaut,
    ];
    assert_eq!(read[..], fields[..], "{text}");
    let mut extra: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (key, json) in parcel.extra.iter() {
        let values = extra.entry(key).or_default();
        values.push(Json::as_str(json).to_owned());
    }
    assert_eq!(extra, kept, "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(500), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn objects_in_random_orders_have_the_values_of_their_keys(objects in prop::collection::vec(members(), 1..6)) {
        for members in &objects {
            check(members);
        }
    }
}

#[test]
fn threads_that_read_different_orders_read_the_same_values() {
    const THREADS: usize = 4;
    thread::scope(|scope| {
        for thread in 0..THREADS {
            scope.spawn(move || {
                let mut members: Vec<Member> = keys()
                    .into_iter()
                    .zip(0..)
                    .map(|(key, value)| (key, false, value))
                    .collect();
                for step in 0..500 {
                    // Each thread has its own order, and changes it sometimes.
                    let turns = if step % 100 == 0 { 3 } else { 0 };
                    let length = members.len();
                    members.rotate_left((thread + turns) % length);
                    members.swap(step % length, thread % length);
                    check(&members);
                }
            });
        }
    });
}

#[derive(Clone, Default, PartialEq, Record)]
pub struct Crate {
    pub inner: Option<Box<Crate>>,
    pub weight: Option<i64>,
    pub extra: Extra,
}

#[test]
fn a_member_after_a_nested_object_belongs_to_the_outer_one() {
    // Predicts `weight` as the first key.
    assert_eq!(
        from_str::<Crate>(r#"{"weight":1}"#).unwrap().weight,
        Some(1)
    );
    for text in [
        r#"{"inner":{},"weight":2}"#,
        r#"{"inner": {} , "weight" : 2}"#,
        r#"{"inner":{"inner":{}},"weight":2}"#,
    ] {
        let outer: Crate = from_str(text).unwrap();
        let inner = outer.inner.unwrap();
        assert_eq!((outer.weight, inner.weight), (Some(2), None), "{text}");
    }
    for text in [r#"{,"weight":2}"#, r#"{"inner":{},,"weight":2}"#] {
        assert!(from_str::<Crate>(text).is_err(), "{text}");
    }
}
