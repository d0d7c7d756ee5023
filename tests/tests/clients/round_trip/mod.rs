//! Every generated record, read and written again: no value is lost, mismatches are reported,
//! secrets are not printed.
//!
//! The JSON is generated from the types of the OpenAPI documents, in all notations that the crates accept of each, and from the
//! names of the records' own schemas; each value has its expected result.

mod compare;
mod document;
pub(crate) mod records;
mod scalars;
mod strategies;
mod value;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use self::document::{Document, Property};
use self::records::Entry;
use self::strategies::Strategies;
use self::value::Value;
use api_wire::ReadErrorKind;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use serde_json::value::RawValue;

/// A few cases for each record, since there are dozens of records; 1,000 with `LONG_TESTS`.
fn runner(cases: u32) -> TestRunner {
    let is_long = std::env::var_os("LONG_TESTS").is_some();
    TestRunner::new(ProptestConfig {
        cases: if is_long { 1_000 } else { cases },
        failure_persistence: None,
        ..ProptestConfig::default()
    })
}

/// Checks a property of all records of a package.
fn check_all(package: &str, property: impl Fn(&Entry, &Value) -> Result<(), TestCaseError>) {
    for entry in records::ALL.iter().filter(|entry| entry.package == package) {
        let document = Document::describing(package, entry.name);
        let values = Strategies::new(&document, entry.package).record(entry.name, false);
        let result = runner(8).run(&values, |value| property(entry, &value));
        if let Err(error) = result {
            panic!("{package}, {}: {error}", entry.name);
        }
    }
}

/// Values round-trip, mismatches and nothing else are reported, and hidden values are not printed.
fn round_trips(entry: &Entry, sent: &Value) -> Result<(), TestCaseError> {
    let text = sent.json();
    let found = match (entry.round_trip)(&text) {
        Ok(found) => found,
        Err(error) => return Err(TestCaseError::fail(format!("{error} in {text}"))),
    };
    if let Some(difference) = compare::difference(sent, &found.written) {
        return Err(TestCaseError::fail(format!("{difference} in {text}")));
    }
    // Where a null or an empty list is omitted, the next read uses a further value of its key.
    prop_assert!(
        found.is_same_when_reread || sent.repeats_absent_key(),
        "not the same when read again: {}",
        found.written
    );
    prop_assert!(found.is_same_with_serde, "not the same by serde: {}", text);
    let mut pointers: Vec<String> = found
        .mismatches
        .into_iter()
        .map(|mismatch| mismatch.pointer)
        .collect();
    pointers.sort();
    prop_assert_eq!(pointers, sent.mismatches(), "{}", text);
    for planted in scalars::PLANTED {
        prop_assert!(
            !found.printed.contains(planted),
            "{} in {}",
            planted,
            found.printed
        );
    }
    Ok(())
}

#[test]
fn shared_records_round_trip() {
    check_all("pos-model", round_trips);
}

#[test]
fn version_1_records_round_trip() {
    check_all("pos-v1-model", round_trips);
}

#[test]
fn version_2_records_round_trip() {
    check_all("pos-v2-model", round_trips);
}

#[test]
fn version_3_records_round_trip() {
    check_all("pos-v3-model", round_trips);
}

#[test]
fn records_of_other_packages_round_trip() {
    let tested = ["pos-model", "pos-v1-model", "pos-v2-model", "pos-v3-model"];
    let packages: BTreeSet<&str> = records::ALL.iter().map(|entry| entry.package).collect();
    for package in packages
        .into_iter()
        .filter(|package| !tested.contains(package))
    {
        check_all(package, round_trips);
    }
}

#[test]
fn reading_a_record_never_panics() {
    let odd = "[\\[\\]{}:,\"\\\\0-9eE.+\\-tfnul \n\u{1}é]{0,3}";
    for entry in records::ALL {
        let document = Document::describing(entry.package, entry.name);
        let values = Strategies::new(&document, entry.package).record(entry.name, false);
        let edits = proptest::collection::vec((any::<Index>(), 0_usize..3, odd), 1..4);
        let result = runner(4).run(&(values, edits), |(value, edits)| {
            let mut text: Vec<char> = value.json().chars().collect();
            for (index, removed, added) in edits {
                let start = index.index(text.len() + 1);
                let end = (start + removed).min(text.len());
                text.splice(start..end, added.chars());
            }
            let text: String = text.into_iter().collect();
            if let Ok(found) = (entry.round_trip)(&text) {
                prop_assert!(
                    serde_json::from_str::<&RawValue>(&found.written).is_ok(),
                    "{}",
                    text
                );
            }
            Ok(())
        });
        if let Err(error) = result {
            panic!("{}, {}: {error}", entry.package, entry.name);
        }
    }
}

