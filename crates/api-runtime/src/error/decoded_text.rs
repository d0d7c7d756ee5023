//! Text without its encodings, which servers add when they echo a value.

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

/// The value of an escape.
enum Escape {
    Byte(u8),
    Char(char),
}

/// The escape at the start, and its length.
fn escape(bytes: &[u8]) -> Option<(Escape, usize)> {
    match bytes {
        [b'%', b'u', rest @ ..] => utf16(rest, 4).map(|c| (Escape::Char(c), 6)),
        [b'%', rest @ ..] => {
            let byte = u8::try_from(hex(rest.get(..2)?)?).ok()?;
            Some((Escape::Byte(byte), 3))
        }
        [b'~', b'0', ..] => Some((Escape::Byte(b'~'), 2)),
        [b'~', b'1', ..] => Some((Escape::Byte(b'/'), 2)),
        [b'\\', rest @ ..] => backslash(rest).map(|(escape, length)| (escape, length + 1)),
        [b'&', rest @ ..] => reference(rest).map(|(c, length)| (Escape::Char(c), length + 1)),
        _ => None,
    }
}

/// The rest of an escape with a backslash.
fn backslash(rest: &[u8]) -> Option<(Escape, usize)> {
    let byte = match rest {
        [b'u', b'{', rest @ ..] => {
            let digits = rest.iter().position(|byte| *byte == b'}')?;
            let c = char::from_u32(hex(rest.get(..digits.min(6))?)?)?;
            return Some((Escape::Char(c), digits + 3));
        }
        [b'u', rest @ ..] => {
            if let Some(c) = utf16(rest, 4) {
                return Some((Escape::Char(c), 5));
            }
            let [high, low] = [rest.get(..4)?, rest.get(6..10)?].map(hex);
            let is_pair = rest.get(4..6)? == b"\\u";
            let units = [u16::try_from(high?).ok()?, u16::try_from(low?).ok()?];
            let c = char::decode_utf16(units).next()?.ok()?;
            return is_pair.then_some((Escape::Char(c), 11));
        }
        [b'x', rest @ ..] => {
            let byte = u8::try_from(hex(rest.get(..2)?)?).ok()?;
            return Some((Escape::Byte(byte), 3));
        }
        [b'n', ..] => b'\n',
        [b'r', ..] => b'\r',
        [b't', ..] => b'\t',
        [b'0', ..] => 0,
        [byte @ (b'\\' | b'/' | b'"' | b'\''), ..] => *byte,
        _ => return None,
    };
    Some((Escape::Byte(byte), 1))
}

/// The rest of a character reference of HTML.
fn reference(rest: &[u8]) -> Option<(char, usize)> {
    /// Names of characters that credentials have.
    const NAMES: [(&[u8], char); 12] = [
        (b"amp", '&'),
        (b"lt", '<'),
        (b"gt", '>'),
        (b"quot", '"'),
        (b"apos", '\''),
        (b"sol", '/'),
        (b"plus", '+'),
        (b"equals", '='),
        (b"lowbar", '_'),
        (b"colon", ':'),
        (b"period", '.'),
        (b"num", '#'),
    ];
    let length = rest.iter().take(10).position(|byte| *byte == b';')?;
    let name = rest.get(..length)?;
    let c = match name {
        [b'#', b'x' | b'X', digits @ ..] => char::from_u32(hex(digits)?)?,
        [b'#', digits @ ..] => {
            let digits = std::str::from_utf8(digits).ok()?;
            char::from_u32(digits.parse().ok()?)?
        }
        name => NAMES.iter().find(|(known, _)| *known == name)?.1,
    };
    Some((c, length + 1))
}

/// A character of one UTF-16 unit.
fn utf16(bytes: &[u8], digits: usize) -> Option<char> {
    char::from_u32(hex(bytes.get(..digits)?)?)
}

/// A number in hexadecimal digits of any case.
fn hex(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() || digits.len() > 6 {
        return None;
    }
    digits.iter().try_fold(0, |number, digit| {
        Some(number * 16 + char::from(*digit).to_digit(16)?)
    })
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
