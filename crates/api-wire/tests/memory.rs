//! The memory that documents take when they are read, measured by the allocator.
#![allow(missing_docs)]

#[path = "it/common.rs"]
mod common;

use std::sync::{Mutex, MutexGuard, PoisonError};

use api_wire::{
    Extra, MemoryBudget, Page, PageShape, ReadError, ReadErrorKind, Record, Wrapped,
    from_str_within, mismatches_within,
};
use common::Everything;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The allocator counts all threads, so tests measure one after another.
static MEASURING: Mutex<()> = Mutex::new(());

/// The size of the documents in bytes.
const SIZE: usize = 32 * 1024;

/// What the budget does not include: keys that are being read, the error, the test harness.
const SLACK: usize = 16 * 1024;

fn measuring() -> MutexGuard<'static, ()> {
    MEASURING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The most that a read took at one time, and its result.
fn measure<T>(read: impl FnOnce() -> T) -> (usize, T) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let result = read();
    (ALLOCATOR.peak_usage().saturating_sub(before), result)
}

/// Reads a document and reports its mismatches, as a client does.
fn read_all<R: Record>(text: &str, budget: &mut MemoryBudget) -> Result<(), ReadError> {
    let record: R = from_str_within(text, budget)?;
    mismatches_within(&record, budget).map(drop)
}

/// A list of things with a list of them in each: the records of a response have such fields.
#[derive(Clone, Default, PartialEq, Record)]
struct Tree {
    everything: Option<Everything>,
    children: Vec<Tree>,
    child: Option<Box<Tree>>,
    everythings: Vec<Everything>,
    by_name: std::collections::BTreeMap<String, Everything>,
    extra: Extra,
}

/// A document that starts and ends with these texts, with as many items as fit.
fn repeated(start: &str, item: impl Fn(usize) -> String, end: &str) -> String {
    let mut text = start.to_owned();
    let mut index = 0;
    while text.len() < SIZE {
        if index > 0 {
            text.push(',');
        }
        text.push_str(&item(index));
        index += 1;
    }
    text + end
}

