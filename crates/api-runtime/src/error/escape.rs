//! Escapes: percent-encoding, those of JSON, of Rust and of JSON pointers, and HTML's references.

/// The value of an escape.
pub(crate) enum Escape {
    Byte(u8),
    Char(char),
}

/// Whether there is an escape anywhere in a text.
pub(crate) fn is_in(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some(start) = rest.iter().position(|byte| b"%~\\&".contains(byte)) {
        rest = rest.get(start..).unwrap_or_default();
        if escape(rest).is_some() {
            return true;
        }
        rest = rest.get(1..).unwrap_or_default();
    }
    false
}

/// The escape at the start, and its length.
pub(crate) fn escape(bytes: &[u8]) -> Option<(Escape, usize)> {
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
