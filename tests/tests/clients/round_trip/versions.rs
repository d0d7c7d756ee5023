//! Conversions between versions: a value is the value that is converted back, and what was lost.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use api_wire::{Cursor, Json, Kind, ReadError, Record, from_str, to_string};
use pos_versions::{Converted, IntoV1, IntoV2, IntoV3, Lost};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::document::Document;
use super::scalars;
use super::strategies::Strategies;
use super::value::Value;

/// A record that is converted into another version and back.
struct Conversion {
    package: &'static str,
    name: &'static str,
    other: &'static str,
    convert: fn(&str) -> Result<Outcome, ReadError>,
}

/// The result of a conversion and its reverse.
struct Outcome {
    original: String,
    back: String,
    lost: Vec<Lost>,
    lost_back: Vec<Lost>,
    /// All debug output.
    printed: String,
    /// The names of each field, which differ if it has aliases.
    aliases: BTreeMap<&'static str, &'static str>,
}

type Forth<A, B> = fn(A) -> Result<Converted<B>, ReadError>;

fn outcome<A, B>(text: &str, forth: Forth<A, B>, back: Forth<B, A>) -> Result<Outcome, ReadError>
where
    A: Record + Debug,
    B: Record + Debug,
{
    let mut record: A = from_str(text)?;
    let mut original = to_string(&record);
    // Where a null or an empty list is omitted, the next read uses a further value of its key.
    loop {
        record = from_str(&original)?;
        let written = to_string(&record);
        if written == original {
            break;
        }
        original = written;
    }
    let fields = [record.schema(), B::default().schema()].map(|schema| schema.fields());
    let fields = fields.into_iter().flatten();
    let aliases = fields.flat_map(|field| {
        let names = field.wire_names().iter();
        names.map(|name| (*name, field.wire_name()))
    });
    let aliases = aliases.collect();
    let converted = forth(record)?;
    let mut printed = format!("{converted:?} {converted:#?}");
    let reversed = back(converted.value)?;
    printed.push_str(&format!("{reversed:?}"));
    Ok(Outcome {
        original,
        back: to_string(&reversed.value),
        lost: converted.lost,
        lost_back: reversed.lost,
        printed,
        aliases,
    })
}

macro_rules! conversions {
    ($($old:ident::$old_name:ident $forth:ident $new:ident::$new_name:ident $back:ident)*) => {
        const CONVERSIONS: &[Conversion] = &[$(
            Conversion {
                package: package(stringify!($old)),
                name: stringify!($old_name),
                other: stringify!($new_name),
                convert: |text| {
                    outcome::<$old::$old_name, $new::$new_name>(text, |a| a.$forth(), |b| b.$back())
                },
            },
            Conversion {
                package: package(stringify!($new)),
                name: stringify!($new_name),
                other: stringify!($old_name),
                convert: |text| {
                    outcome::<$new::$new_name, $old::$old_name>(text, |a| a.$back(), |b| b.$forth())
                },
            },
        )*];
    };
}

conversions! {
    pos_v1_model::Coupon into_v2 pos_v2_model::Coupon into_v1
    pos_v1_model::Customer into_v2 pos_v2_model::Customer into_v1
    pos_v1_model::Inventory into_v2 pos_v2_model::Inventory into_v1
    pos_v1_model::ManifestItem into_v2 pos_v2_model::ManifestItem into_v1
    pos_v1_model::SalesHistory into_v2 pos_v2_model::SalesHistory into_v1
    pos_v1_model::TicketItem into_v2 pos_v2_model::SaleItem into_v1
    pos_v1_model::AppliedDiscount into_v2 pos_v2_model::AppliedDiscount into_v1
    pos_v1_model::VenueInfoWithCode into_v2 pos_model::VenueInfo into_v1
    pos_v1_model::IncomingOrderDetailsResponse into_v3 pos_model::IncomingOrderResponse into_v1
    pos_v1_model::IncomingOrderDetails into_v3 pos_model::IncomingOrder into_v1
    pos_v1_model::QuoteDetailsResponse into_v3 pos_model::QuoteResponse into_v1
    pos_v1_model::QuoteDetails into_v3 pos_model::Quote into_v1
    pos_v1_model::IncomingQuoteByIdResponse into_v3 pos_model::QuoteResponse into_v1
    pos_v1_model::IncomingQuoteById into_v3 pos_model::Quote into_v1
}