/// The documents that become the largest.
fn worst_documents() -> Vec<(&'static str, String)> {
    let same = |item: &'static str| move |_| item.to_owned();
    let number = |index: usize| format!("\"{index}\":");
    let long_key = "k".repeat(SIZE / 4);
    vec![
        (
            "empty records",
            repeated(r#"{"everythings":["#, same("{}"), "]}"),
        ),
        (
            "lists of one empty record",
            repeated(r#"{"children":["#, same(r#"{"everythings":[{}]}"#), "]}"),
        ),
        (
            "nested records",
            repeated(
                r#"{"children":["#,
                |_| format!("{}{{}}{}", r#"{"child":"#.repeat(100), "}".repeat(100)),
                "]}",
            ),
        ),
        (
            "wrong items",
            repeated(r#"{"everythings":["#, same("1"), "]}"),
        ),
        (
            "wrong items under a long key",
            repeated(
                &format!(r#"{{"everything":{{"lists":{{"{long_key}":["#),
                same("{}"),
                "]}}}",
            ),
        ),
        (
            "mismatched fields",
            repeated(
                r#"{"everythings":["#,
                same(r#"{"integer":[],"text":[],"date":0}"#),
                "]}",
            ),
        ),
        (
            "unknown keys",
            repeated("{", |index| number(index) + "1", "}"),
        ),
        (
            "unknown keys in records",
            repeated(r#"{"children":["#, same(r#"{"a":1}"#), "]}"),
        ),
        (
            "duplicate unknown keys",
            repeated("{", same(r#""a":1"#), "}"),
        ),
        (
            "maps of one record",
            repeated(r#"{"children":["#, same(r#"{"by_name":{"":{}}}"#), "]}"),
        ),
        (
            "a map of records",
            repeated(r#"{"by_name":{"#, |index| number(index) + "{}", "}}"),
        ),
        (
            "duplicate entries",
            repeated(r#"{"by_name":{"#, same(r#""":{}"#), "}}"),
        ),
        (
            "any values",
            repeated(r#"{"everything":{"anything":["#, same("1"), "]}}"),
        ),
        (
            "strings",
            repeated(
                r#"{"everythings":["#,
                same(r#"{"text":"a","id":"b","uid":"c","secret":"d"}"#),
                "]}",
            ),
        ),
        (
            "a string of escapes",
            repeated(
                r#"{"everything":{"text":""#,
                same(r"\n\u0041\ud83d\ude00aaa"),
                r#""}}"#,
            ),
        ),
        (
            "a wrong string of escapes",
            repeated(
                r#"{"everything":{"integer":""#,
                same(r"\u0001\u202e"),
                r#""}}"#,
            ),
        ),
        (
            "a wrong value of any size",
            repeated(r#"{"child":["#, same("1"), "]}"),
        ),
    ]
}

#[test]
fn no_document_takes_more_than_its_budget() {
    let _measuring = measuring();
    for (name, text) in worst_documents() {
        for factor in [1, 8] {
            let limit = factor * text.len();
            let mut budget = MemoryBudget::new(limit);
            let (peak, result) = measure(|| read_all::<Tree>(&text, &mut budget));
            assert!(peak <= limit + SLACK, "{name}: {peak} bytes of {limit}");
            if let Err(error) = result {
                assert_eq!(error.kind(), ReadErrorKind::Size, "{name}: {error}");
            }
        }
    }
}

#[test]
fn documents_whose_values_are_much_larger_are_an_error() {
    let _measuring = measuring();
    for name in [
        "empty records",
        "wrong items",
        "unknown keys in records",
        "maps of one record",
    ] {
        let documents = worst_documents();
        let (_, text) = documents.iter().find(|(other, _)| *other == name).unwrap();
        let mut unlimited = MemoryBudget::new(usize::MAX);
        let (peak, result) = measure(|| read_all::<Tree>(text, &mut unlimited));
        assert!(
            result.is_ok() && peak > 8 * text.len(),
            "{name}: {peak} bytes"
        );
        let mut budget = MemoryBudget::new(8 * text.len());
        let error = read_all::<Tree>(text, &mut budget).unwrap_err();
        assert_eq!(error.kind(), ReadErrorKind::Size, "{name}: {error}");
    }
}

#[test]
fn pages_and_wrapped_values_are_within_their_budget() {
    let _measuring = measuring();
    let shape = |wrapped_in| PageShape {
        key: None,
        wrapped_in,
    };
    let long_key = "k".repeat(SIZE / 4);
    for (name, shape, item, key) in [
        ("empty records", shape(None), "{}", "a"),
        ("wrong items", shape(None), "1", "a"),
        ("wrong items under a long key", shape(None), "1", &*long_key),
        ("missing wrappers", shape(Some("b")), "{}", "a"),
        ("other keys", shape(Some("b")), r#"{"b":{},"c":1}"#, "a"),
        (
            "duplicate wrappers",
            shape(Some("b")),
            r#"{"b":{},"b":1}"#,
            "a",
        ),
    ] {
        let text = repeated(&format!("{{\"{key}\":["), |_| item.to_owned(), "]}");
        let limit = 8 * text.len();
        let mut budget = MemoryBudget::new(limit);
        let (peak, result) = measure(|| {
            let page: Page<Everything> = Page::read_within(&text, &shape, &mut budget)?;
            page.mismatches_within(&mut budget).map(drop)
        });
        let result: Result<(), ReadError> = result;
        assert!(peak <= limit + SLACK, "{name}: {peak} bytes of {limit}");
        assert_eq!(result.unwrap_err().kind(), ReadErrorKind::Size, "{name}");

        let mut budget = MemoryBudget::new(limit);
        let (peak, result) = measure(|| {
            let wrapped = Wrapped::<Vec<Everything>>::read_within(&text, key, &mut budget)?;
            wrapped.mismatches_within(&mut budget).map(drop)
        });
        let result: Result<(), ReadError> = result;
        assert!(peak <= limit + SLACK, "{name}: {peak} bytes of {limit}");
        assert_eq!(result.unwrap_err().kind(), ReadErrorKind::Size, "{name}");
    }
}

#[test]
fn reading_and_reporting_share_a_budget() {
    let _measuring = measuring();
    let text = repeated(r#"{"everythings":["#, |_| "1".to_owned(), "]}");
    let mut budget = MemoryBudget::new(usize::MAX);
    let tree: Tree = from_str_within(&text, &mut budget).unwrap();
    let read = usize::MAX - budget.remaining();
    // Enough to read the record, but not to report its mismatches as well.
    let mut budget = MemoryBudget::new(read + SIZE);
    assert!(from_str_within::<Tree>(&text, &mut budget).is_ok());
    let error = mismatches_within(&tree, &mut budget).unwrap_err();
    assert_eq!(error.kind(), ReadErrorKind::Size);
    assert_eq!(
        error.to_string(),
        format!("decoded size limit of {} bytes exceeded", read + SIZE)
    );
}

#[test]
fn usual_records_take_at_most_eight_times_their_text() {
    let _measuring = measuring();
    // Most fields have a value, one is unknown, and one is mismatched.
    let item = r#"{"text":"Blue Dream","lenient":"12","integer":"many","decimal":12.5,
        "boolean":true,"date":"2026-11-21","instant":"2026-11-21T10:00:00Z","id":"a-1",
        "order_type":"pickup","status":"Pending","uid":"u-1","new_field":"value",
        "records":[{"name":"a","points":3}],"list":[1,2,3],"map":null,"maps":null,"lists":null}"#;
    let text = repeated(r#"{"everythings":["#, |_| item.to_owned(), "]}");
    let mut budget = MemoryBudget::new(8 * text.len());
    let (peak, result) = measure(|| read_all::<Tree>(&text, &mut budget));
    assert!(
        result.is_ok(),
        "{result:?}, {peak} bytes measured, {} of text",
        text.len()
    );
}

#[test]
fn default_budget_is_eight_times_the_document_and_at_least_32_mib() {
    let mib = 1024 * 1024;
    let limit = |bytes| MemoryBudget::for_document(bytes).limit();
    assert_eq!((limit(0), limit(4 * mib)), (32 * mib, 32 * mib));
    assert_eq!(limit(5 * mib), 40 * mib);
    assert_eq!(limit(usize::MAX), usize::MAX);
}
