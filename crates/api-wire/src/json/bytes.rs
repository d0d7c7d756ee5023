//! The text of bytes that should be UTF-8.

use std::borrow::Cow;

use crate::json::error::{ReadError, ReadErrorKind};

/// What the text may be longer than twice the bytes. Bytes with more errors are no JSON in UTF-8.
const MAX_MORE: usize = 64 * 1024;

/// The text of a JSON document. It is validated once, here.
///
/// Each byte that is not UTF-8 becomes half of a surrogate pair, after the replacement character: `0xe9`
/// is `\u{fffd}\\udce9`. So the string that it is in is a mismatch and is kept, the rest is read, and the
/// text is no JSON if the byte is in a key or outside of strings.
///
/// # Errors
///
/// Kind [`Encoding`](ReadErrorKind::Encoding) if much of it is not UTF-8.
pub fn text_of(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) => with_halves(bytes).map(Cow::Owned),
    }
}

#[cold]
fn with_halves(bytes: &[u8]) -> Result<String, ReadError> {
    let max = bytes.len().saturating_mul(2).saturating_add(MAX_MORE);
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            // The character parts the half from an escape before it: a backslash, or another half.
            text.push_str(&format!("\u{fffd}\\udc{byte:02x}"));
        }
        if text.len() > max {
            return Err(invalid(bytes));
        }
    }
    Ok(text)
}

fn invalid(bytes: &[u8]) -> ReadError {
    let valid = bytes.utf8_chunks().next();
    let offset = valid.map_or(0, |chunk| chunk.valid().len());
    ReadError::located(ReadErrorKind::Encoding, "invalid UTF-8", bytes, offset)
}

impl ReadError {
    /// The error of reading the [`text_of`] of these bytes: if it is no JSON because they are no UTF-8, that
    /// is the error.
    pub fn in_bytes(self, bytes: &[u8]) -> ReadError {
        match (self.kind(), std::str::from_utf8(bytes)) {
            (ReadErrorKind::Syntax, Err(_)) => invalid(bytes),
            _ => self,
        }
    }
}
