//! Untrusted text, made safe for logs.

/// The most characters of an untrusted text that are logged.
const MAX_CHARS: usize = 64;

/// The first characters of a text, without control characters and markup.
pub(crate) fn sanitize(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars().take(MAX_CHARS) {
        match c {
            // A double quote is harmless, and a single one is escaped as markup.
            '"' | '\'' => safe.push(c),
            // A backslash is doubled, so that an escape cannot be forged.
            c => safe.extend(c.escape_debug()),
        }
    }
    escape_markup(&safe)
}

/// The whole text, with the characters escaped that have a meaning in HTML.
pub(crate) fn escape_markup(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' | '>' | '&' | '\'' => safe.extend(c.escape_unicode()),
            c => safe.push(c),
        }
    }
    safe
}
