//! Single values, compared with other parsers of the same text.

use api_wire::{
    Date, Decimal, Id, Json, LocalDateTime, NoMetadata, Timestamp, from_str, mismatches,
};
use bigdecimal::BigDecimal;
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, TimeZone};

use crate::normalize::{big_decimal, integer};
use crate::printed;

/// A field of each kind.
#[derive(Clone, Default, PartialEq)]
pub struct Scalars {
    integer: Option<i64>,
    decimal: Option<Decimal>,
    boolean: Option<bool>,
    text: Option<String>,
    lenient: Option<String>,
    date: Option<Date>,
    month_first: Option<Date>,
    timestamp: Option<Timestamp>,
    local: Option<LocalDateTime>,
    id: Option<Id>,
    json: Option<Json>,
    extra: api_wire::Extra,
}

api_wire::record! {
    Scalars {
        integer: "integer",
        decimal: "decimal",
        boolean: "boolean",
        text: "text",
        lenient: "lenient" string_or_number,
        date: "date",
        month_first: "month_first" also_us_date,
        timestamp: "timestamp",
        local: "local",
        id: "id",
        json: "json",
    }
}

const KEYS: [&str; 11] = [
    "integer",
    "decimal",
    "boolean",
    "text",
    "lenient",
    "date",
    "month_first",
    "timestamp",
    "local",
    "id",
    "json",
];

/// Reads the text as a JSON value and as a JSON text, as each of the kinds.
pub fn holds(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    agrees_with_serde_json(text);
    // serde_json parses one value from the text, without the whitespace around it.
    if serde_json::from_str::<serde_json::Value>(text).is_ok() && text.trim() == text {
        value(text);
    }
    value(&serde_json::to_string(text).expect("a string has a JSON form"));
}

/// A text is a document if and only if it is one for serde_json.
fn agrees_with_serde_json(text: &str) {
    let wrapped = format!("{{\"a\":{text}}}");
    let ours = from_str::<NoMetadata>(&wrapped);
    let theirs = serde_json::from_str::<serde_json::Map<_, _>>(&wrapped);
    match (&ours, theirs) {
        (Err(error), theirs) => {
            printed::is_harmless(error);
            assert!(theirs.is_err(), "{error}: {wrapped}");
        }
        (Ok(_), Err(error)) => panic!("{error}: {wrapped}"),
        (Ok(_), Ok(_)) => {}
    }
}

fn value(json: &str) {
    let members: Vec<String> = KEYS.iter().map(|key| format!("\"{key}\":{json}")).collect();
    let document = format!("{{{}}}", members.join(","));
    let Ok(read) = from_str::<Scalars>(&document) else {
        // The document is no deeper or larger than the one of `agrees_with_serde_json`.
        panic!("not read: {document}");
    };
    mismatches(&read).iter().for_each(printed::is_harmless);

    let expected: serde_json::Value = serde_json::from_str(json).expect("a value");
    let inner = expected.as_str();
    let number = inner.unwrap_or(json);
    assert_eq!(read.integer, integer(number), "{json}");
    is_exact(read.decimal, number);
    assert_eq!(read.text.as_deref(), inner, "{json}");
    let flag = match inner.unwrap_or(json) {
        "1" | "true" => Some(true),
        "0" | "false" => Some(false),
        _ => None,
    };
    assert_eq!(read.boolean, flag, "{json}");
    let is_scalar = !(expected.is_null() || expected.is_array() || expected.is_object());
    assert_eq!(
        read.lenient.as_deref(),
        is_scalar.then_some(number),
        "{json}"
    );
    assert_eq!(read.json.is_none(), expected.is_null(), "{json}");
    assert_eq!(
        read.id.is_some(),
        inner.is_some() || (expected.is_number() && integer(number).is_some()),
        "{json}"
    );
    let day = inner.and_then(date);
    assert_eq!(read.date.map(|date| date.to_string()), day, "{json}");
    let month_first = inner.and_then(|text| day.clone().or_else(|| month_first_date(text)));
    assert_eq!(
        read.month_first.map(|date| date.to_string()),
        month_first,
        "{json}"
    );
    let inner = inner.unwrap_or_default();
    if let Some(instant) = read.timestamp {
        // It reads other forms than those of RFC 3339, too.
        let other: DateTime<FixedOffset> = inner.parse().expect("an instant for chrono too");
        assert_eq!(instant.as_nanosecond(), nanoseconds(&other), "{json}");
    } else if let Ok(other) = DateTime::parse_from_rfc3339(inner) {
        // Only leap seconds, digits beyond nanoseconds and times out of range are mismatches.
        let is_leap = inner.get(17..19) == Some("60");
        let is_fine = inner.get(19..).is_some_and(|rest| {
            rest.bytes()
                .take_while(|byte| byte.is_ascii_digit() || *byte == b'.')
                .count()
                > 10
        });
        let is_last = other.timestamp() > Timestamp::MAX.as_second();
        assert!(is_leap || is_fine || is_last || !inner.is_ascii(), "{json}");
    }
    if let Some(local) = read.local {
        let other = inner.replacen(['t', ' '], "T", 1);
        let other = NaiveDateTime::parse_from_str(&other, "%Y-%m-%dT%H:%M:%S%.f");
        let other = other.expect("a time for chrono too").and_utc();
        let utc = api_wire::jiff::tz::TimeZone::UTC;
        let ours = local.to_zoned(utc).expect("a time in UTC").timestamp();
        assert_eq!(ours.as_nanosecond(), nanoseconds(&other), "{json}");
    }
}

fn nanoseconds<Z: TimeZone>(time: &DateTime<Z>) -> i128 {
    i128::from(time.timestamp()) * 1_000_000_000 + i128::from(time.timestamp_subsec_nanos())
}

/// A decimal is the exact number, and present if its digits fit in 96 bits and 28 places.
fn is_exact(decimal: Option<Decimal>, text: &str) {
    let Some(number) = big_decimal(text) else {
        return assert_eq!(decimal, None, "{text}");
    };
    let (digits, scale) = number.clone().into_bigint_and_exponent();
    let has_room = if digits.to_string() == "0" {
        true
    } else if !(-28..=28).contains(&scale) {
        false
    } else {
        let integer = format!(
            "{digits}{}",
            "0".repeat(
                scale
                    .checked_neg()
                    .and_then(|zeros| usize::try_from(zeros).ok())
                    .unwrap_or(0)
            )
        );
        let integer: BigDecimal = integer.parse().expect("digits");
        integer.abs() < 1_u128 << 96
    };
    assert_eq!(decimal.is_some(), has_room, "{text} is read as {decimal:?}");
    if let Some(decimal) = decimal {
        assert_eq!(big_decimal(&decimal.to_string()), Some(number), "{text}");
    }
}

/// `2026-11-21`
fn date(text: &str) -> Option<String> {
    let has_form = text.len() == 10
        && text.bytes().enumerate().all(|(index, byte)| match index {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    has_form.then_some(())?;
    Some(
        NaiveDate::parse_from_str(text, "%Y-%m-%d")
            .ok()?
            .to_string(),
    )
}

/// `11/21/2026`
fn month_first_date(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split('/').collect();
    match parts[..] {
        [month, day, year] => date(&format!("{year}-{month}-{day}")),
        _ => None,
    }
}
