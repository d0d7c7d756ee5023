//! Every generated record, read and written again: no value is lost, mismatches are reported,
//! secrets are not printed.
//!
//! The JSON is generated from the types of the OpenAPI documents, in all notations that the crates accept of each, and from the
//! names of the records' own schemas; each value has its expected result.

mod document;
pub(crate) mod records;
mod scalars;
mod value;
mod values;

use std::collections::BTreeSet;

use self::document::{Document, Property};
use self::records::Entry;
use self::value::Value;
use self::values::Values;
use api_wire::ReadErrorKind;
use fastrand::Rng;
use test_support::json::{Tree, changes};

/// How often this few cases are tried, since there are dozens of records; 1,000 with `LONG_TESTS`.
fn cases(few: usize) -> usize {
    match std::env::var_os("LONG_TESTS") {
        Some(_) => 1_000,
        None => few,
    }
}

/// Random values of a record, each with its JSON text.
fn values(entry: &Entry, count: usize) -> Vec<(Value, String)> {
    let document = Document::describing(entry.package, entry.name);
    let mut values = Values {
        document: &document,
        package: entry.package,
        rng: Rng::new(),
    };
    let values = (0..count).map(|_| {
        let value = values.record(entry.name, false);
        let text = value.json();
        (value, text)
    });
    values.collect()
}

/// Checks all records of a package.
fn check_all(package: &str) {
    for entry in records::ALL.iter().filter(|entry| entry.package == package) {
        for (value, text) in values(entry, cases(8)) {
            if let Err(error) = round_trips(entry, &value, &text) {
                panic!("{package}, {}: {error} in {text}", entry.name);
            }
        }
    }
}

/// Values round-trip, mismatches and nothing else are reported, and hidden values are not printed.
fn round_trips(entry: &Entry, sent: &Value, text: &str) -> Result<(), String> {
    let found = entry.round_trip(text).map_err(|error| error.to_string())?;
    let ensure = |is_so: bool, why: &dyn Fn() -> String| match is_so {
        true => Ok(()),
        false => Err(why()),
    };
    let changes = changes(&sent.normalized(), &Tree::read(&found.written)?);
    ensure(changes.is_empty(), &|| format!("{changes:?}"))?;
    for verbatim in sent.verbatim_texts() {
        let is_kept = found.written.contains(verbatim);
        ensure(is_kept, &|| format!("no {verbatim} in {}", found.written))?;
    }
    // Where a null or an empty list is omitted, the next read uses a further value of its key.
    let is_same = found.is_same_when_reread || sent.repeats_absent_key();
    ensure(is_same, &|| format!("another record in {}", found.written))?;
    ensure(found.is_same_with_serde, &|| {
        "not the same by serde".to_owned()
    })?;
    let pointers = found
        .mismatches
        .iter()
        .map(|mismatch| mismatch.pointer.clone());
    let mut pointers: Vec<String> = pointers.collect();
    pointers.sort();
    ensure(pointers == sent.mismatches(), &|| {
        format!("mismatches {pointers:?}, expected {:?}", sent.mismatches())
    })?;
    let is_shown = |planted: &&str| found.printed.contains(planted);
    let shown = scalars::PLANTED.iter().copied().find(is_shown);
    ensure(shown.is_none(), &|| {
        format!("{shown:?} in {}", found.printed)
    })
}

#[test]
fn shared_records_round_trip() {
    check_all("pos-model");
}

#[test]
fn version_1_records_round_trip() {
    check_all("pos-v1-model");
}

#[test]
fn version_2_records_round_trip() {
    check_all("pos-v2-model");
}

#[test]
fn version_3_records_round_trip() {
    check_all("pos-v3-model");
}

#[test]
fn records_of_other_packages_round_trip() {
    let tested = ["pos-model", "pos-v1-model", "pos-v2-model", "pos-v3-model"];
    let packages: BTreeSet<&str> = records::ALL.iter().map(|entry| entry.package).collect();
    for package in packages
        .into_iter()
        .filter(|package| !tested.contains(package))
    {
        check_all(package);
    }
}

#[test]
fn reading_a_record_never_panics() {
    let odd: Vec<char> = "[]{}:,\"\\019eE.+-tfnul \n\u{1}é".chars().collect();
    let mut rng = Rng::new();
    for entry in records::ALL {
        for (_, text) in values(entry, cases(4)) {
            let mut text: Vec<char> = text.chars().collect();
            for _ in 0..rng.usize(1..4) {
                let start = rng.usize(..=text.len());
                let end = (start + rng.usize(..3)).min(text.len());
                let added = (0..rng.usize(..=3)).map(|_| odd[rng.usize(..odd.len())]);
                let added: Vec<char> = added.collect();
                text.splice(start..end, added);
            }
            let text: String = text.into_iter().collect();
            if let Ok(found) = entry.round_trip(&text) {
                assert!(Tree::read(&found.written).is_ok(), "{text}");
            }
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
            let kind = entry.round_trip(&text).err().map(|error| error.kind());
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
        let kind = entry.round_trip("{}").err().map(|error| error.kind());
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
