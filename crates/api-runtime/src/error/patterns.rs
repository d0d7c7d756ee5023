//! What a text is searched for, to redact it.

use api_wire::Secret;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::error::decoded_text::{DecodedText, MAX_ENCODINGS};
use crate::error::encoding::Encoding;
use crate::error::escape;

/// Shorter texts are ordinary words, whose redaction would spoil every message.
pub(crate) const MIN_SECRET_LEN: usize = 4;

/// The length from which a part of a secret is redacted, in bytes.
pub(crate) const PART_LEN: usize = 8;

/// Shorter secrets of letters only may be a word, which is in names of fields as well.
const MIN_RANDOM_LEN: usize = 16;

/// What is searched for. All bytes are folded.
#[derive(Clone, Default)]
pub(crate) struct Patterns {
    /// All runs of `PART_LEN` bytes of secrets, sorted.
    parts: Vec<[u8; PART_LEN]>,
    /// What is found whole only, sorted.
    wholes: Vec<(Vec<u8>, Boundary)>,
    prefixes: Prefixes,
}

/// Where a pattern may start and end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Boundary {
    /// Anywhere.
    Any,
    /// Where a word does.
    Word,
    /// Where an identifier does, such as the name of a field: not beside an underscore either.
    Identifier,
}

impl Patterns {
    pub(crate) fn new(secrets: &[Secret], personal: &[Secret]) -> Self {
        let mut patterns = Self::default();
        for secret in secrets {
            // The secret may look encoded itself; then the text is decoded too far.
            for layer in DecodedText::layers(secret.expose()) {
                patterns.add_secret(layer.bytes());
            }
            // Base64 in another case cannot be decoded.
            for offset in 0..3 {
                let digits = base64_digits(secret.expose().as_bytes(), offset);
                patterns.add_parts(&digits);
            }
        }
        for text in personal {
            let text = text.expose();
            for layer in DecodedText::layers(text) {
                patterns.add_whole(layer.bytes(), Boundary::Word);
            }
            if !text.is_ascii() {
                // Only the case of ASCII letters is folded.
                patterns.add_whole(text.to_lowercase().as_bytes(), Boundary::Word);
                patterns.add_whole(text.to_uppercase().as_bytes(), Boundary::Word);
            }
        }
        patterns.parts.sort_unstable();
        patterns.parts.dedup();
        patterns.wholes.sort_unstable();
        patterns.wholes.dedup();
        patterns
    }

    fn add_secret(&mut self, bytes: &[u8]) {
        let may_be_word = bytes.len() < MIN_RANDOM_LEN && bytes.iter().all(u8::is_ascii_alphabetic);
        if may_be_word {
            self.add_whole(bytes, Boundary::Identifier);
        } else if bytes.len() < PART_LEN {
            self.add_whole(bytes, Boundary::Any);
        } else {
            self.add_parts(bytes);
        }
    }

    fn add_parts(&mut self, bytes: &[u8]) {
        for part in folded(bytes).windows(PART_LEN) {
            self.prefixes.add(part);
            self.parts.extend(part.first_chunk());
        }
    }

    fn add_whole(&mut self, bytes: &[u8], boundary: Boundary) {
        if bytes.len() >= MIN_SECRET_LEN {
            let bytes = folded(bytes);
            self.prefixes.add(&bytes);
            self.wholes.push((bytes, boundary));
        }
    }

    /// Whether something would be found in the text. Most texts have neither a pattern nor an escape,
    /// and a response can have many of them.
    pub(crate) fn may_be_in(&self, text: &str) -> bool {
        self.may_be_in_bytes(text.as_bytes(), MAX_ENCODINGS)
    }

    fn may_be_in_bytes(&self, bytes: &[u8], encodings: usize) -> bool {
        let may_be_decoded = |(encoding, skipped): (Encoding, usize)| {
            let mut decoded = Vec::with_capacity(bytes.len());
            encoding.decode(skipped, bytes, &mut |(byte, _)| decoded.push(byte));
            !decoded.is_empty() && self.may_be_in_bytes(&decoded, encodings - 1)
        };
        escape::is_in(bytes)
            || (0..bytes.len()).any(|start| self.end_at(bytes, start).is_some())
            || encodings > 0
                && Encoding::is_in(bytes)
                && Encoding::ALIGNED.into_iter().any(may_be_decoded)
    }