const fn package(krate: &str) -> &'static str {
    match krate.as_bytes() {
        b"pos_v1_model" => "pos-v1-model",
        b"pos_v2_model" => "pos-v2-model",
        _ => "pos-model",
    }
}

/// Some values of each record: `VALUES` sets how many; with `LONG_TESTS`, as in `.ci/run`, more.
fn runner() -> TestRunner {
    let values = std::env::var("VALUES").map(|values| values.parse().expect("a number"));
    let cases = match std::env::var_os("LONG_TESTS") {
        Some(_) => values.unwrap_or(300),
        None => values.unwrap_or(16),
    };
    TestRunner::new(ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    })
}

fn check(conversions: impl Iterator<Item = &'static Conversion>) {
    for conversion in conversions {
        let Conversion {
            package,
            name,
            other,
            ..
        } = conversion;
        let document = Document::describing(package, name);
        let values = Strategies::new(&document, package).record(name, false);
        let result = runner().run(&values, |value| converts_back(conversion, &value));
        if let Err(error) = result {
            panic!("{package}, {name} to {other}: {error}");
        }
    }
}

/// Without what was lost, the value and the one that is converted back are the same.
fn converts_back(conversion: &Conversion, value: &Value) -> Result<(), TestCaseError> {
    let text = value.json();
    let fail = |reason: String| TestCaseError::fail(format!("{reason} in {text}"));
    let found = (conversion.convert)(&text).map_err(|error| fail(error.to_string()))?;
    if let Some(lost) = found.lost_back.first() {
        return Err(fail(format!("lost {} on the way back", lost.pointer)));
    }
    let lost: BTreeSet<String> = found
        .lost
        .iter()
        .map(|lost| canonical(&lost.pointer, &found))
        .collect();
    let (original, removed) = without(&found.original, &lost, &found);
    let (back, _) = without(&found.back, &lost, &found);
    prop_assert_eq!(
        &original,
        &back,
        "{:?} {}",
        original.as_str(),
        back.as_str()
    );
    for lost in &found.lost {
        let pointer = canonical(&lost.pointer, &found);
        let is_listed = removed.contains(&(pointer, lost.value.as_str().to_owned()));
        prop_assert!(is_listed, "{} has another value", lost.pointer);
        prop_assert!(!lost.reason.is_empty());
    }
    // A further value of a key is planted as an unknown one, but may be the one that is read.
    for planted in scalars::PLANTED
        .iter()
        .filter(|_| !value.repeats_absent_key())
    {
        let is_printed = found.printed.contains(planted);
        prop_assert!(!is_printed, "{} in {}", planted, found.printed);
    }
    Ok(())
}

/// A pointer with the first name of a field instead of an alias.
fn canonical(pointer: &str, found: &Outcome) -> String {
    let mut segments: Vec<&str> = pointer.split('/').collect();
    if let Some(first) = segments.get_mut(1) {
        *first = found.aliases.get(first).copied().unwrap_or(first);
    }
    segments.join("/")
}

/// The text without the members at these pointers, and those members.
fn without(
    text: &str,
    pointers: &BTreeSet<String>,
    found: &Outcome,
) -> (Json, BTreeSet<(String, String)>) {
    let mut removed = BTreeSet::new();
    let mut out = String::new();
    strip(
        &mut Cursor::new(text),
        "",
        &mut out,
        &mut |pointer, key, raw| {
            let pointer = canonical(pointer, found);
            let key = match pointer.matches('/').count() {
                1 => found.aliases.get(key).copied().unwrap_or(key).to_owned(),
                _ => key.to_owned(),
            };
            let is_kept = !pointers.contains(&pointer);
            if !is_kept {
                removed.insert((pointer, raw.to_owned()));
            }
            is_kept.then_some(key)
        },
    )
    .unwrap();
    (out.parse().unwrap(), removed)
}

