//! The notations of each scalar, and mismatches.

use crate::common::{Everything, mismatch, read};
use api_wire::{Decimal, Id, LocalDateTime, to_string};

/// The JSON that is written back after reading a value into a field, or `-` for a mismatch.
fn becomes(field: &str, value: &str) -> String {
    let text = format!("{{\"{field}\":{value}}}");
    let record: Everything = read(&text);
    if record.extra.is_empty() {
        let written = to_string(&record);
        let prefix = format!("{{\"{field}\":");
        return written
            .strip_prefix(&prefix)
            .and_then(|rest| rest.strip_suffix('}'))
            .unwrap_or("")
            .to_owned();
    }
    assert_eq!(mismatch(&record).pointer, format!("/{field}"));
    assert_eq!(to_string(&record), text, "a mismatch is written back");
    "-".to_owned()
}

#[track_caller]
fn table(field: &str, rows: &[(&str, &str)]) {
    for (value, expected) in rows {
        assert_eq!(becomes(field, value), *expected, "{field}: {value}");
    }
}

#[test]
fn integers() {
    table(
        "integer",
        &[
            ("3", "3"),
            ("\"3\"", "3"),
            ("3.0", "3"),
            ("\"3.00\"", "3"),
            ("3e2", "300"),
            ("30e-1", "3"),
            ("-0", "0"),
            ("0e999999999999999999999", "0"),
            ("9223372036854775807", "9223372036854775807"),
            ("9223372036854775807.0", "9223372036854775807"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("9223372036854775808", "-"),
            ("-9223372036854775809", "-"),
            ("9223372036854775807.5", "-"),
            ("12.5", "-"),
            ("1e400", "-"),
            ("1e-400", "-"),
            ("1e99999999999999999999", "-"),
            ("1e-99999999999999999999", "-"),
            ("123456789012345678901234567890", "-"),
            ("\"\"", "-"),
            ("\" 3\"", "-"),
            ("\"+3\"", "-"),
            ("\"03\"", "-"),
            ("\"1,000\"", "-"),
            ("\"1_000\"", "-"),
            ("\"three\"", "-"),
            ("true", "-"),
            ("[3]", "-"),
            ("{}", "-"),
            ("null", ""),
        ],
    );
}

#[test]
fn decimals() {
    table(
        "decimal",
        &[
            ("3.5", "3.5"),
            ("\"3.50\"", "3.50"),
            ("3", "3"),
            ("-0.5", "-0.5"),
            ("1.5e1", "15"),
            ("1.5E-2", "0.015"),
            ("0.10000000000000000001", "0.10000000000000000001"),
            (
                "0.1000000000000000055511151231",
                "0.1000000000000000055511151231",
            ),
            (
                "79228162514264337593543950335",
                "79228162514264337593543950335",
            ),
            (
                "-79228162514264337593543950335",
                "-79228162514264337593543950335",
            ),
            (
                "7.9228162514264337593543950335",
                "7.9228162514264337593543950335",
            ),
            ("79228162514264337593543950336", "-"),
            ("0.10000000000000000555111512312578", "-"),
            ("123456789012345678901234567890", "-"),
            ("1e400", "-"),
            ("1e-400", "-"),
            ("1e28", "10000000000000000000000000000"),
            ("1e-28", "0.0000000000000000000000000001"),
            ("1e-29", "-"),
            ("1.00000000000000000000000000000000000000000", "1"),
            ("\"\"", "-"),
            ("\"1_000\"", "-"),
            ("\"NaN\"", "-"),
            ("\".5\"", "-"),
            ("\"5.\"", "-"),
            ("false", "-"),
            ("[]", "-"),
        ],
    );
}

#[test]
fn decimals_have_all_their_digits() {
    // Up to 18 characters, a number is read at once.
    for sign in ["", "-"] {
        for whole in ["0", "1", "907", "123456", "99999999999"] {
            for fraction in ["", ".0", ".5", ".50", ".05", ".00", ".123456", ".000001"] {
                let text = format!("{sign}{whole}{fraction}");
                let record: Everything = read(&format!(r#"{{"decimal":{text}}}"#));
                let exact = Decimal::from_str_exact(&text).unwrap();
                let read = record.decimal.unwrap();
                assert_eq!((read, read.scale()), (exact, exact.scale()), "{text}");
            }
        }
    }
    assert_eq!(becomes("decimal", "3.50"), "3.50");
    let (shorter, longer) = ("12345678901234567.8", "123456789012345678.9");
    assert_eq!(becomes("decimal", shorter), shorter);
    assert_eq!(becomes("decimal", longer), longer);
}

#[test]
fn booleans() {
    table(
        "boolean",
        &[
            ("true", "true"),
            ("false", "false"),
            ("1", "true"),
            ("0", "false"),
            ("\"1\"", "true"),
            ("\"0\"", "false"),
            ("\"true\"", "true"),
            ("\"false\"", "false"),
            ("\"True\"", "-"),
            ("\"yes\"", "-"),
            ("\"\"", "-"),
            ("2", "-"),
            ("1.0", "-"),
            ("{}", "-"),
        ],
    );
}

#[test]
fn dates() {
    table(
        "date",
        &[
            ("\"2026-11-21\"", "\"2026-11-21\""),
            ("\"2024-02-29\"", "\"2024-02-29\""),
            ("\"2026-02-29\"", "-"),
            ("\"2026-02-30\"", "-"),
            ("\"0000-00-00\"", "-"),
            ("\"10000-01-01\"", "-"),
            ("\"11/21/2026\"", "-"),
            ("\"2026-11-21T10:00:00Z\"", "-"),
            ("\"2026-1-1\"", "-"),
            ("\"２026-01-01\"", "-"),
            ("\"\"", "-"),
            ("20261121", "-"),
        ],
    );
    table(
        "birthday",
        &[
            ("\"2001-12-31\"", "\"2001-12-31\""),
            ("\"12/31/2001\"", "\"2001-12-31\""),
            ("\"31/12/2001\"", "-"),
            ("\"02/30/2001\"", "-"),
            ("\"1/2/2001\"", "-"),
        ],
    );
}

#[test]
fn instants_have_a_zone_and_are_written_in_utc() {
    table(
        "instant",
        &[
            ("\"2026-11-21T10:00:00Z\"", "\"2026-11-21T10:00:00.000Z\""),
            ("\"2026-11-21t10:00:00.5z\"", "\"2026-11-21T10:00:00.500Z\""),
            (
                "\"2026-11-21 10:00:00.123456-08:00\"",
                "\"2026-11-21T18:00:00.123456Z\"",
            ),
            (
                "\"2026-11-21T10:00:00.123456789+14:00\"",
                "\"2026-11-20T20:00:00.123456789Z\"",
            ),
            (
                "\"2026-11-21T10:00:00.1230000000000+00:00\"",
                "\"2026-11-21T10:00:00.123Z\"",
            ),
            (
                "\"2026-11-21 10:00:00 UTC\"",
                "\"2026-11-21T10:00:00.000Z\"",
            ),
            (
                "\"2026-11-21 10:00:00 +0100\"",
                "\"2026-11-21T09:00:00.000Z\"",
            ),
            (
                "\"2026-11-21T10:00:00-0130\"",
                "\"2026-11-21T11:30:00.000Z\"",
            ),
            ("\"2026-11-21 10:00:00  UTC\"", "-"),
            ("\"2026-11-21 10:00:00 EST\"", "-"),
            ("\"2026-11-21 10:00:00 \"", "-"),
            ("\"2026-11-21 10:00:00 +01\"", "-"),
            ("\"2026-11-21T10:00:00.1234567891Z\"", "-"),
            ("\"2026-11-21T10:00:00\"", "-"),
            ("\"2026-11-21T10:00:00.Z\"", "-"),
            ("\"2026-11-21T23:59:60Z\"", "-"),
            ("\"2026-11-21T24:00:00Z\"", "-"),
            ("\"2026-02-30T10:00:00Z\"", "-"),
            ("\"10000-01-01T00:00:00Z\"", "-"),
            ("\"9999-12-31T23:59:59-23:00\"", "-"),
            ("\"2026-11-21T10:00:00+24:00\"", "-"),
            ("\"2026-11-21T10:00:00Z[UTC]\"", "-"),
            ("\"2026-11-21\"", "-"),
            ("\"2026-11-2éT10:00:00Z\"", "-"),
            ("\"\"", "-"),
            ("1795255200", "-"),
        ],
    );
}

#[test]
fn local_times_have_no_zone() {
    table(
        "local",
        &[
            ("\"2026-11-21T10:00:00\"", "\"2026-11-21T10:00:00\""),
            ("\"2026-11-21 10:00:00.25\"", "\"2026-11-21T10:00:00.250\""),
            ("\"2026-11-21T10:00:00Z\"", "-"),
            ("\"2026-11-21T10:00:00+01:00\"", "-"),
            ("\"2026-11-21\"", "-"),
            ("\"\"", "-"),
        ],
    );
}

#[test]
fn the_offset_of_a_local_time_can_be_ignored() {
    for offset in ["", "Z", "+01:00", "-08:00", " +0100", " UTC"] {
        let text = format!("2026-11-21 10:00:00.25{offset}");
        let time = LocalDateTime::ignoring_offset(&text).unwrap();
        assert_eq!(time.to_string(), "2026-11-21T10:00:00.250", "{text}");
    }
    for text in [
        "",
        "2026-11-21",
        "2026-11-21T10:00:00+24:00",
        "2026-11-21T10:00:00 EST",
    ] {
        assert!(LocalDateTime::ignoring_offset(text).is_err(), "{text}");
    }
}

#[test]
fn strings_are_strings_or_if_marked_numbers_or_booleans() {
    let texts = [
        ("\"a\"", "\"a\""),
        ("\"\"", "\"\""),
        ("3", "-"),
        ("true", "-"),
        ("[]", "-"),
        ("{}", "-"),
    ];
    table("text", &texts);
    table("uid", &texts);
    table("order_type", &texts);
    table("status", &texts);
    table("secret", &texts);
    table(
        "lenient",
        &[
            ("\"a\"", "\"a\""),
            ("3.50", "\"3.50\""),
            ("1e400", "\"1e400\""),
            ("true", "\"true\""),
            ("false", "\"false\""),
            ("null", ""),
            ("[]", "-"),
            ("{}", "-"),
        ],
    );
}

#[test]
fn an_id_is_an_integer_or_a_string() {
    table(
        "id",
        &[
            ("7", "7"),
            ("\"7\"", "\"7\""),
            ("\"a-b\"", "\"a-b\""),
            ("7.5", "-"),
            ("9223372036854775808", "-"),
            ("true", "-"),
        ],
    );
    assert_eq!(read::<Everything>(r#"{"id": 7}"#).id, Some(Id::from(7)));
    assert_eq!(read::<Everything>(r#"{"id": "7"}"#).id, Some(Id::from("7")));
    assert_ne!(Id::from(7), Id::from("7"));
    assert_eq!(Id::from(7).to_string(), Id::from("7").to_string());
}

#[test]
fn a_string_with_half_of_a_surrogate_pair_is_a_mismatch() {
    for half in [r#""\ud83d""#, r#""cut \ud83d\u0041""#, r#""\udc00\ud800""#] {
        for field in [
            "text",
            "uid",
            "order_type",
            "secret",
            "lenient",
            "decimal",
            "date",
            "id",
        ] {
            table(field, &[(half, "-")]);
        }
        table("json", &[(half, half)]);
        let list: Everything = read(&format!("{{\"list\":[1,{half}]}}"));
        assert_eq!(
            (list.list.len(), mismatch(&list).pointer.as_str()),
            (1, "/list/1")
        );
    }
    let record: Everything = read(r#"{"text": "\ud83d", "unknown": ["\ud83d"]}"#);
    let found = mismatch(&record).found;
    assert_eq!(found, r#"string "\\ud83d""#);
}

#[test]
fn any_json_is_kept_as_text() {
    let value = r#"{"b": 1e400, "a": [0.10000000000000000001, null]}"#;
    table(
        "json",
        &[
            (value, value),
            ("\"a\"", "\"a\""),
            ("[ ]", "[ ]"),
            ("null", ""),
        ],
    );
}

#[test]
fn every_field_rejects_other_kinds() {
    for field in ["nested", "boxed"] {
        table(
            field,
            &[
                ("{}", "{}"),
                ("null", ""),
                ("[]", "-"),
                ("3", "-"),
                ("\"a\"", "-"),
                ("true", "-"),
            ],
        );
    }
    for field in ["list", "records", "anything", "maps", "matrix"] {
        table(
            field,
            &[
                ("[]", ""),
                ("null", ""),
                ("{}", "-"),
                ("3", "-"),
                ("\"a\"", "-"),
                ("true", "-"),
            ],
        );
    }
    for field in ["map", "lists"] {
        table(
            field,
            &[
                ("null", ""),
                ("[]", "-"),
                ("3", "-"),
                ("\"a\"", "-"),
                ("true", "-"),
            ],
        );
    }
}
