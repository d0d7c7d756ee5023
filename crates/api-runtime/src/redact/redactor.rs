//! Replaces secrets in text that an error shows, in case the server echoed them.

use std::fmt;

use api_wire::Secret;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

const REPLACEMENT: &str = "[hidden]";

/// Shorter texts are ordinary words, whose redaction would spoil every message.
const MIN_LEN: usize = 4;

/// Shorter values may be an ordinary word: they are found as whole words only.
const MIN_RANDOM_LEN: usize = 16;

/// Longer values are found by their parts of this length, so that the search takes no long time.
const MAX_LEN: usize = 256;

/// From this length on, a part of a URL with a digit may be a secret.
const MIN_URL_PART_LEN: usize = 8;

/// Replaces secrets, and personal data of the request, in text that an error shows.
///
/// A value is recognized as it was sent, in any case, percent-encoded or with the escapes of JSON, and a
/// secret also in Base64. Values are found as whole words, so that no other word loses a part;
/// secrets of 16 bytes or more, which are in no other word, anywhere.
#[derive(Clone, Default)]
pub(crate) struct Redactor {
    patterns: Vec<Pattern>,
}

#[derive(Clone, PartialEq)]
struct Pattern {
    value: Secret,
    is_word: bool,
}

impl Redactor {
    /// Adds a secret.
    pub(crate) fn add(&mut self, text: &str) {
        if text.len() >= MIN_LEN {
            self.push(text, text.len() < MIN_RANDOM_LEN);
            self.add_base64(&STANDARD.encode(text));
        }
    }

    /// Adds a secret in Base64, with and without its padding.
    pub(crate) fn add_base64(&mut self, encoded: &str) {
        for text in [encoded, encoded.trim_end_matches('=')] {
            self.push(text, text.len() < MIN_RANDOM_LEN);
        }
    }

    /// Adds personal data, which may be an ordinary word whatever its length is.
    pub(crate) fn add_personal(&mut self, text: &str) {
        if text.len() >= MIN_LEN {
            self.push(text, true);
            if !text.is_ascii() {
                self.push(&text.to_lowercase(), true);
                self.push(&text.to_uppercase(), true);
            }
        }
    }

    /// Adds a secret that may be a URL: then all of it, and the parts that may be secrets. Its host and
    /// the words of its path are also in other texts, which would be unreadable without them.
    pub(crate) fn add_url(&mut self, url: &str) {
        let Some((_, address)) = url.split_once("://") else {
            return self.add(url);
        };
        self.add(url);
        let (authority, path) = address.split_once('/').unwrap_or((address, ""));
        let (user, _) = authority.rsplit_once('@').unwrap_or_default();
        self.add(user);
        user.split(':').for_each(|part| self.add(part));
        for part in path.split(['/', '?', '&', '=', '#']) {
            let has_digit = part.bytes().any(|byte| byte.is_ascii_digit());
            if part.len() >= MIN_RANDOM_LEN || part.len() >= MIN_URL_PART_LEN && has_digit {
                self.add(part);
            }
        }
    }

    fn push(&mut self, text: &str, is_word: bool) {
        let parts = text.len().div_ceil(MAX_LEN);
        let length = text.len().div_ceil(parts);
        let mut rest = text;
        while rest.len() >= MIN_LEN {
            let end = (length..rest.len()).find(|end| rest.is_char_boundary(*end));
            let (part, after) = rest.split_at(end.unwrap_or(rest.len()));
            let pattern = Pattern {
                value: Secret::from(part),
                is_word: is_word && parts == 1,
            };
            if !self.patterns.contains(&pattern) {
                self.patterns.push(pattern);
            }
            rest = after;
        }
    }

    /// Adds all that another redactor replaces.
    pub(crate) fn extend(&mut self, other: &Redactor) {
        self.patterns.extend_from_slice(&other.patterns);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// The text with every secret replaced. Decoded data is never redacted.
    pub(crate) fn redact(&self, text: &str) -> String {
        let end_at = |start| {
            let patterns = self.patterns.iter();
            patterns.filter_map(move |pattern| pattern.end_in(text.as_bytes(), start))
        };
        let found = (0..text.len()).filter_map(|start| Some((start, end_at(start).max()?)));
        let mut found = found.peekable();
        let mut redacted = String::with_capacity(text.len());
        let mut shown_to = 0;
        while let Some((start, mut end)) = found.next() {
            // Those that overlap or touch are replaced at once.
            while let Some((_, next_end)) = found.next_if(|(next_start, _)| *next_start <= end) {
                end = end.max(next_end);
            }
            redacted.push_str(text.get(shown_to..start).unwrap_or_default());
            redacted.push_str(REPLACEMENT);
            shown_to = end;
        }
        redacted.push_str(text.get(shown_to..).unwrap_or_default());
        redacted
    }
}

impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Redactor")
    }
}

impl Pattern {
    /// The end of the value, if it starts here in a text. It may look escaped itself.
    fn end_in(&self, text: &[u8], start: usize) -> Option<usize> {
        let end = self.end_with(text, start, plain);
        let end = end.or_else(|| self.end_with(text, start, escaped))?;
        (!self.is_word || self.is_whole(text, start, end)).then_some(end)
    }

    fn end_with(
        &self,
        text: &[u8],
        start: usize,
        length: fn(&[u8], u8) -> Option<usize>,
    ) -> Option<usize> {
        let mut value = self.value.expose().bytes();
        value.try_fold(start, |end, byte| {
            Some(end + length(text.get(end..)?, byte)?)
        })
    }

    /// Whether no word continues before or after the value.
    fn is_whole(&self, text: &[u8], start: usize, end: usize) -> bool {
        let (before, after) = (text.get(..start), text.get(end));
        let value = self.value.expose().as_bytes();
        let continues_before = match before.unwrap_or_default() {
            [.., b'%', high, low] if hex(*high, *low).is_some() => false,
            [.., b'\\', b'n' | b'r' | b't'] => false,
            [.., byte] => is_of_word(byte),
            [] => false,
        };
        !(continues_before && value.first().is_some_and(is_of_word)
            || after.is_some_and(is_of_word) && value.last().is_some_and(is_of_word))
    }
}

fn is_of_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii()
}

/// The length of a byte at the start of a text, in any case and in either alphabet of Base64.
fn plain(text: &[u8], byte: u8) -> Option<usize> {
    (folded(*text.first()?) == folded(byte)).then_some(1)
}

/// The length of what stands for a byte: itself, or its escape in URLs, in JSON or in JSON pointers.
fn escaped(text: &[u8], byte: u8) -> Option<usize> {
    match (text, byte) {
        ([b'%', high, low, ..], _)
            if hex(*high, *low).is_some_and(|decoded| folded(decoded) == folded(byte)) =>
        {
            Some(3)
        }
        ([b'\\', b'/' | b'\\' | b'"', ..], _) if text.get(1) == Some(&byte) => Some(2),
        ([b'~', b'1', ..], b'/') | ([b'~', b'0', ..], b'~') => Some(2),
        ([b'+', ..], b' ') => Some(1),
        _ => plain(text, byte),
    }
}

fn hex(high: u8, low: u8) -> Option<u8> {
    let digit = |byte| u8::try_from(char::from(byte).to_digit(16)?).ok();
    Some(digit(high)? * 16 + digit(low)?)
}

fn folded(byte: u8) -> u8 {
    match byte {
        b'-' => b'+',
        b'_' => b'/',
        other => other.to_ascii_lowercase(),
    }
}
