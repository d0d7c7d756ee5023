//! Random texts, the other scalars in a few notations each, and mismatches. `api-wire` tests all notations.

use std::fmt::Write;

use fastrand::Rng;
use test_support::json::Tree;

use super::document::Kind;
use super::value::{Value, quoted};

/// The texts planted in values that must never be shown. Nothing else contains any of these.
pub(crate) const PLANTED: &[&str] = &["PLANTED", "735713571357", "1907-", "/1907"];

fn scalar(json: impl Into<String>, normalized: Tree) -> Value {
    Value::Scalar {
        json: json.into(),
        normalized,
    }
}

/// Notations in JSON, and the text of each value.
type Table = &'static [(&'static str, &'static str)];

pub(crate) fn choice<'t>(rng: &mut Rng, texts: &[&'t str]) -> &'t str {
    texts[rng.usize(..texts.len())]
}

fn any_of(rng: &mut Rng, table: Table, normalized: fn(String) -> Tree) -> Value {
    let (json, plain) = table[rng.usize(..table.len())];
    scalar(json, normalized(plain.to_owned()))
}

/// A value of the wrong shape; a list is none of a text that may be any scalar, but of all others.
pub(crate) fn wrong(rng: &mut Rng, kind: &Kind<'_>, is_hidden: bool, is_lenient: bool) -> Value {
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
        (Kind::Json, _) => return Value::verbatim(json(rng)),
        (Kind::Record(_) | Kind::Map(_), _) => &["[{ }]", "[]", "\"\"", "0", "true"],
        (Kind::List(_), _) => &["{\"0\": 1}", "{}", "\"\"", "0", "false"],
    };
    Value::mismatched(choice(rng, texts))
}

/// A text, some of which need escapes, and some of which are longer than any maximum.
fn text(rng: &mut Rng, is_hidden: bool) -> String {
    let mut text = if is_hidden { "PLANTED" } else { "" }.to_owned();
    match rng.u8(..12) {
        0..8 => text.extend((0..rng.usize(..=12)).map(|_| rng.char(' '..='~'))),
        8..10 => {
            let odd = ['é', '😀', '"', '\\', '\u{7f}', '\u{2028}', '/'];
            text.extend((0..rng.usize(1..=6)).map(|_| match rng.bool() {
                true => rng.char('\0'..='\u{1f}'),
                false => odd[rng.usize(..odd.len())],
            }));
        }
        10 => text += &"abc".repeat(rng.usize(100..130)),
        _ => text += choice(rng, &["", "0", "1.50", "true", "null", "2026-11-21", "[]"]),
    }
    text
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

pub(crate) fn text_value(rng: &mut Rng, is_hidden: bool, is_lenient: bool) -> Value {
    if !is_lenient || rng.u8(..4) > 0 {
        let text = text(rng, is_hidden);
        return scalar(escaped(&text, rng.bool()), Tree::Text(text));
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
    let json = choice(rng, others);
    scalar(json, Tree::Text(json.to_owned()))
}

/// A value of an open enum: a known one in any case, or an unknown one.
pub(crate) fn enum_value(rng: &mut Rng, known: &[&str]) -> Value {
    let known = choice(rng, known);
    let text = match rng.u8(..16) {
        0..3 => known.to_uppercase(),
        3..6 => known.to_lowercase(),
        6..12 => known.to_owned(),
        _ => text(rng, false),
    };
    scalar(quoted(&text), Tree::Text(text))
}

pub(crate) fn integer(rng: &mut Rng, is_hidden: bool) -> Value {
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
    any_of(rng, table, Tree::Number)
}

pub(crate) fn decimal(rng: &mut Rng, is_hidden: bool) -> Value {
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
    any_of(rng, table, Tree::Number)
}

pub(crate) fn boolean(rng: &mut Rng) -> Value {
    let is_true = rng.bool();
    let notations = match is_true {
        true => ["true", "1", "\"1\"", "\"true\""],
        false => ["false", "0", "\"0\"", "\"false\""],
    };
    scalar(choice(rng, &notations), Tree::Bool(is_true))
}

/// Hidden ones are all of one year.
pub(crate) fn date(rng: &mut Rng, is_hidden: bool, accepts_us_dates: bool) -> Value {
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
    any_of(rng, table, Tree::Text)
}

/// An instant with any offset; it is written in UTC, with milliseconds at least, and with as many digits as needed, in
/// steps of three.
pub(crate) fn instant(rng: &mut Rng) -> Value {
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
    any_of(rng, table, Tree::Text)
}

/// A date and time without a zone; a fraction is written without zeros at its end.
pub(crate) fn local(rng: &mut Rng) -> Value {
    let table: Table = &[
        ("\"2026-11-21T10:00:00\"", "2026-11-21T10:00:00"),
        ("\"2026-11-21 10:00:00.500\"", "2026-11-21T10:00:00.5"),
        (
            "\"1950-01-01T23:59:59.000000001\"",
            "1950-01-01T23:59:59.000000001",
        ),
    ];
    any_of(rng, table, Tree::Text)
}

pub(crate) fn id(rng: &mut Rng) -> Value {
    match rng.bool() {
        true => {
            let id = rng.i64(..).to_string();
            scalar(id.clone(), Tree::Number(id))
        }
        false => text_value(rng, false, false),
    }
}

/// Any JSON text but null, with white space in it and numbers of any size; some of it planted.
pub(crate) fn json(rng: &mut Rng) -> String {
    json_of_depth(rng, 3)
}

fn json_of_depth(rng: &mut Rng, depth: usize) -> String {
    let count = rng.usize(..4);
    match rng.u8(..4) {
        0 if depth > 0 => {
            let items = (0..count).map(|_| json_of_depth(rng, depth - 1));
            format!("[{}]", items.collect::<Vec<_>>().join(" , "))
        }
        1 if depth > 0 => {
            let members = (0..count).map(|_| {
                let key = choice(rng, &["\"a\"", "\"b\"", "\"\"", "\"\\u0061\""]);
                format!("{key}: {}", json_of_depth(rng, depth - 1))
            });
            format!("{{\t{}\n}}", members.collect::<Vec<_>>().join(","))
        }
        _ => {
            let scalars = [
                "\"PLANTED\"",
                "735713571357",
                "[]",
                "{}",
                "1e400",
                "0.10",
                "true",
                "\"\\u00e9\"",
            ];
            choice(rng, &scalars).to_owned()
        }
    }
}
