//! Parses JSON without rounding its numbers.

use std::borrow::Cow;

use serde_json::Value;

use super::decimal::Decimal;
use super::value::NUMBER_KEY;

/// Parses JSON. An integer of 64 bits is one however it is written, as in `2.0` and `1e3`, and a
/// number without an exact float keeps its text.
pub(crate) fn parse_json(text: &str) -> serde_json::Result<Value> {
    let numbers = with_exact_numbers(text);
    match (serde_json::from_str(&numbers), &numbers) {
        // The error of the original text has the right place.
        (Err(error), Cow::Owned(_)) => {
            Err(serde_json::from_str::<Value>(text).err().unwrap_or(error))
        }
        (result, _) => result,
    }
}

/// The text with numbers that `serde_json` parses exactly.
fn with_exact_numbers(text: &str) -> Cow<'_, str> {
    let mut changed = String::new();
    // Everything before this is in `changed`.
    let mut copied = 0;
    let mut rest = text;
    while let Some(start) =
        rest.find(|char: char| char == '"' || char == '-' || char.is_ascii_digit())
    {
        rest = &rest[start..];
        let end = if rest.starts_with('"') {
            string_len(rest)
        } else {
            number_len(rest)
        };
        let token = &rest[..end];
        if let Some(number) = replacement(token) {
            let start = text.len() - rest.len();
            changed.push_str(&text[copied..start]);
            changed.push_str(&number);
            copied = start + end;
        }
        rest = &rest[end..];
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    changed.push_str(&text[copied..]);
    Cow::Owned(changed)
}

/// The length of the string at the start, with its quotes.
fn string_len(text: &str) -> usize {
    let mut escaped = false;
    for (index, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return index + 1,
            _ => {}
        }
    }
    text.len()
}

fn number_len(text: &str) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    text.bytes().take_while(|byte| is_part(byte)).count()
}

/// What replaces a token; `None` if it stays.
fn replacement(token: &str) -> Option<String> {
    // Fewer digits than 64 bits hold, and no string.
    let is_plain =
        |token: &str| token.len() <= 18 && token.bytes().all(|byte| byte.is_ascii_digit());
    if token.starts_with('"') || is_plain(token) {
        return None;
    }
    let number = Decimal::parse(token)?;
    let text = number.short_text();
    let text = text.unwrap_or_else(|| format!(r#"{{"{NUMBER_KEY}":"{token}"}}"#));
    (text != token).then_some(text)
}
