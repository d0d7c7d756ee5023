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

#[cfg(test)]
mod tests {
    use super::{MAX_CHARS, sanitize};

    #[test]
    fn escapes_terminal_sequences_and_markup_and_truncates() {
        assert_eq!(
            sanitize("\u{1b}[31m<b>\r\nA&B \u{202e}"),
            "\\u{1b}[31m\\u{3c}b\\u{3e}\\r\\nA\\u{26}B \\u{202e}"
        );
        assert_eq!(sanitize("\"\\u{1b}'"), "\"\\\\u{1b}\\u{27}");
        assert_eq!(sanitize(&"x".repeat(1_000)).len(), MAX_CHARS);
    }
}
