//! Random scalars in notations that differ in length or type, and mismatches. `api-wire` has a
//! table of all notations.

use std::fmt::Write;

use api_wire::Timestamp;
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

fn number(json: impl Into<String>, plain: &str) -> Value {
    scalar(json, Normalized::Number(plain.to_owned()))
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
    let integers = match is_hidden {
        true => select(&[735_713_571_357, -735_713_571_357][..]).boxed(),
        false => prop_oneof![
            any::<i64>(),
            -1000_i64..1000,
            (-1000_i64..1000).prop_map(|hundreds| hundreds * 100),
            select(&[0, i64::MAX, i64::MIN, 9_007_199_254_740_993][..]),
        ]
        .boxed(),
    };
    (integers, 0..8)
        .prop_map(|(integer, notation)| {
            let plain = integer.to_string();
            let json = match notation {
                0 | 1 => quoted(&plain),
                2 => format!("{plain}.0"),
                3 => format!("\"{plain}.00\""),
                4 => format!("{plain}e0"),
                5 if integer % 100 == 0 => format!("{}E+2", integer / 100),
                6 if integer == 0 => "-0".to_owned(),
                _ => plain.clone(),
            };
            number(json, &plain)
        })
        .boxed()
}

pub(crate) fn decimals(is_hidden: bool) -> BoxedStrategy<Value> {
    let digits = match is_hidden {
        true => Just("735713571357".to_owned()).boxed(),
        false => prop_oneof!["[1-9][0-9]{0,3}", "[1-9][0-9]{0,27}", Just("0".to_owned())].boxed(),
    };
    (digits, 0_usize..29, any::<bool>(), 0..8)
        .prop_map(|(digits, scale, is_negative, notation)| {
            let sign = if is_negative { "-" } else { "" };
            let plain = format!("{sign}{}", with_point(&digits, scale));
            let json = match notation {
                0 | 1 => quoted(&plain),
                2 => format!("{sign}{digits}e-{scale}"),
                3 => format!("\"{sign}{digits}E-{scale}\""),
                4 if plain.contains('.') => format!("{plain}{}", "0".repeat(40)),
                _ => plain.clone(),
            };
            number(json, &plain)
        })
        .boxed()
}

fn with_point(digits: &str, scale: usize) -> String {
    if scale == 0 {
        return digits.to_owned();
    }
    let digits = format!("{digits:0>width$}", width = scale + 1);
    let (whole, fraction) = digits.split_at(digits.len() - scale);
    format!("{whole}.{fraction}")
}

pub(crate) fn booleans() -> BoxedStrategy<Value> {
    let truths = select(&["true", "1", "\"1\"", "\"true\""][..]);
    let truths = truths.prop_map(|json| scalar(json, Normalized::Boolean(true)));
    let others = select(&["false", "0", "\"0\"", "\"false\""][..]);
    let others = others.prop_map(|json| scalar(json, Normalized::Boolean(false)));
    prop_oneof![truths, others].boxed()
}

/// A year, a month and a day that every month has. Hidden ones are all of one year.
fn days(is_hidden: bool) -> impl Strategy<Value = (u16, u8, u8)> {
    let years = if is_hidden {
        1907..=1907_u16
    } else {
        1950..=2090_u16
    };
    (years, 1_u8..=12, 1_u8..=28)
}

pub(crate) fn dates(is_hidden: bool, accepts_us_dates: bool) -> BoxedStrategy<Value> {
    (days(is_hidden), any::<bool>())
        .prop_map(move |((year, month, day), other)| {
            let text = format!("{year:04}-{month:02}-{day:02}");
            let json = match accepts_us_dates && other {
                true => format!("\"{month:02}/{day:02}/{year:04}\""),
                false => quoted(&text),
            };
            scalar(json, Normalized::Text(text))
        })
        .boxed()
}

/// A fraction of a second in nanoseconds, with three, six or nine digits or none.
fn fractions() -> impl Strategy<Value = (u32, usize)> {
    prop_oneof![
        3 => Just((0, 0)),
        1 => (0_u32..1000).prop_map(|millis| (millis * 1_000_000, 3)),
        1 => (0_u32..1_000_000).prop_map(|micros| (micros * 1_000, 6)),
        1 => (0_u32..1_000_000_000).prop_map(|nanos| (nanos, 9)),
    ]
}

fn with_fraction(nanoseconds: u32, digits: usize) -> String {
    match digits {
        0 => String::new(),
        digits => format!(".{}", &format!("{nanoseconds:09}")[..digits]),
    }
}

/// An instant with any offset; it is written in UTC, with milliseconds at least.
pub(crate) fn instants() -> BoxedStrategy<Value> {
    (
        -600_000_000_i64..3_700_000_000,
        fractions(),
        -1439_i32..=1439,
        0..4,
    )
        .prop_map(|(second, (nanoseconds, digits), minutes, notation)| {
            let local = |minutes: i32| {
                let local = Timestamp::new(second + i64::from(minutes) * 60, 0);
                let text = local.expect("in range").to_string();
                text.trim_end_matches('Z').to_owned()
            };
            let sign = if minutes < 0 { '-' } else { '+' };
            let (hours, rest) = (minutes.abs() / 60, minutes.abs() % 60);
            let fraction = with_fraction(nanoseconds, digits);
            let json = match notation {
                0 => format!("\"{}{fraction}Z\"", local(0)),
                1 => format!("\"{}{fraction}z\"", local(0).replace('T', " ")),
                _ => format!("\"{}{fraction}{sign}{hours:02}:{rest:02}\"", local(minutes)),
            };
            // Written with as many digits as needed, in steps of three.
            let digits = match nanoseconds {
                n if n % 1_000_000 == 0 => 3,
                n if n % 1_000 == 0 => 6,
                _ => 9,
            };
            let text = format!("{}{}Z", local(0), with_fraction(nanoseconds, digits));
            scalar(json, Normalized::Text(text))
        })
        .boxed()
}

/// A date and time without a zone; a fraction is written without zeros at its end.
pub(crate) fn locals() -> BoxedStrategy<Value> {
    (
        days(false),
        (0..24, 0..60, 0..60),
        fractions(),
        any::<bool>(),
    )
        .prop_map(
            |((year, month, day), (hour, minute, second), (nanoseconds, digits), has_space)| {
                let date = format!("{year:04}-{month:02}-{day:02}");
                let time = format!("{hour:02}:{minute:02}:{second:02}");
                let fraction = with_fraction(nanoseconds, digits);
                let separator = if has_space { ' ' } else { 'T' };
                let shortest = fraction.trim_end_matches('0').trim_end_matches('.');
                scalar(
                    format!("\"{date}{separator}{time}{fraction}\""),
                    Normalized::Text(format!("{date}T{time}{shortest}")),
                )
            },
        )
        .boxed()
}

pub(crate) fn ids() -> BoxedStrategy<Value> {
    let integers = any::<i64>().prop_map(|id| number(id.to_string(), &id.to_string()));
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