    /// Appends the parts of the text that are to be replaced.
    pub(crate) fn find(&self, text: &DecodedText, found: &mut Vec<(usize, usize)>) {
        for start in 0..text.bytes().len() {
            if let Some(end) = self.end_at(text.bytes(), start) {
                found.extend(text.part(start, end));
            }
        }
    }

    /// The end of the longest pattern that starts here.
    fn end_at(&self, bytes: &[u8], start: usize) -> Option<usize> {
        let rest = bytes.get(start..)?;
        let prefix = rest.first_chunk()?.map(fold);
        if !self.prefixes.may_have(prefix) {
            return None;
        }
        let part = rest.first_chunk().map(|part| part.map(fold));
        let part = part.filter(|part| self.parts.binary_search(part).is_ok());
        let first = self
            .wholes
            .partition_point(|(whole, _)| whole.as_slice() < prefix.as_slice());
        let wholes = self.wholes.iter().skip(first);
        let ends = wholes
            .take_while(|(whole, _)| whole.starts_with(&prefix))
            .filter_map(|(whole, boundary)| {
                let run = rest.get(..whole.len())?;
                let is_equal = run
                    .iter()
                    .zip(whole)
                    .all(|(byte, known)| fold(*byte) == *known);
                let end = start + whole.len();
                (is_equal && boundary.is_around(bytes, start, end)).then_some(end)
            });
        ends.chain(part.map(|part| start + part.len())).max()
    }
}

impl Boundary {
    fn is_around(self, bytes: &[u8], start: usize, end: usize) -> bool {
        let before = start.checked_sub(1).and_then(|before| bytes.get(before));
        let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
        let mut around = before.into_iter().chain(bytes.get(end));
        match self {
            Self::Any => true,
            Self::Word => !around.any(is_of_word),
            Self::Identifier => !around.any(|byte| is_of_word(byte) || *byte == b'_'),
        }
    }
}

/// The first bytes of all patterns, as a set with false positives.
#[derive(Clone)]
struct Prefixes([u64; 64]);

impl Prefixes {
    fn add(&mut self, pattern: &[u8]) {
        if let Some(prefix) = pattern.first_chunk() {
            let (word, bit) = Self::place(*prefix);
            if let Some(word) = self.0.get_mut(word) {
                *word |= bit;
            }
        }
    }

    fn may_have(&self, prefix: [u8; MIN_SECRET_LEN]) -> bool {
        let (word, bit) = Self::place(prefix);
        self.0.get(word).is_some_and(|word| word & bit != 0)
    }

    fn place(prefix: [u8; MIN_SECRET_LEN]) -> (usize, u64) {
        // Fibonacci hashing.
        let hash = u32::from_le_bytes(prefix).wrapping_mul(0x9e37_79b1) >> 20;
        ((hash / 64) as usize, 1 << (hash % 64))
    }
}

impl Default for Prefixes {
    fn default() -> Self {
        Self([0; 64])
    }
}

/// The digits of Base64 that a secret determines, if `offset` other bytes precede it.
fn base64_digits(secret: &[u8], offset: usize) -> Vec<u8> {
    let mut bytes = vec![0; offset];
    bytes.extend_from_slice(secret);
    let text = STANDARD.encode(&bytes).into_bytes();
    let (start, end) = ((offset * 8).div_ceil(6), bytes.len() * 8 / 6);
    text.get(start..end).unwrap_or_default().to_vec()
}

/// The same bytes for texts that differ in case, in the alphabet of Base64, or in the encoding of
/// spaces.
fn folded(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().copied().map(fold).collect()
}

fn fold(byte: u8) -> u8 {
    FOLDED.get(usize::from(byte)).copied().unwrap_or(byte)
}

const FOLDED: [u8; 256] = {
    let mut folded = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        folded[byte] = match byte as u8 {
            b'-' | b' ' => b'+',
            b'_' => b'/',
            other => other.to_ascii_lowercase(),
        };
        byte += 1;
    }
    folded
};