/// A document with one member, in the envelope that the record needs.
fn with_member(properties: &[Property<'_>], key: &str, json: &str) -> String {
    let mut members = vec![format!("{}: {json}", value::quoted(key))];
    for property in properties
        .iter()
        .filter(|property| property.is_wrapper && property.key != key)
    {
        let empty = if matches!(property.kind, document::Kind::List(_)) {
            "[]"
        } else {
            "{}"
        };
        members.push(format!("{}: {empty}", value::quoted(property.key)));
    }
    format!("{{{}}}", members.join(", "))
}

#[test]
fn only_malformed_amounts_and_envelopes_are_errors() {
    for entry in records::ALL {
        let document = Document::describing(entry.package, entry.name);
        let properties = document.properties((entry.schema)());
        for property in &properties {
            // No field has this shape, and those of any shape have no mismatch.
            let text = with_member(&properties, property.key, "[[[\"x\"]], [[true]]]");
            let kind = (entry.round_trip)(&text).err().map(|error| error.kind());
            let expected = match (property.is_strict, property.is_wrapper) {
                (true, _) => Some(ReadErrorKind::Strict),
                (_, true) if !matches!(property.kind, document::Kind::List(_)) => {
                    Some(ReadErrorKind::Wrapper)
                }
                _ => None,
            };
            assert_eq!(
                kind, expected,
                "{} of {}, {}",
                property.key, entry.name, entry.package
            );
        }
    }
}

#[test]
fn missing_envelope_is_an_error() {
    for entry in records::ALL {
        let document = Document::describing(entry.package, entry.name);
        let has_envelope = document
            .properties((entry.schema)())
            .iter()
            .any(|property| property.is_wrapper);
        let kind = (entry.round_trip)("{}").err().map(|error| error.kind());
        assert_eq!(
            kind,
            has_envelope.then_some(ReadErrorKind::Wrapper),
            "{}",
            entry.name
        );
    }
}

#[test]
fn records_and_documents_have_the_same_fields_and_marks() {
    for entry in records::ALL {
        let document = Document::describing(entry.package, entry.name);
        let schema = (entry.schema)();
        let described = document.properties(schema);
        let mut described = described.iter();
        for field in schema.fields() {
            let property = described.find(|property| property.key == field.wire_name());
            let property = property.expect("a property");
            assert_eq!(
                (property.is_hidden, property.is_strict, property.is_wrapper),
                (field.is_sensitive(), field.is_strict(), field.is_envelope()),
                "{} of {}, {}",
                property.key,
                entry.name,
                entry.package
            );
        }
        // A record that is a part of a page has no schema of its own.
        if let Some(count) = document.count(entry.name) {
            assert_eq!(count, schema.fields().len(), "{}", entry.name);
        }
    }
}

#[test]
fn every_generated_record_is_listed() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut declared = BTreeSet::new();
    for package in fs::read_dir(crates).expect("the crates") {
        let package = package.expect("a crate");
        let name = package.file_name().into_string().expect("a name");
        if !name.ends_with("-model") {
            continue;
        }
        for file in fs::read_dir(package.path().join("src")).expect("a folder of sources") {
            let text = fs::read_to_string(file.expect("a file").path()).expect("a source");
            for rest in text.split("record! {").skip(1) {
                let (_, rest) = rest.split_once("pub struct ").expect("a struct");
                let record = rest.split_whitespace().next().expect("a name");
                declared.insert((name.clone(), record.to_owned()));
            }
        }
    }
    let listed: BTreeSet<_> = records::ALL
        .iter()
        .map(|entry| (entry.package.to_owned(), entry.name.to_owned()))
        .collect();
    assert_eq!(listed, declared);
    assert_eq!(records::ALL.len(), listed.len(), "a record is listed twice");
}
