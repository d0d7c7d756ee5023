//! What a mismatch tells of the value that came.

use crate::json::cursor::{Cursor, Kind};
use crate::record::leftover::{Leftover, Reason};

/// Characters that are kept of a value: more than a secret in a header has, so that secrets can be
/// redacted before `Display` abbreviates, and few enough for a report of one bad value.
const MAX_CHARS: usize = 16 * 1024;

/// What was expected and what was found instead, in words.
///
/// The value is told only where it is harmless: a scalar of a field that is neither secret nor
/// personal, and that is in its place for the first time.
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
    let kind = cursor.kind().unwrap_or(Kind::Null);
    let word = kind.name();
    let value = match kind {
        Kind::Null | Kind::Array | Kind::Object => return word.to_owned(),
        _ if is_sensitive => return word.to_owned(),
        Kind::Bool | Kind::Number => json.into(),
        Kind::String => cursor.string().unwrap_or_default(),
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
