//! Text without its encodings, which servers add when they echo a value.

use crate::error::encoding::Encoding;
use crate::error::escape::{Escape, escape};

/// The bytes of a text after decoding, each with the part of the text that it is from.
pub(crate) struct DecodedText {
    bytes: Vec<u8>,
    /// The start and end of each byte's part.
    parts: Vec<(usize, usize)>,
}

/// How many layers of escapes are removed. More are not plausible.
const MAX_LAYERS: usize = 4;

/// How many encodings as digits are decoded, such as Base64 in Base64. Each may have layers of
/// escapes inside.
pub(crate) const MAX_ENCODINGS: usize = 2;

impl DecodedText {
    /// The text itself.
    pub(crate) fn new(text: &str) -> Self {
        let parts = text
            .char_indices()
            .flat_map(|(start, c)| std::iter::repeat_n((start, start + c.len_utf8()), c.len_utf8()))
            .collect();
        Self {
            bytes: text.as_bytes().to_vec(),
            parts,
        }
    }

    /// The text itself, then with one layer of escapes removed, with two, and so on.
    pub(crate) fn layers(text: &str) -> Vec<Self> {
        Self::new(text).into_layers()
    }

    fn into_layers(self) -> Vec<Self> {
        let mut layers = vec![self];
        while layers.len() <= MAX_LAYERS {
            match layers.last().and_then(Self::unescape) {
                Some(decoded) => layers.push(decoded),
                None => break,
            }
        }
        layers
    }

    /// Calls `f` with all layers of a text, then with those of each way to decode digits in it.
    pub(crate) fn for_each(text: &str, f: &mut dyn FnMut(&Self)) {
        Self::new(text).visit(MAX_ENCODINGS, f);
    }

    fn visit(self, encodings: usize, f: &mut dyn FnMut(&Self)) {
        let mut layers = self.into_layers();
        layers.iter().for_each(&mut *f);
        // No digit is part of an escape, so that the digits are still whole in the last layer.
        let has_digits = |text: &Self| encodings > 0 && Encoding::is_in(&text.bytes);
        let Some(text) = layers.pop().filter(has_digits) else {
            return;
        };
        drop(layers);
        for (encoding, skipped) in Encoding::ALIGNED {
            if let Some(decoded) = text.decode(encoding, skipped) {
                decoded.visit(encodings - 1, f);
            }
        }
    }

