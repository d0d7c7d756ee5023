//! Redacts, escapes and truncates text that an error shows and that other parties control.

pub(crate) mod cause;
pub(crate) mod redactor;

use crate::redact::redactor::Redactor;

/// The maximum length of a body excerpt, in characters after escaping. It also has at most
/// [`MAX_MESSAGE_BYTES`] bytes.
pub(crate) const MAX_EXCERPT_CHARS: usize = 200;

/// The maximum length of a server's message, in bytes after escaping.
pub(crate) const MAX_MESSAGE_BYTES: usize = 512;

/// How many bytes of a text, or of all messages of a response, are scanned for secrets. The rest is
/// dropped.
const SCAN_LIMIT: usize = 64 * 1024;

/// An escaped excerpt of a body, at most [`MAX_EXCERPT_CHARS`] characters. It ends before a brace: a
/// warning may precede a record.
pub(crate) fn excerpt(body: &[u8], redactor: &Redactor) -> String {
    let text = String::from_utf8_lossy(&body[..body.len().min(SCAN_LIMIT)]);
    let shown = match text.split_once(['{', '}']) {
        // The rest of a record.
        Some((before, _)) if text[before.len()..].starts_with('}') => "…".to_owned(),
        Some((before, _)) => format!("{}…", before.trim_end()),
        None => text.into_owned(),
    };
    truncate(&message(&shown, redactor)).to_owned()
}

/// Truncates an escaped text to the length of an excerpt.
pub(crate) fn truncate(text: &str) -> &str {
    let end = |(start, c): (usize, char)| start + c.len_utf8();
    let ends = text.char_indices().map(end).take(MAX_EXCERPT_CHARS);
    &text[..ends
        .take_while(|end| *end <= MAX_MESSAGE_BYTES)
        .last()
        .unwrap_or(0)]
}

/// An escaped message of a server, at most [`MAX_MESSAGE_BYTES`] bytes.
pub(crate) fn message(text: &str, redactor: &Redactor) -> String {
    let mut end = text.len().min(SCAN_LIMIT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut escaped = String::new();
    for c in redactor.redact(&text[..end]).chars() {
        // Quotes are harmless in a log. A backslash is doubled, so that escapes cannot be forged.
        let next: String = match c {
            '"' | '\'' => c.into(),
            _ => c.escape_debug().collect(),
        };
        if escaped.len() + next.len() > MAX_MESSAGE_BYTES {
            break;
        }
        escaped.push_str(&next);
    }
    escaped
}

/// The messages of a server, escaped and truncated. At least the first one is kept.
pub(crate) fn messages(texts: &[String], redactor: &Redactor) -> Vec<String> {
    let mut scanned = 0;
    let is_scanned = |text: &&String| {
        let is_first = scanned == 0;
        scanned += text.len();
        is_first || scanned <= SCAN_LIMIT
    };
    let texts = texts.iter().take_while(is_scanned);
    texts.map(|text| message(text, redactor)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpt_is_short_and_escapes_control_characters() {
        let text = excerpt(
            format!("\u{1b}[31m\n\u{202e}{}", "x".repeat(1000)).as_bytes(),
            &Redactor::default(),
        );
        assert!(text.starts_with("\\u{1b}[31m\\n\\u{202e}xxx"), "{text}");
        assert_eq!(text.chars().count(), MAX_EXCERPT_CHARS);
    }

    #[test]
    fn excerpt_of_wide_characters_is_limited_in_bytes() {
        let text = "\u{1f600}".repeat(1000);
        assert_eq!(
            excerpt(text.as_bytes(), &Redactor::default()).len(),
            MAX_MESSAGE_BYTES
        );
        assert_eq!(truncate(&text).len(), MAX_MESSAGE_BYTES);
        assert_eq!(truncate(&"x".repeat(1000)).len(), MAX_EXCERPT_CHARS);
        assert_eq!(truncate("short"), "short");
    }

    #[test]
    fn excerpt_ends_before_a_record() {
        for (body, shown) in [
            (
                "<b>Notice</b>: old API\n{\"token\":\"a\"}",
                "<b>Notice</b>: old API…",
            ),
            ("dict {'id': 7, 'token': 'a'}", "dict…"),
            // The rest of a record.
            ("7,\"token\":\"a\"}", "…"),
            // Another text.
            (
                "invalid \"quantity\": too small",
                "invalid \"quantity\": too small",
            ),
        ] {
            assert_eq!(
                excerpt(body.as_bytes(), &Redactor::default()),
                shown,
                "{body}"
            );
        }
    }

    #[test]
    fn message_is_truncated_to_512_bytes() {
        assert!(message(&"é\n".repeat(500_000), &Redactor::default()).len() <= MAX_MESSAGE_BYTES);
        assert_eq!(
            message(&"x".repeat(1_000_000), &Redactor::default()).len(),
            MAX_MESSAGE_BYTES
        );
    }

    #[test]
    fn messages_are_limited_together() {
        let texts = |length: usize| vec!["x".repeat(length); 100];
        let count = |length| messages(&texts(length), &Redactor::default()).len();
        assert_eq!((count(600), count(SCAN_LIMIT / 4)), (100, 4));
        assert_eq!(count(SCAN_LIMIT + 1), 1);
        assert!(messages(&[], &Redactor::default()).is_empty());
    }

    #[test]
    fn secret_longer_than_a_message_is_redacted() {
        let secret = "s3cret-".repeat(1000);
        let mut redactor = Redactor::default();
        redactor.add(&secret);
        assert_eq!(
            message(&format!("{secret} done"), &redactor),
            "[hidden] done"
        );
        assert_eq!(excerpt(secret.as_bytes(), &redactor), "[hidden]");
    }

    #[test]
    fn scan_ends_at_a_character_boundary() {
        // Redaction makes the text short enough to show its end. After the one-byte `x`, the limit
        // is in the middle of a two-byte character.
        let mut redactor = Redactor::default();
        redactor.add(&"é".repeat(SCAN_LIMIT / 2 - 1));
        let text = message(&format!("x{}", "é".repeat(SCAN_LIMIT)), &redactor);
        assert_eq!(text, "x[hidden]");
    }
}
