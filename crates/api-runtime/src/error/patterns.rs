//! What a text is searched for, to redact it.

use api_wire::Secret;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::error::decoded_text::DecodedText;

/// Shorter texts are ordinary words, whose redaction would spoil every message.
pub(crate) const MIN_SECRET_LEN: usize = 4;

/// The length from which a part of a secret is redacted, in bytes.
pub(crate) const PART_LEN: usize = 8;

/// What is searched for.
#[derive(Clone, Default)]
pub(crate) struct Patterns {
    /// All runs of `PART_LEN` bytes of secrets, sorted.
    parts: Vec<[u8; PART_LEN]>,
    /// The same of their Base64 text.
    base64_parts: Vec<[u8; PART_LEN]>,
    /// Secrets that are shorter than a part.
    short: Vec<Vec<u8>>,
    /// Whole words.
    words: Vec<Vec<u8>>,
}

impl Patterns {
    pub(crate) fn new(secrets: &[Secret], personal: &[Secret]) -> Self {
        let mut patterns = Self::default();
        for secret in secrets {
            let secret = secret.expose();
            // The secret may look encoded itself; then the text is decoded too far.
            for layer in DecodedText::layers(secret) {
                patterns.add(layer.bytes());
            }
            for offset in 0..3 {
                patterns.add_base64(&base64_core(secret.as_bytes(), offset));
            }
            let digits: String = secret.bytes().map(|byte| format!("{byte:02x}")).collect();
            patterns.add(digits.as_bytes());
        }
        for text in personal {
            for layer in DecodedText::layers(text.expose()) {
                patterns.words.push(folded(layer.bytes()));
            }
        }
        for parts in [&mut patterns.parts, &mut patterns.base64_parts] {
            parts.sort_unstable();
            parts.dedup();
        }
        patterns
    }

    fn add(&mut self, bytes: &[u8]) {
        let bytes = folded(bytes);
        if bytes.len() >= PART_LEN {
            self.parts.extend(parts(&bytes));
        } else if bytes.len() >= MIN_SECRET_LEN {
            self.short.push(bytes);
        }
    }

    fn add_base64(&mut self, text: &[u8]) {
        let text = folded(text);
        if text.len() >= PART_LEN {
            self.base64_parts.extend(parts(&text));
        } else if text.len() > MIN_SECRET_LEN {
            self.short.push(text);
        }
    }

    /// Whether the text has to be searched. Most texts have neither a part nor an escape, and a
    /// response can have many of them.
    pub(crate) fn may_be_in(&self, text: &str) -> bool {
        if !self.short.is_empty() || !self.words.is_empty() || DecodedText::may_decode(text) {
            return true;
        }
        parts(text.as_bytes()).any(|part| {
            let part = part.map(fold);
            self.parts.binary_search(&part).is_ok()
                || self.base64_parts.binary_search(&part).is_ok()
        })
    }

    /// Appends the parts of the text that are to be replaced.
    pub(crate) fn find(&self, text: &DecodedText, found: &mut Vec<(usize, usize)>) {
        let bytes = folded(text.bytes());
        let mut add = |start, end| found.extend(text.part(start, end));
        for (start, part) in parts(&bytes).enumerate() {
            if self.parts.binary_search(&part).is_ok() {
                add(start, start + PART_LEN);
            }
            if self.base64_parts.binary_search(&part).is_ok() {
                let (start, end) = base64_ends(text.bytes(), start, start + PART_LEN);
                add(start, end);
            }
        }
        for short in &self.short {
            for (start, run) in bytes.windows(short.len()).enumerate() {
                if run == short {
                    add(start, start + short.len());
                }
            }
        }
        for word in &self.words {
            for (start, run) in bytes.windows(word.len()).enumerate() {
                let end = start + word.len();
                let before = start.checked_sub(1).and_then(|before| bytes.get(before));
                let is_in_word = |byte: Option<&u8>| byte.is_some_and(|byte| is_of_word(*byte));
                if run == word && !is_in_word(before) && !is_in_word(bytes.get(end)) {
                    add(start, end);
                }
            }
        }
    }
}

/// All runs of `PART_LEN` bytes.
fn parts(bytes: &[u8]) -> impl Iterator<Item = [u8; PART_LEN]> {
    bytes
        .windows(PART_LEN)
        .filter_map(|window| window.try_into().ok())
}

/// The same bytes for texts that differ in case, in the alphabet of Base64, or in the encoding of
/// spaces.
fn folded(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().copied().map(fold).collect()
}

fn fold(byte: u8) -> u8 {
    match byte {
        b'-' | b' ' => b'+',
        b'_' => b'/',
        other => other.to_ascii_lowercase(),
    }
}

fn is_of_word(folded: u8) -> bool {
    folded.is_ascii_alphanumeric() || !folded.is_ascii()
}

/// The characters of Base64 that a secret determines, if `offset` other bytes precede it.
fn base64_core(secret: &[u8], offset: usize) -> Vec<u8> {
    let mut bytes = vec![0; offset];
    bytes.extend_from_slice(secret);
    let text = STANDARD.encode(&bytes).into_bytes();
    let start = (offset * 8).div_ceil(6);
    let end = bytes.len() * 8 / 6;
    text.get(start..end).unwrap_or_default().to_vec()
}

/// Extends a run of Base64 by the characters that a secret determines in part, and by padding.
fn base64_ends(bytes: &[u8], start: usize, end: usize) -> (usize, usize) {
    let is_base64 = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+/-_".contains(byte);
    let before = bytes.get(..start).unwrap_or_default().iter().rev();
    let after = bytes.get(end..).unwrap_or_default();
    let more = after.iter().take(1).take_while(is_base64).count();
    let padding = after
        .iter()
        .skip(more)
        .take(2)
        .take_while(|byte| **byte == b'=');
    (
        start - before.take(1).take_while(is_base64).count(),
        end + more + padding.count(),
    )
}
