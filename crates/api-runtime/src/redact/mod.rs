//! Redacts, escapes and truncates text that an error shows and that other parties control.

pub(crate) mod cause;
mod host_names;
pub(crate) mod redactor;

use std::borrow::Cow;

use crate::redact::redactor::Redactor;

/// The maximum length of a body excerpt, in characters after escaping. It also has at most
/// [`MAX_MESSAGE_BYTES`] bytes.
pub(crate) const MAX_EXCERPT_CHARS: usize = 200;

/// The maximum length of a server's message, in bytes after escaping.
pub(crate) const MAX_MESSAGE_BYTES: usize = 512;

/// How many bytes of a text, or of all messages of a response, are scanned for secrets. The rest is
/// dropped.
const SCAN_LIMIT: usize = 64 * 1024;

/// An escaped excerpt of a body, at most [`MAX_EXCERPT_CHARS`] characters. It ends before members of
/// an object: a warning may precede a record.
pub(crate) fn excerpt(body: &[u8], redactor: &Redactor) -> String {
    let text = String::from_utf8_lossy(&body[..body.len().min(SCAN_LIMIT)]);
    let text = match member_start(&text) {
        Some(start) => Cow::Owned(format!("{}…", &text[..start])),
        None => text,
    };
    escape_while(&redactor.redact(&text), |escaped, next| {
        escaped.chars().count() + next.chars().count() <= MAX_EXCERPT_CHARS
            && escaped.len() + next.len() <= MAX_MESSAGE_BYTES
    })
}

/// The start of the first member of an object, such as `"id": 7`: a quoted name after a brace,
/// bracket or comma, and before a colon or `=>`. Quotes may be escaped.
fn member_start(text: &str) -> Option<usize> {
    const QUOTES: [&str; 5] = ["\"", "'", "&quot;", "&#34;", "&#39;"];
    let is_between = |c: char| c.is_ascii_whitespace() || c == '\\';
    let is_member = |(start, _): &(usize, char)| {
        let before = text[..*start].trim_end_matches(is_between);
        let after = QUOTES.iter().find_map(|quote| {
            let name = text[*start..].strip_prefix(quote)?;
            let is_of_name = |c: char| c.is_ascii_alphanumeric() || "_-. $@".contains(c);
            let after = name.trim_start_matches(is_of_name);
            after.trim_start_matches('\\').strip_prefix(quote)
        });
        let after = after.map(|after| after.trim_start_matches(is_between));
        (before.is_empty() || before.ends_with(['{', '[', ',']))
            && after.is_some_and(|after| {
                [":", "=>", "=&gt;"]
                    .iter()
                    .any(|colon| after.starts_with(colon))
            })
    };
    let start = text.char_indices().filter(|(_, c)| "\"'&".contains(*c));
    let (start, _) = start.into_iter().find(is_member)?;
    let is_before = |c: char| is_between(c) || c == '{' || c == '[';
    Some(text[..start].trim_end_matches(is_before).len())
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
    escape_while(&redactor.redact(&text[..end]), |escaped, next| {
        escaped.len() + next.len() <= MAX_MESSAGE_BYTES
    })
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

/// Escapes characters as long as they fit.
fn escape_while(text: &str, fits: impl Fn(&str, &str) -> bool) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        // Quotes are harmless in a log. A backslash is doubled, so that escapes cannot be forged.
        let next: String = if matches!(c, '"' | '\'') {
            c.into()
        } else {
            c.escape_debug().collect()
        };
        if !fits(&escaped, &next) {
            break;
        }
        escaped.push_str(&next);
    }
    escaped
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
            (")]}',\n[{ \"token\" : \"a\"}]", ")]}',…"),
            ("Params: {&quot;token&quot;=&gt;&quot;a&quot;}", "Params:…"),
            ("dict {'id': 7, 'token': 'a'}", "dict…"),
            ("log: {\\\"token\\\":\\\"a\\\"}", "log:…"),
            // The rest of a record.
            ("7,\"token\":\"a\"}", "7,…"),
            // Other texts.
            (
                "invalid \"quantity\": too small",
                "invalid \"quantity\": too small",
            ),
            (
                "<a href=\"/x\" title='b: c'>{x}</a>",
                "<a href=\"/x\" title='b: c'>{x}</a>",
            ),
            ("", ""),
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
