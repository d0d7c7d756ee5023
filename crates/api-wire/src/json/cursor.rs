//! The tokenizer: reads the tokens of a JSON text one after the other.
//!
//! Accepts what `serde_json` accepts, with the same recursion limit, except that a number of any
//! size is valid: it stays text. A value that is skipped may have half of a surrogate pair, as in
//! `serde_json`; a key may not. Looks at each byte once.

use std::mem;

use crate::json::budget::MemoryBudget;
use crate::json::error::{Message, ReadError, ReadErrorKind};
use crate::json::kind::Kind;
use crate::json::scan;

/// Depth at which arrays and objects are rejected, that of `serde_json`: it bounds the stack.
pub const DEPTH_LIMIT: u32 = 128;

/// A position in a JSON text, from which values are read in order.
#[derive(Debug)]
pub struct Cursor<'a> {
    pub(super) text: &'a str,
    pub(super) position: usize,
    depth: u32,
    from_form: bool,
    /// Whether the fractional numbers were binary floats.
    has_floats: bool,
    /// The last string with escapes: its memory is used again for the next one.
    pub(super) unescaped: String,
    pub(super) budget: MemoryBudget,
}

/// A position to which a cursor can be reset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    position: usize,
    depth: u32,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of a JSON text, after a byte order mark if there is one. Its values may
    /// take the [default memory](MemoryBudget::for_document).
    pub fn new(text: &'a str) -> Self {
        Cursor::within(text, MemoryBudget::for_document(text.len()))
    }

    /// A cursor over a text whose values may take this much memory.
    pub(crate) fn within(text: &'a str, budget: MemoryBudget) -> Self {
        let position = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Cursor {
            text,
            position,
            depth: 0,
            from_form: false,
            has_floats: false,
            unescaped: String::new(),
            budget,
        }
    }

    /// A cursor over the text of values that a data format passed on, with its fractional numbers as
    /// binary floats.
    pub(crate) fn with_floats(text: &'a str) -> Self {
        Cursor {
            has_floats: true,
            ..Cursor::new(text)
        }
    }

    /// Whether fractional numbers were binary floats.
    #[inline]
    pub(crate) fn has_floats(&self) -> bool {
        self.has_floats
    }

    /// An error about a value that must be exact.
    #[cold]
    pub(crate) fn float_error(&self) -> ReadError {
        let found = "binary float".to_owned();
        // Longer values are cut.
        let expected =
            "exact number or string (`from_str` reads one, unless a type is tagged or flattened)";
        self.error(ReadErrorKind::Strict, Message::Mismatch { expected, found })
    }

    /// A cursor over a value of a form, where every value is a string.
    pub(crate) fn from_form(text: &'a str) -> Self {
        Cursor {
            from_form: true,
            ..Cursor::new(text)
        }
    }

    /// Whether the text is from a form, which does not distinguish a number from a string.
    pub(crate) fn is_from_form(&self) -> bool {
        self.from_form
    }

    #[inline]
    pub(super) fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.position..).unwrap_or(&[])
    }

    #[inline]
    pub(super) fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    #[inline]
    pub(super) fn slice(&self, from: usize) -> &'a str {
        // Both ends are next to an ASCII byte, so they are character boundaries.
        self.text.get(from..self.position).unwrap_or("")
    }

    /// Skips bytes and returns their text.
    pub(super) fn skip_text(&mut self, length: usize) -> &'a str {
        let start = self.position;
        self.position += length;
        self.slice(start)
    }

    #[inline]
    pub(super) fn skip_whitespace(&mut self) {
        // Most texts have none, so its loop is not in the code of each token.
        if let Some(0..=b' ') = self.byte() {
            self.skip_spaces();
        }
    }

    #[inline(never)]
    fn skip_spaces(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.position += 1;
        }
    }

    /// An error at the current position.
    #[cold]
    pub(crate) fn error(&self, kind: ReadErrorKind, message: impl Into<Message>) -> ReadError {
        ReadError::located(kind, message, self.text.as_bytes(), self.position)
    }

    /// An error about a wrapper whose value has another kind.
    #[cold]
    pub(crate) fn wrapper_error(&mut self, expected: &'static str) -> ReadError {
        match self.kind() {
            Ok(kind) => {
                let found = kind.name().to_owned();
                self.error(
                    ReadErrorKind::Wrapper,
                    Message::Mismatch { expected, found },
                )
            }
            Err(error) => error,
        }
    }

    #[cold]
    pub(super) fn syntax_error(&self, message: &'static str) -> ReadError {
        if self.position >= self.text.len() {
            return self.error(ReadErrorKind::Syntax, "unexpected end of input");
        }
        self.error(ReadErrorKind::Syntax, message)
    }

    /// The position of the next value.
    #[inline]
    pub(crate) fn mark(&mut self) -> Mark {
        self.skip_whitespace();
        Mark {
            position: self.position,
            depth: self.depth,
        }
    }

    /// Moves back to a position.
    pub(crate) fn reset(&mut self, mark: Mark) {
        self.position = mark.position;
        self.depth = mark.depth;
    }

    /// The kind of the next value, without consuming it.
    #[inline]
    pub fn kind(&mut self) -> Result<Kind, ReadError> {
        self.skip_whitespace();
        let kind = self.byte().and_then(Kind::starting_with);
        kind.ok_or_else(|| self.syntax_error("expected value"))
    }

    #[inline]
    fn literal(&mut self, word: &'static str) -> Result<(), ReadError> {
        if self.rest().starts_with(word.as_bytes()) {
            self.position += word.len();
            return Ok(());
        }
        Err(self.literal_error(word))
    }

    #[cold]
    fn literal_error(&mut self, word: &'static str) -> ReadError {
        // The error is at the byte that differs, which is always a character boundary.
        let same = self
            .rest()
            .iter()
            .zip(word.bytes())
            .take_while(|(a, b)| **a == *b);
        self.position += same.count();
        self.syntax_error("expected value")
    }

    /// Reads `null`.
    pub fn null(&mut self) -> Result<(), ReadError> {
        self.skip_whitespace();
        self.literal("null")
    }

    /// Reads `true` or `false`.
    pub fn bool(&mut self) -> Result<bool, ReadError> {
        self.skip_whitespace();
        if self.byte() == Some(b't') {
            self.literal("true").map(|()| true)
        } else {
            self.literal("false").map(|()| false)
        }
    }

    /// Reads a number as its text.
    #[inline]
    pub fn number(&mut self) -> Result<&'a str, ReadError> {
        self.skip_whitespace();
        let start = self.position;
        match scan::number_len(self.rest()) {
            Ok(length) => {
                self.position += length;
                Ok(self.slice(start))
            }
            Err(length) => {
                self.position += length;
                Err(self.syntax_error("invalid number"))
            }
        }
    }

    /// Enters an array or object, whose [`Kind`] is known.
    #[inline]
    pub fn enter(&mut self) -> Result<(), ReadError> {
        self.depth += 1;
        if self.depth >= DEPTH_LIMIT {
            return Err(self.error(ReadErrorKind::Depth, "recursion limit exceeded"));
        }
        self.position += 1;
        Ok(())
    }

    /// Moves to the next item of an array; `false` at its end.
    #[inline]
    pub fn next_item(&mut self, first: &mut bool) -> Result<bool, ReadError> {
        self.skip_whitespace();
        match self.byte() {
            Some(b']') => {
                self.position += 1;
                self.depth = self.depth.saturating_sub(1);
                Ok(false)
            }
            Some(b',') if !*first => {
                self.position += 1;
                Ok(true)
            }
            Some(_) if mem::take(first) => Ok(true),
            _ => Err(self.syntax_error("expected `,` or `]`")),
        }
    }

    /// Moves to the key of the next member of an object; `false` at its end.
    #[inline]
    pub fn next_member(&mut self, first: &mut bool) -> Result<bool, ReadError> {
        self.skip_whitespace();
        match self.byte() {
            Some(b'}') => {
                self.position += 1;
                self.depth = self.depth.saturating_sub(1);
                return Ok(false);
            }
            Some(b',') if !*first => {
                self.position += 1;
                self.skip_whitespace();
            }
            Some(_) if mem::take(first) => {}
            _ => return Err(self.syntax_error("expected `,` or `}`")),
        }
        match self.byte() {
            Some(b'"') => Ok(true),
            _ => Err(self.syntax_error("key must be a string")),
        }
    }

    /// Skips a text if it is next. Its last byte is ASCII.
    #[inline(always)]
    pub(crate) fn skip_if(&mut self, text: &[u8]) -> bool {
        let found = match self.rest().split_at_checked(text.len()) {
            Some((next, _)) => scan::is_same(next, text),
            None => false,
        };
        if found {
            self.position += text.len();
        }
        found
    }

    /// Whether a comma is directly before the cursor.
    #[inline]
    pub(crate) fn is_after_comma(&self) -> bool {
        self.text.as_bytes().get(self.position.wrapping_sub(1)) == Some(&b',')
    }

    /// Skips the colon after a key.
    #[inline]
    pub fn expect_colon(&mut self) -> Result<(), ReadError> {
        if self.byte() != Some(b':') {
            self.skip_whitespace();
            if self.byte() != Some(b':') {
                return Err(self.syntax_error("expected `:`"));
            }
        }
        self.position += 1;
        Ok(())
    }

    /// Whether the value of the key that was just read is an array; the position stays as it is.
    pub(crate) fn value_is_array(&mut self) -> Result<bool, ReadError> {
        let mark = self.mark();
        self.expect_colon()?;
        let kind = self.kind()?;
        self.reset(mark);
        Ok(kind == Kind::Array)
    }

    /// Checks that only white space follows: a text is one document.
    pub fn end(&mut self) -> Result<(), ReadError> {
        self.skip_whitespace();
        if self.position < self.text.len() {
            return Err(self.error(ReadErrorKind::Syntax, "trailing characters"));
        }
        Ok(())
    }
}
