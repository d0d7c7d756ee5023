//! What a mismatch tells of the value that came.

use crate::cursor::{Cursor, Kind};
use crate::extra::{Leftover, Why};

/// After so many characters a value is cut.
const LONGEST: usize = 40;

/// What was expected and what was found instead, in words.
///
/// The value is told only where it is harmless: a scalar of a field that is neither secret nor
/// personal, and that is in its place for the first time.
pub(crate) fn found(kept: &Leftover, is_hidden: bool) -> (&'static str, String) {
    match kept.why {
        Why::Misshapen(expected) => (
            expected.text,
            describe(kept.json.as_str(), is_hidden || expected.is_hidden),
        ),
        Why::Again => (
            "a key that comes once",
            format!("a further {}", describe(kept.json.as_str(), true)),
        ),
        Why::Unknown => ("no such field", describe(kept.json.as_str(), true)),
    }
}

fn describe(json: &str, is_hidden: bool) -> String {
    let mut cursor = Cursor::new(json);
    let kind = cursor.kind().unwrap_or(Kind::Null);
    let (word, value) = match kind {
        Kind::Null => return "null".to_owned(),
        Kind::List => return "list".to_owned(),
        Kind::Object => return "object".to_owned(),
        Kind::Boolean => ("boolean", json.into()),
        Kind::Number => ("number", json.into()),
        Kind::Text => ("text", cursor.string().unwrap_or_default()),
    };
    if is_hidden {
        return word.to_owned();
    }
    let cut: String = value
        .chars()
        .take(LONGEST)
        .flat_map(char::escape_debug)
        .collect();
    let more = if value.chars().nth(LONGEST).is_some() {
        "…"
    } else {
        ""
    };
    match kind {
        Kind::Text => format!("{word} \"{cut}{more}\""),
        _ => format!("{word} {cut}{more}"),
    }
}