/// Writes a value with the members for which `keep` returns a name.
fn strip(
    cursor: &mut Cursor<'_>,
    pointer: &str,
    out: &mut String,
    keep: &mut dyn FnMut(&str, &str, &str) -> Option<String>,
) -> Result<(), ReadError> {
    let (mut first, mut is_first) = (true, true);
    match cursor.kind()? {
        Kind::Object => {
            out.push('{');
            cursor.enter()?;
            while cursor.next_member(&mut first)? {
                let key = cursor.string()?.into_owned();
                cursor.expect_colon()?;
                let raw = cursor.skip_value()?;
                let segment = key.replace('~', "~0").replace('/', "~1");
                let inner = format!("{pointer}/{segment}");
                if let Some(name) = keep(&inner, &key, raw) {
                    if !std::mem::take(&mut is_first) {
                        out.push(',');
                    }
                    out.push_str(&serde_json::to_string(&name).unwrap());
                    out.push(':');
                    strip(&mut Cursor::new(raw), &inner, out, keep)?;
                }
            }
            out.push('}');
        }
        Kind::Array => {
            out.push('[');
            cursor.enter()?;
            let mut index = 0;
            while cursor.next_item(&mut first)? {
                if index > 0 {
                    out.push(',');
                }
                strip(cursor, &format!("{pointer}/{index}"), out, keep)?;
                index += 1;
            }
            out.push(']');
        }
        _ => out.push_str(cursor.skip_value()?),
    }
    Ok(())
}

#[test]
fn records_of_version_1_convert_into_version_2_and_back() {
    let of_version_2 = |other: &&Conversion| !is_order_or_quote(other);
    check(CONVERSIONS.iter().filter(of_version_2));
}

#[test]
fn orders_and_quotes_of_version_1_convert_into_version_3_and_back() {
    check(
        CONVERSIONS
            .iter()
            .filter(|conversion| is_order_or_quote(conversion)),
    );
}

fn is_order_or_quote(conversion: &Conversion) -> bool {
    ["Order", "Quote"]
        .iter()
        .any(|word| conversion.name.contains(word))
}

/// Names of one version among the unknown fields of the other.
#[test]
fn unknown_field_with_the_name_of_another_field_is_lost() {
    let customer: pos_v1_model::Customer =
        from_str(r#"{"customerId":7,"id":8,"middle_name":"King","unknown":[1.50]}"#).unwrap();
    let converted: Converted<pos_v2_model::Customer> = customer.into_v2().unwrap();
    assert_eq!(converted.value.id, Some(7));
    assert_eq!(converted.value.middle_name.as_deref(), Some("King"));
    assert_eq!(
        to_string(&converted.value),
        r#"{"id":7,"middle_name":"King","unknown":[1.50]}"#
    );
    let lost: Vec<(&str, &str)> = pairs(&converted.lost);
    assert_eq!(lost, [("/id", "8")]);
    assert!(converted.into_lossless().is_err());
}

#[test]
fn nested_records_convert_and_list_what_is_lost_by_pointer() {
    let sale: pos_v2_model::SalesHistory = from_str(
        r#"{"id":3,"items":["x",{"item_id":4,"lot_number":"L1","discount_list":[{"coupon_id":"many"}]}]}"#,
    )
    .unwrap();
    let converted: Converted<pos_v1_model::SalesHistory> = sale.into_v1().unwrap();
    // Elements and values of another type stay where they are.
    assert_eq!(
        to_string(&converted.value),
        r#"{"ticketId":3,"items":["x",{"ticketItemId":4,"discountList":[{"couponId":"many"}]}]}"#
    );
    assert_eq!(pairs(&converted.lost), [("/items/1/lot_number", "\"L1\"")]);
    assert!(!format!("{:?}", converted.lost).contains("L1"));
}

#[test]
fn value_that_another_type_reads_differently_is_lost() {
    // A documented string accepts no number, an inferred one does.
    let order: pos_v1_model::IncomingOrderDetails = from_str(r#"{"reference_no":12.50}"#).unwrap();
    let converted: Converted<pos_model::IncomingOrder> = order.into_v3().unwrap();
    assert_eq!(converted.value.reference_no.as_deref(), Some("12.50"));
    assert_eq!(pairs(&converted.lost), [("/reference_no", "12.50")]);
}

fn pairs(lost: &[Lost]) -> Vec<(&str, &str)> {
    let pairs = lost.iter();
    pairs
        .map(|lost| (lost.pointer.as_str(), lost.value.as_str()))
        .collect()
}