    /// The bytes that digits stand for. `None` if there are none.
    fn decode(&self, encoding: Encoding, skipped: usize) -> Option<Self> {
        let (mut bytes, mut parts) = (Vec::new(), Vec::new());
        encoding.decode(skipped, &self.bytes, &mut |(byte, (start, end))| {
            if let Some(part) = self.part(start, end) {
                bytes.push(byte);
                parts.push(part);
            }
        });
        (!bytes.is_empty()).then_some(Self { bytes, parts })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The part of the text that these bytes are from.
    pub(crate) fn part(&self, start: usize, end: usize) -> Option<(usize, usize)> {
        let first = self.parts.get(start)?;
        let last = self.parts.get(end.checked_sub(1)?)?;
        Some((first.0, last.1))
    }

    /// Removes one layer of escapes. `None` if there are none.
    fn unescape(&self) -> Option<Self> {
        let mut bytes = Vec::with_capacity(self.bytes.len());
        let mut parts = Vec::with_capacity(self.bytes.len());
        let mut rest = &self.bytes[..];
        let mut position = 0;
        let mut has_changed = false;
        while let Some(byte) = rest.first() {
            let (decoded, length) = match escape(rest) {
                Some((Escape::Byte(byte), length)) => (vec![byte], length),
                Some((Escape::Char(c), length)) => (c.to_string().into_bytes(), length),
                None => (Vec::new(), 1),
            };
            has_changed |= !decoded.is_empty();
            let part = self.part(position, position + length)?;
            match decoded.as_slice() {
                [] => {
                    bytes.push(*byte);
                    parts.push(part);
                }
                decoded => {
                    bytes.extend_from_slice(decoded);
                    parts.extend(std::iter::repeat_n(part, decoded.len()));
                }
            }
            position += length;
            rest = rest.get(length..).unwrap_or(&[]);
        }
        has_changed.then_some(Self { bytes, parts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::escape;

    fn decoded(text: &str) -> String {
        let layers = DecodedText::layers(text);
        String::from_utf8_lossy(layers.last().unwrap().bytes()).into_owned()
    }

    #[test]
    fn every_encoding_is_removed() {
        for text in [
            "a/b é",
            "a%2fb%20%C3%a9",
            "a%252Fb%2520%25c3%25A9",
            "a%u002fb %u00e9",
            r"a\/b \u00e9",
            r"a\u002Fb \u{e9}",
            r"a\x2fb é",
            "a~1b é",
            "a&#47;b&#x20;&#xE9;",
            "a&sol;b&#32;&#233;",
            "a&amp;sol;b &#233;",
            r"a\\u002fb é",
        ] {
            assert_eq!(decoded(text), "a/b é", "{text}");
            assert_eq!(escape::is_in(text.as_bytes()), text != "a/b é", "{text}");
        }
        assert_eq!(decoded(r"\ud83d\ude00"), "\u{1f600}");
    }

    #[test]
    fn other_text_is_not_changed() {
        for text in [
            "", "100%", "%zz", "&", "&nosuch;", r"\", r"\q", r"\u12", r"\ud83d", "~", "~2",
        ] {
            assert_eq!(decoded(text), text);
            assert_eq!(DecodedText::layers(text).len(), 1, "{text}");
            assert!(!escape::is_in(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn parts_are_those_of_the_text() {
        let text = "é%2fx";
        let layers = DecodedText::layers(text);
        let part = |start, end| {
            layers[1]
                .part(start, end)
                .map(|(start, end)| &text[start..end])
        };
        assert_eq!(part(0, 1), Some("é"), "a part is a whole character");
        assert_eq!(part(2, 3), Some("%2f"));
        assert_eq!(part(1, 4), Some("é%2fx"));
        assert_eq!(part(3, 9), None);
    }

    /// All bytes that a text can stand for.
    fn decodings(text: &str) -> Vec<(String, String)> {
        let mut decodings = Vec::new();
        DecodedText::for_each(text, &mut |decoded| {
            let bytes = decoded
                .bytes()
                .strip_suffix(b"\0")
                .unwrap_or(decoded.bytes());
            let (start, end) = decoded.part(0, bytes.len().max(1)).unwrap_or_default();
            let bytes = String::from_utf8_lossy(bytes).into_owned();
            decodings.push((bytes, text[start..end].to_owned()));
        });
        decodings
    }

    #[test]
    fn digits_are_decoded_with_their_parts() {
        for (text, decoded, part) in [
            ("is c2VjcmV0.", "secret", "c2VjcmV0"),
            ("is c2VjcmV0cw==.", "secrets", "c2VjcmV0cw=="),
            ("is c2VjcmV0cw.", "secrets", "c2VjcmV0cw"),
            ("is xc2VjcmV0cw%3D%3d", "secrets", "c2VjcmV0cw%3D%3d"),
            ("is c2Vj\r\ncmV0", "secret", "c2Vj\r\ncmV0"),
            ("Pz8_Pz8-Pw", "?????>?", "Pz8_Pz8-Pw"),
            ("736563726574=", "secret", "736563726574"),
            ("f736563726574", "secret", "736563726574"),
            ("73656372657", "secre", "7365637265"),
            ("cyUyNTJmZWNyZXQ=", "s/ecret", "cyUyNTJmZWNyZXQ="),
            ("YzJWamNtVjBjdz09", "secrets", "YzJWamNtVjBjdz09"),
            ("4e7a4d324e54597a", "736563", "4e7a4d324e54597a"),
        ] {
            let expected = (decoded.to_owned(), part.to_owned());
            let decodings = decodings(text);
            assert!(decodings.contains(&expected), "{text}: {decodings:?}");
        }
    }

    #[test]
    fn short_and_other_texts_have_no_digits() {
        for text in ["", "c2Vjc", "73656", "a b c d e f g h i"] {
            assert_eq!(decodings(text).len(), 1, "{text}");
        }
    }

    #[test]
    fn encodings_are_limited() {
        let thrice = "WXpKV2FtTnRWakJqZHowOQ==";
        let decodings = decodings(thrice);
        assert!(decodings.iter().any(|(bytes, _)| bytes == "c2VjcmV0cw=="));
        assert!(!decodings.iter().any(|(bytes, _)| bytes == "secrets"));
    }

    #[test]
    fn layers_are_limited() {
        let text = format!("%{}2f", "25".repeat(1_000));
        assert_eq!(DecodedText::layers(&text).len(), MAX_LAYERS + 1);
    }
}
