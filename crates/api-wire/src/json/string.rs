//! JSON strings: read by a cursor, and written.

use std::borrow::Cow;
use std::fmt::Write;
use std::mem;

use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::json::scan;

impl<'a> Cursor<'a> {
    /// Reads a string. It borrows from the text unless it has escapes.
    #[inline]
    pub fn string(&mut self) -> Result<Cow<'a, str>, ReadError> {
        if let Some(text) = self.plain_string() {
            return Ok(Cow::Borrowed(text));
        }
        self.escaped_string().map(Cow::Owned)
    }

    /// Reads a string if the next value is one without escapes. Else only white space is skipped.
    #[inline]
    pub(crate) fn plain_string(&mut self) -> Option<&'a str> {
        self.skip_whitespace();
        if self.byte() != Some(b'"') {
            return None;
        }
        let start = self.position + 1;
        let (text, rest) = self
            .text
            .get(start..)?
            .split_at_checked(scan::unescaped_len(self.text.as_bytes().get(start..)?))?;
        if rest.as_bytes().first() != Some(&b'"') {
            return None;
        }
        self.position = start + text.len() + 1;
        Some(text)
    }

    /// Reads a string with escapes.
    #[cold]
    fn escaped_string(&mut self) -> Result<String, ReadError> {
        self.expect_quote()?;
        let mut text = mem::take(&mut self.unescaped);
        let capacity = text.capacity();
        text.clear();
        let plain = scan::unescaped_len(self.rest());
        text.push_str(self.skip_text(plain));
        self.escaped(Some(&mut text), false)?;
        self.spend(text.capacity() - capacity)?;
        // Allocated once, at its final size.
        let string = text.as_str().to_owned();
        self.unescaped = text;
        Ok(string)
    }

    /// Skips a string. With `halves`, it may have halves of surrogate pairs.
    #[inline]
    pub(super) fn skip_string(&mut self, halves: bool) -> Result<(), ReadError> {
        self.expect_quote()?;
        self.position += scan::unescaped_len(self.rest());
        if self.byte() == Some(b'"') {
            self.position += 1;
            return Ok(());
        }
        self.escaped(None, halves)
    }

    fn expect_quote(&mut self) -> Result<(), ReadError> {
        self.skip_whitespace();
        if self.byte() != Some(b'"') {
            return Err(self.syntax_error("expected string"));
        }
        self.position += 1;
        Ok(())
    }

    /// The rest of a string, from the first byte that needs attention.
    #[cold]
    fn escaped(&mut self, mut out: Option<&mut String>, halves: bool) -> Result<(), ReadError> {
        loop {
            match self.byte() {
                Some(b'"') => {
                    self.position += 1;
                    return Ok(());
                }
                Some(b'\\') => match scan::escape(self.rest()) {
                    Ok((character, length)) => {
                        self.position += length;
                        match (character, &mut out) {
                            (Some(character), Some(out)) => out.push(character),
                            (None, _) if !halves => {
                                return Err(self.syntax_error("invalid escape"));
                            }
                            _ => {}
                        }
                    }
                    Err(length) => {
                        self.position += length;
                        return Err(self.syntax_error("invalid escape"));
                    }
                },
                _ => return Err(self.syntax_error("control character in a string")),
            }
            let plain = scan::unescaped_len(self.rest());
            let text = self.skip_text(plain);
            if let Some(out) = &mut out {
                out.push_str(text);
            }
        }
    }
}

/// Writes a JSON string.
pub(crate) fn write_string(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    loop {
        let plain = scan::unescaped_len(rest.as_bytes());
        // The next byte is ASCII, so this is a character boundary.
        let (plain, special) = rest.split_at_checked(plain).unwrap_or((rest, ""));
        out.push_str(plain);
        let mut characters = special.chars();
        match characters.next() {
            Some('"') => out.push_str("\\\""),
            Some('\\') => out.push_str("\\\\"),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            // Writing to a string cannot fail.
            Some(other) => drop(write!(out, "\\u{:04x}", u32::from(other))),
            None => break,
        }
        rest = characters.as_str();
    }
    out.push('"');
}
