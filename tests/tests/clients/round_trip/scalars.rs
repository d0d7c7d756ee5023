//! Random texts, the other scalars in a few notations each, and mismatches. `api-wire` tests all notations.

use std::fmt::Write;

use proptest::prelude::*;
use proptest::sample::select;

use super::document::Kind;
use super::value::{Normalized, Value, quoted};

/// The texts planted in values that must never be shown. Nothing else contains any of these.
pub(crate) const PLANTED: &[&str] = &["PLANTED", "735713571357", "1907-", "/1907"];

fn scalar(json: impl Into<String>, normalized: Normalized) -> Value {
    Value::Scalar {
        json: json.into(),
        normalized,
    }
}

/// Notations in JSON, and the text of each value.
type Table = &'static [(&'static str, &'static str)];

fn any_of(table: Table, normalized: fn(String) -> Normalized) -> BoxedStrategy<Value> {
    select(table)
        .prop_map(move |(json, plain)| scalar(json, normalized(plain.to_owned())))
        .boxed()
}

/// Values of the wrong shape; a list is none of a text that may be any scalar, but of all others.
pub(crate) fn wrong(kind: &Kind<'_>, is_hidden: bool, is_lenient: bool) -> BoxedStrategy<Value> {
    let texts: &[&str] = match (kind, is_hidden) {
        (Kind::Text, true) if is_lenient => &["[\"PLANTED\"]", "{\"a\" : \"PLANTED\"}"],
        (Kind::Text, false) if is_lenient => &["[ ]", "[\"a\" , 1]", "{\"a\":1}"],
        (Kind::Text | Kind::Enum(_), true) => &["735713571357", "[ \"PLANTED\" ]", "true"],
        (Kind::Text | Kind::Enum(_), false) => &["3", "12.50", "true", "[]", "{ }"],
        (Kind::Integer, true) => &["735713571357.5", "\"PLANTED\"", "[735713571357]"],
        (Kind::Integer, false) => &["12.5", "1e400", "9223372036854775808", "\" 3\"", "{ }"],
        (Kind::Decimal, true) => &["735713571357735713571357735713571357", "\"PLANTED\""],
        (Kind::Decimal, false) => &[
            "1e400",
            "0.12345678901234567890123456789",
            "\"1,5\"",
            "[1.5]",
        ],
        (Kind::Boolean, _) => &["2", "0.5", "\"yes\"", "[true]"],
        (Kind::Date { .. }, true) => &["\"1907-02-30\"", "\"PLANTED\"", "735713571357"],
        (Kind::Date { .. }, false) => &["\"2026-02-30\"", "\"21/11/2026\"", "20261121", "[]"],
        (Kind::Instant, _) => &[
            "\"2026-11-21T10:00:00\"",
            "\"2026-11-21\"",
            "1795255200",
            "{}",
        ],
        (Kind::Local, _) => &["\"2026-11-21T10:00:00Z\"", "\"2026-11-21\"", "10", "[]"],
        (Kind::Id, _) => &["1.5", "9223372036854775808", "true", "[1]"],
        // Any JSON fits.
        (Kind::Json, _) => return json().prop_map(Value::verbatim).boxed(),
        (Kind::Record(_) | Kind::Map(_), _) => &["[{ }]", "[]", "\"\"", "0", "true"],
        (Kind::List(_), _) => &["{\"0\": 1}", "{}", "\"\"", "0", "false"],
    };
    select(texts.to_vec()).prop_map(Value::mismatched).boxed()
}

/// A text, some of which need escapes, and some of which are longer than any maximum.
fn text(is_hidden: bool) -> BoxedStrategy<String> {
    let texts = prop_oneof![
        8 => "[ -~]{0,12}",
        2 => "[é😀\u{0}-\u{1f}\"\\\\\u{7f}\u{2028}/]{1,6}",
        1 => "[a-z]{300,400}",
        1 => select(&["", "0", "1.50", "true", "null", "2026-11-21", "[]"][..]).prop_map(str::to_owned),
    ];
    match is_hidden {
        true => texts.prop_map(|text| format!("PLANTED{text}")).boxed(),
        false => texts.boxed(),
    }
}

/// The JSON notations of a text: as it is, or with every character escaped.
fn escaped(text: &str, is_escaped: bool) -> String {
    if !is_escaped {
        return quoted(text);
    }
    let mut json = "\"".to_owned();
    for unit in text.encode_utf16() {
        // Writing to a string cannot fail.
        let _ = write!(json, "\\u{unit:04X}");
    }
    json + "\""
}

pub(crate) fn texts(is_hidden: bool, is_lenient: bool) -> BoxedStrategy<Value> {
    let texts = (text(is_hidden), any::<bool>())
        .prop_map(|(text, is_escaped)| scalar(escaped(&text, is_escaped), Normalized::Text(text)));
    if !is_lenient {
        return texts.boxed();
    }
    let others = match is_hidden {
        true => &["735713571357", "-735713571357.50", "735713571357e99"][..],
        false => &[
            "0",
            "12.50",
            "-3",
            "1e400",
            "0.10000000000000000001",
            "true",
            "false",
        ][..],
    };
    let others = select(others).prop_map(|json| scalar(json, Normalized::Text(json.to_owned())));
    prop_oneof![3 => texts, 1 => others].boxed()
}

/// A value of an open enum: a known one in any case, or an unknown one.
pub(crate) fn enum_values(known: Vec<String>) -> BoxedStrategy<Value> {
    let known = (select(known), 0..4).prop_map(|(value, case)| match case {
        0 => value.to_uppercase(),
        1 => value.to_lowercase(),
        _ => value,
    });
    prop_oneof![3 => known, 1 => text(false)]
        .prop_map(|text| scalar(quoted(&text), Normalized::Text(text)))
        .boxed()
}

