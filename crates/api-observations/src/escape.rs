//! Escapes of the words of a file.

use std::fmt::Write;

/// Appends a word: bytes that would end it, and those that are not ASCII, are escaped as `%20`.
pub(crate) fn push_escaped(out: &mut String, text: &str) {
    for byte in text.bytes() {
        match byte {
            b'%' | b',' | b':' | b'=' | b'"' | 0..=b' ' | 0x7f.. => {
                // Writing to a string cannot fail.
                let _ = write!(out, "%{byte:02x}");
            }
            _ => out.push(char::from(byte)),
        }
    }
}

/// The text of a word. `None` if an escape is invalid, or the text is not UTF-8.
pub(crate) fn unescape(word: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(word.len());
    let mut rest = word.as_bytes();
    while let Some((byte, tail)) = rest.split_first() {
        if *byte != b'%' {
            bytes.push(*byte);
            rest = tail;
            continue;
        }
        let (digits, tail) = tail.split_at_checked(2)?;
        let digits = std::str::from_utf8(digits).ok()?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = tail;
    }
    String::from_utf8(bytes).ok()
}
