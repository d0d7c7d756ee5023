//! Abbreviations of untrusted text in `Display` and `Debug`, so that one value does not fill a log.

use std::borrow::Cow;

/// Characters of a value that are printed.
const MAX_VALUE_CHARS: usize = 40;

/// Characters of a pointer that are printed.
const MAX_POINTER_CHARS: usize = 200;

/// Both ends of a pointer.
pub(crate) fn pointer(pointer: &str) -> Cow<'_, str> {
    let count = pointer.chars().count();
    if count <= MAX_POINTER_CHARS {
        return Cow::Borrowed(pointer);
    }
    let half = MAX_POINTER_CHARS / 2;
    let first = pointer.chars().take(half);
    let last = pointer.chars().skip(count - half);
    Cow::Owned(first.chain(['…']).chain(last).collect())
}

/// The start of the value in a description such as `string "abc"`. An escape counts as one
/// character, and is not split.
pub(crate) fn found(found: &str) -> Cow<'_, str> {
    let Some((_, value)) = found.split_once(' ') else {
        return Cow::Borrowed(found);
    };
    let (value, quote) = match value.strip_prefix('"') {
        Some(value) => (value.strip_suffix('"').unwrap_or(value), "\""),
        None => (value, ""),
    };
    let mut rest = value;
    for _ in 0..MAX_VALUE_CHARS {
        rest = rest.get(unit(rest)..).unwrap_or("");
    }
    let end = found.len() - quote.len() - rest.len();
    match found.get(..end) {
        Some(start) if !rest.is_empty() => Cow::Owned(format!("{start}…{quote}")),
        _ => Cow::Borrowed(found),
    }
}

/// The length of the first character, or of the escape of one: `\n`, `\u{1b}`.
fn unit(text: &str) -> usize {
    let mut characters = text.chars();
    let first = characters.next().map_or(0, char::len_utf8);
    match characters.next() {
        Some('u') if text.starts_with("\\u{") => text.find('}').map_or(first, |end| end + 1),
        Some(escaped) if text.starts_with('\\') => first + escaped.len_utf8(),
        _ => first,
    }
}