pub(crate) fn integers(is_hidden: bool) -> BoxedStrategy<Value> {
    let table: Table = match is_hidden {
        true => &[
            ("735713571357", "735713571357"),
            ("\"-735713571357\"", "-735713571357"),
            ("735713571357.0", "735713571357"),
        ],
        false => &[
            ("0", "0"),
            ("-0", "0"),
            ("12", "12"),
            ("\"-7\"", "-7"),
            ("2.0", "2"),
            ("\"3.00\"", "3"),
            ("40e0", "40"),
            ("4E+2", "400"),
            ("9007199254740993", "9007199254740993"),
            ("9223372036854775807", "9223372036854775807"),
            ("-9223372036854775808", "-9223372036854775808"),
        ],
    };
    any_of(table, Normalized::Number)
}

pub(crate) fn decimals(is_hidden: bool) -> BoxedStrategy<Value> {
    let table: Table = match is_hidden {
        true => &[
            ("735713571357", "735713571357"),
            ("\"-735713571357.5\"", "-735713571357.5"),
        ],
        false => &[
            ("0", "0"),
            ("12.50", "12.50"),
            ("\"-3.5\"", "-3.5"),
            ("125e-1", "12.5"),
            ("\"5E-3\"", "0.005"),
            ("1.50000000000000000000000000000000000000000", "1.5"),
            (
                "0.0000000000000000000000000001",
                "0.0000000000000000000000000001",
            ),
            (
                "9999999999999999999999999999",
                "9999999999999999999999999999",
            ),
        ],
    };
    any_of(table, Normalized::Number)
}

pub(crate) fn booleans() -> BoxedStrategy<Value> {
    let truths = select(&["true", "1", "\"1\"", "\"true\""][..]);
    let truths = truths.prop_map(|json| scalar(json, Normalized::Boolean(true)));
    let others = select(&["false", "0", "\"0\"", "\"false\""][..]);
    let others = others.prop_map(|json| scalar(json, Normalized::Boolean(false)));
    prop_oneof![truths, others].boxed()
}

/// Hidden ones are all of one year.
pub(crate) fn dates(is_hidden: bool, accepts_us_dates: bool) -> BoxedStrategy<Value> {
    let table: Table = match (is_hidden, accepts_us_dates) {
        (true, false) => &[("\"1907-11-23\"", "1907-11-23")],
        (true, true) => &[
            ("\"1907-11-23\"", "1907-11-23"),
            ("\"11/23/1907\"", "1907-11-23"),
        ],
        (false, false) => &[
            ("\"2028-02-29\"", "2028-02-29"),
            ("\"1999-12-31\"", "1999-12-31"),
        ],
        (false, true) => &[
            ("\"1999-12-31\"", "1999-12-31"),
            ("\"02/29/2028\"", "2028-02-29"),
        ],
    };
    any_of(table, Normalized::Text)
}

/// An instant with any offset; it is written in UTC, with milliseconds at least, and with as many digits as needed, in
/// steps of three.
pub(crate) fn instants() -> BoxedStrategy<Value> {
    let table: Table = &[
        ("\"1969-12-31T23:59:59Z\"", "1969-12-31T23:59:59.000Z"),
        ("\"2026-11-21 10:00:00.120z\"", "2026-11-21T10:00:00.120Z"),
        (
            "\"2026-11-21T12:30:00.123450+02:30\"",
            "2026-11-21T10:00:00.123450Z",
        ),
        (
            "\"2026-12-31T23:59:59.000000001-00:01\"",
            "2027-01-01T00:00:59.000000001Z",
        ),
    ];
    any_of(table, Normalized::Text)
}

/// A date and time without a zone; a fraction is written without zeros at its end.
pub(crate) fn locals() -> BoxedStrategy<Value> {
    let table: Table = &[
        ("\"2026-11-21T10:00:00\"", "2026-11-21T10:00:00"),
        ("\"2026-11-21 10:00:00.500\"", "2026-11-21T10:00:00.5"),
        (
            "\"1950-01-01T23:59:59.000000001\"",
            "1950-01-01T23:59:59.000000001",
        ),
    ];
    any_of(table, Normalized::Text)
}

pub(crate) fn ids() -> BoxedStrategy<Value> {
    let integers = any::<i64>().prop_map(|id| id.to_string());
    let integers = integers.prop_map(|id| scalar(id.clone(), Normalized::Number(id)));
    prop_oneof![integers, texts(false, false)].boxed()
}

/// Any JSON text but null, with white space in it and numbers of any size; some of it planted.
pub(crate) fn json() -> BoxedStrategy<String> {
    let scalars = select(
        &[
            "\"PLANTED\"",
            "735713571357",
            "[]",
            "{}",
            "1e400",
            "0.10",
            "true",
            "\"\\u00e9\"",
        ][..],
    );
    let scalars = scalars.prop_map(str::to_owned);
    scalars
        .prop_recursive(3, 16, 4, |inner| {
            let keys = select(&["\"a\"", "\"b\"", "\"\"", "\"\\u0061\""][..]);
            let lists = proptest::collection::vec(inner.clone(), 0..4);
            let objects = proptest::collection::vec((keys, inner), 0..4);
            prop_oneof![
                lists.prop_map(|items| format!("[{}]", items.join(" , "))),
                objects.prop_map(|members| {
                    let members: Vec<String> = members
                        .iter()
                        .map(|(key, value)| format!("{key}: {value}"))
                        .collect();
                    format!("{{\t{}\n}}", members.join(","))
                }),
            ]
        })
        .boxed()
}
