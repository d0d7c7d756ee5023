//! Descriptions of mismatched values.

use crate::json::cursor::Cursor;
use crate::json::kind::Kind;
use crate::record::leftover::{Leftover, Reason};

/// Characters of a value that are kept: more than a credential in a header has, so that it can be
/// redacted before `Display` abbreviates it, but not all of a huge value.
const MAX_CHARS: usize = 16 * 1024;

/// What was expected, and what was found.
///
/// The value is included if it is a scalar, its field is not sensitive, and it is not a duplicate.
pub(crate) fn describe(leftover: &Leftover, is_sensitive: bool) -> (&'static str, String) {
    match leftover.reason {
        Reason::Mismatch(expected) => (
            expected.text,
            describe_value(
                leftover.json.as_str(),
                is_sensitive || expected.is_sensitive,
            ),
        ),
        Reason::Duplicate => (
            "unique key",
            format!("duplicate {}", describe_value(leftover.json.as_str(), true)),
        ),
        Reason::Unknown => ("known field", describe_value(leftover.json.as_str(), true)),
    }
}

fn describe_value(json: &str, is_sensitive: bool) -> String {
    let mut cursor = Cursor::new(json);
    let kind = Kind::of(json);
    let word = kind.name();
    let value = match kind {
        Kind::Null | Kind::Array | Kind::Object => return word.to_owned(),
        _ if is_sensitive => return word.to_owned(),
        Kind::Bool | Kind::Number => json.into(),
        // Half of a surrogate pair stays an escape.
        Kind::String => cursor
            .string()
            .unwrap_or_else(|_| json.trim_matches('"').into()),
    };
    let cut: String = value
        .chars()
        .take(MAX_CHARS)
        .flat_map(char::escape_debug)
        .collect();
    let more = if value.chars().nth(MAX_CHARS).is_some() {
        "…"
    } else {
        ""
    };
    match kind {
        Kind::String => format!("{word} \"{cut}{more}\""),
        _ => format!("{word} {cut}{more}"),
    }
}
