//! Redacts, escapes and truncates text that an error shows and that other parties control.

pub(crate) mod cause;
pub(crate) mod redactor;

use crate::redact::redactor::Redactor;

/// The maximum length of a body excerpt, in characters after escaping. It also has at most
/// [`MAX_MESSAGE_BYTES`] bytes.
pub(crate) const MAX_EXCERPT_CHARS: usize = 200;

/// The maximum length of a server's message, in bytes after escaping.
pub(crate) const MAX_MESSAGE_BYTES: usize = 512;

/// How many characters errors show of a name, such as a key.
const MAX_NAME_CHARS: usize = 64;

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

/// A name in quotes, such as a key or a reference.
pub(crate) fn name(text: &str, redactor: &Redactor) -> String {
    let redacted = redactor.redact(scanned(text));
    let mut shown: String = redacted.escape_debug().take(MAX_NAME_CHARS).collect();
    if redacted.escape_debug().nth(MAX_NAME_CHARS).is_some() {
        shown.push('…');
    }
    format!("\"{shown}\"")
}

/// The part of a text that is scanned for secrets.
fn scanned(text: &str) -> &str {
    let mut end = text.len().min(SCAN_LIMIT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// An escaped message of a server, at most [`MAX_MESSAGE_BYTES`] bytes.
pub(crate) fn message(text: &str, redactor: &Redactor) -> String {
    let mut escaped = String::new();
    for c in redactor.redact(scanned(text)).chars() {
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
