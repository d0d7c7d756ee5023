//! The tokenizer: a place in a JSON text, and the steps that can be taken from it.
//!
//! It accepts what `serde_json` accepts (numbers of any size apart, which stay text here), with
//! the same limit of depth, and it looks at every byte once.

use std::borrow::Cow;

use crate::json::error::{Message, ReadError, ReadErrorKind};
use crate::json::scan;

/// How deep lists and objects may nest: the level of this number is refused.
///
/// It is the limit of `serde_json`, and it keeps hostile text from using up the stack.
pub const DEPTH_LIMIT: u32 = 128;

/// The six kinds of JSON values, told by their first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    /// The word for it in errors.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Bool => "boolean",
            Kind::Number => "number",
            Kind::String => "string",
            Kind::Array => "array",
            Kind::Object => "object",
        }
    }
}

/// A place in a JSON text, from which values are read in their order.
#[derive(Debug)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
    from_form: bool,
}

/// A place to which a cursor can go back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    at: usize,
    depth: u32,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of a JSON text. A byte order mark is stepped over.
    pub fn new(text: &'a str) -> Self {
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Cursor {
            text,
            at,
            depth: 0,
            from_form: false,
        }
    }

    /// A cursor over a value of a form, where everything is text.
    pub(crate) fn from_form(text: &'a str) -> Self {
        Cursor {
            from_form: true,
            ..Cursor::new(text)
        }
    }

    /// Whether the text comes from a form, where a number cannot be told from its text.
    pub(crate) fn is_from_form(&self) -> bool {
        self.from_form
    }

    #[inline]
    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or(&[])
    }

    #[inline]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    fn slice(&self, from: usize) -> &'a str {
        // Both ends lie beside an ASCII byte, so this is always a slice.
        self.text.get(from..self.at).unwrap_or("")
    }

    #[inline]
    fn skip_whitespace(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.at += 1;
        }
    }

    /// An error at this place.
    #[cold]
    pub(crate) fn error(&self, kind: ReadErrorKind, message: impl Into<Message>) -> ReadError {
        ReadError::at(kind, message, self.text, self.at)
    }

    /// An error about a value of another kind than expected at this place.
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
    fn syntax_error(&self, message: &'static str) -> ReadError {
        if self.at >= self.text.len() {
            return self.error(ReadErrorKind::Syntax, "unexpected end of input");
        }
        self.error(ReadErrorKind::Syntax, message)
    }

    /// The place of the value that comes next.
    pub(crate) fn mark(&mut self) -> Mark {
        self.skip_whitespace();
        Mark {
            at: self.at,
            depth: self.depth,
        }
    }

    /// Goes back to a place.
    pub(crate) fn reset(&mut self, mark: Mark) {
        self.at = mark.at;
        self.depth = mark.depth;
    }

    /// The kind of the value that comes next; the cursor stays before it.
    #[inline]
    pub fn kind(&mut self) -> Result<Kind, ReadError> {
        self.skip_whitespace();
        match self.byte() {
            Some(b'"') => Ok(Kind::String),
            Some(b'0'..=b'9' | b'-') => Ok(Kind::Number),
            Some(b'n') => Ok(Kind::Null),
            Some(b't' | b'f') => Ok(Kind::Bool),
            Some(b'{') => Ok(Kind::Object),
            Some(b'[') => Ok(Kind::Array),
            _ => Err(self.syntax_error("expected value")),
        }
    }

    fn literal(&mut self, word: &'static str) -> Result<(), ReadError> {
        if self.rest().starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(());
        }
        // The error tells the byte that differs, and never splits a character.
        let same = self
            .rest()
            .iter()
            .zip(word.bytes())
            .take_while(|(a, b)| **a == *b);
        self.at += same.count();
        Err(self.syntax_error("expected value"))
    }

    /// Steps over `null`.
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

    /// Reads a number as the text that it is.
    #[inline]
    pub fn number(&mut self) -> Result<&'a str, ReadError> {
        self.skip_whitespace();
        let start = self.at;
        match scan::number_len(self.rest()) {
            Ok(length) => {
                self.at += length;
                Ok(self.slice(start))
            }
            Err(length) => {
                self.at += length;
                Err(self.syntax_error("invalid number"))
            }
        }
    }

    /// Reads a string. It borrows from the text where nothing is escaped.
    #[inline]
    pub fn string(&mut self) -> Result<Cow<'a, str>, ReadError> {
        self.expect_quote()?;
        let start = self.at;
        self.at += scan::unescaped_len(self.rest());
        if self.byte() == Some(b'"') {
            let text = self.slice(start);
            self.at += 1;
            return Ok(Cow::Borrowed(text));
        }
        let mut text = String::from(self.slice(start));
        self.escaped(&mut |piece| text.push_str(piece))?;
        Ok(Cow::Owned(text))
    }

    fn skip_string(&mut self) -> Result<(), ReadError> {
        self.expect_quote()?;
        self.at += scan::unescaped_len(self.rest());
        if self.byte() == Some(b'"') {
            self.at += 1;
            return Ok(());
        }
        self.escaped(&mut |_| ())
    }

    fn expect_quote(&mut self) -> Result<(), ReadError> {
        self.skip_whitespace();
        if self.byte() != Some(b'"') {
            return Err(self.syntax_error("expected string"));
        }
        self.at += 1;
        Ok(())
    }

    /// The rest of a string, from the first byte in it that is not plain.
    #[cold]
    fn escaped(&mut self, out: &mut dyn FnMut(&str)) -> Result<(), ReadError> {
        loop {
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => match scan::escape(self.rest()) {
                    Ok((character, length)) => {
                        self.at += length;
                        out(character.encode_utf8(&mut [0; 4]));
                    }
                    Err(length) => {
                        self.at += length;
                        return Err(self.syntax_error("invalid escape"));
                    }
                },
                _ => return Err(self.syntax_error("control character in a string")),
            }
            let start = self.at;
            self.at += scan::unescaped_len(self.rest());
            out(self.slice(start));
        }
    }

    /// Steps into a list or an object; [`Kind`] has told which.
    #[inline]
    pub(crate) fn enter(&mut self) -> Result<(), ReadError> {
        self.depth += 1;
        if self.depth >= DEPTH_LIMIT {
            return Err(self.error(ReadErrorKind::Depth, "recursion limit exceeded"));
        }
        self.at += 1;
        Ok(())
    }

    /// Goes to the next item of a list; `false` when the list is closed.
    #[inline]
    pub(crate) fn next_item(&mut self, first: &mut bool) -> Result<bool, ReadError> {
        self.skip_whitespace();
        match self.byte() {
            Some(b']') => {
                self.at += 1;
                self.depth -= 1;
                Ok(false)
            }
            Some(b',') if !*first => {
                self.at += 1;
                Ok(true)
            }
            Some(_) if std::mem::take(first) => Ok(true),
            _ => Err(self.syntax_error("expected `,` or `]`")),
        }
    }

    /// Goes to the key of the next member of an object; `false` when the object is closed.
    #[inline]
    pub(crate) fn next_member(&mut self, first: &mut bool) -> Result<bool, ReadError> {
        self.skip_whitespace();
        match self.byte() {
            Some(b'}') => {
                self.at += 1;
                self.depth -= 1;
                return Ok(false);
            }
            Some(b',') if !*first => {
                self.at += 1;
                self.skip_whitespace();
            }
            Some(_) if std::mem::take(first) => {}
            _ => return Err(self.syntax_error("expected `,` or `}`")),
        }
        match self.byte() {
            Some(b'"') => Ok(true),
            _ => Err(self.syntax_error("key must be a string")),
        }
    }

    /// Steps over the key if it is this one. `key` holds nothing that JSON would escape.
    #[inline]
    pub(crate) fn skip_key_if(&mut self, key: &str) -> bool {
        let found = match self.rest().split_first() {
            Some((b'"', rest)) => {
                rest.starts_with(key.as_bytes()) && rest.get(key.len()) == Some(&b'"')
            }
            _ => false,
        };
        if found {
            self.at += key.len() + 2;
        }
        found
    }

    /// Steps over the colon after a key.
    #[inline]
    pub(crate) fn expect_colon(&mut self) -> Result<(), ReadError> {
        self.skip_whitespace();
        if self.byte() != Some(b':') {
            return Err(self.syntax_error("expected `:`"));
        }
        self.at += 1;
        Ok(())
    }

    /// Whether the value of the key that was just read is a list; the cursor stays where it is.
    pub(crate) fn value_is_array(&mut self) -> Result<bool, ReadError> {
        let mark = self.mark();
        self.expect_colon()?;
        let kind = self.kind()?;
        self.reset(mark);
        Ok(kind == Kind::Array)
    }

    /// Steps over a value of any kind, and gives its text as it came.
    pub fn skip_value(&mut self) -> Result<&'a str, ReadError> {
        self.skip_whitespace();
        let start = self.at;
        self.skip_any()?;
        Ok(self.slice(start))
    }

    fn skip_any(&mut self) -> Result<(), ReadError> {
        match self.kind()? {
            Kind::Null => self.null(),
            Kind::Bool => self.bool().map(drop),
            Kind::Number => self.number().map(drop),
            Kind::String => self.skip_string(),
            Kind::Array => {
                self.enter()?;
                let mut first = true;
                while self.next_item(&mut first)? {
                    self.skip_any()?;
                }
                Ok(())
            }
            Kind::Object => {
                self.enter()?;
                let mut first = true;
                while self.next_member(&mut first)? {
                    self.skip_string()?;
                    self.expect_colon()?;
                    self.skip_any()?;
                }
                Ok(())
            }
        }
    }

    /// Makes sure that nothing but white space follows: a text is one document.
    pub fn end(&mut self) -> Result<(), ReadError> {
        self.skip_whitespace();
        if self.at < self.text.len() {
            return Err(self.error(ReadErrorKind::Syntax, "trailing characters"));
        }
        Ok(())
    }
}
