//! Text without its encodings, which servers add when they echo a value.

use crate::error::escape::{Escape, escape};

/// The bytes of a text after decoding, each with the part of the text that it is from.
pub(crate) struct DecodedText {
    bytes: Vec<u8>,
    /// The start and end of each byte's part.
    parts: Vec<(usize, usize)>,
}

/// How often a text is decoded. More layers are not plausible.
const MAX_LAYERS: usize = 4;

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

    /// The text itself, then with one layer of encodings removed, with two, and so on.
    pub(crate) fn layers(text: &str) -> Vec<Self> {
        let mut layers = vec![Self::new(text)];
        while layers.len() <= MAX_LAYERS
            && let Some(decoded) = layers.last().and_then(Self::decode)
        {
            layers.push(decoded);
        }
        layers
    }

    /// Whether a text can have an escape.
    pub(crate) fn may_decode(text: &str) -> bool {
        text.bytes().any(|byte| b"%~\\&".contains(&byte))
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

    /// Removes one layer of encodings: percent-encoding, the escapes of JSON, of Rust and of JSON
    /// pointers, and HTML's references. `None` if there are none.
    fn decode(&self) -> Option<Self> {
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
            assert_eq!(DecodedText::may_decode(text), text != "a/b é", "{text}");
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

    #[test]
    fn layers_are_limited() {
        let text = format!("%{}2f", "25".repeat(1_000));
        assert_eq!(DecodedText::layers(&text).len(), MAX_LAYERS + 1);
    }
}
