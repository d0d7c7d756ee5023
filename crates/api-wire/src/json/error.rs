//! Errors of reading a document.

use crate::json::budget::MemoryBudget;
use crate::json::{abbreviate, pointer};
use std::borrow::Cow;
use std::fmt::{self, Write};

/// Kinds of [`ReadError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The text is not JSON, or has more than one document.
    Syntax,
    /// Arrays and objects are nested deeper than [`DEPTH_LIMIT`](crate::DEPTH_LIMIT) allows.
    Depth,
    /// The values take more memory than the [`MemoryBudget`](crate::MemoryBudget) allows.
    Size,
    /// The bytes are not UTF-8.
    Encoding,
    /// A wrapper or the collection of a page is missing or has another type.
    Wrapper,
    /// A value that must be exact (an amount, a total, a limit) has another type, or is a
    /// duplicate.
    Strict,
}

/// Why a document could not be read, and where.
///
/// It prints positions, keys and kinds of values, and of the values themselves only what a
/// [`Mismatch`](crate::Mismatch) prints.
#[derive(Clone, PartialEq)]
pub struct ReadError(Box<Inner>);

#[derive(Clone, PartialEq)]
struct Inner {
    kind: ReadErrorKind,
    message: Message,
    offset: Option<usize>,
    line: usize,
    column: usize,
    /// Innermost first, the order in which they are added.
    segments: Vec<String>,
}

/// What is wrong.
#[derive(Clone, PartialEq)]
pub(crate) enum Message {
    Text(Cow<'static, str>),
    /// Printed like a [`Mismatch`](crate::Mismatch).
    Mismatch {
        expected: &'static str,
        found: String,
    },
}

impl From<&'static str> for Message {
    fn from(text: &'static str) -> Self {
        Message::Text(text.into())
    }
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        Message::Text(text.into())
    }
}

impl ReadError {
    #[cold]
    pub(crate) fn new(kind: ReadErrorKind, message: impl Into<Message>) -> Self {
        ReadError(Box::new(Inner {
            kind,
            message: message.into(),
            offset: None,
            line: 0,
            column: 0,
            segments: Vec::new(),
        }))
    }

    #[cold]
    pub(crate) fn located(
        kind: ReadErrorKind,
        message: impl Into<Message>,
        text: &[u8],
        offset: usize,
    ) -> Self {
        let mut error = ReadError::new(kind, message);
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |newline| newline + 1);
        error.0.offset = Some(offset);
        error.0.line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        error.0.column = before.len() - line_start + 1;
        error
    }

    pub(crate) fn size_message(budget: &MemoryBudget) -> String {
        format!("decoded size limit of {} bytes exceeded", budget.limit())
    }

    /// An error about a missing collection or wrapper.
    ///
    /// `message` is printed as it is, so it must not contain values of the document.
    pub fn wrapper(message: impl Into<Cow<'static, str>>) -> Self {
        ReadError::new(ReadErrorKind::Wrapper, Message::Text(message.into()))
    }

    /// The same error, one level further out.
    #[cold]
    pub(crate) fn inside(mut self, segment: &str) -> Self {
        self.0.segments.push(pointer::segment(segment));
        self
    }

    /// The same error without an offset, for a text that the caller does not have.
    #[cold]
    pub(crate) fn without_offset(mut self) -> Self {
        self.0.offset = None;
        self
    }

    /// What could not be read, such as the syntax or a size.
    pub fn kind(&self) -> ReadErrorKind {
        self.0.kind
    }

    /// The location as a JSON pointer of wire names; empty for the whole document.
    ///
    /// Control and invisible characters are escaped, and a key of more than 100 characters is
    /// replaced by its length. `Display` shows the ends of a pointer of more than 200 characters.
    pub fn pointer(&self) -> String {
        self.0
            .segments
            .iter()
            .rev()
            .flat_map(|segment| ["/", segment])
            .collect()
    }

    /// The line of the location, from 1.
    pub fn line(&self) -> Option<usize> {
        self.0.offset.map(|_| self.0.line)
    }

    /// The column of the location in bytes, from 1.
    pub fn column(&self) -> Option<usize> {
        self.0.offset.map(|_| self.0.column)
    }

    /// The text of `Display`, with `redact` applied to each part before it is abbreviated.
    pub fn to_redacted_string(&self, redact: &dyn Fn(&str) -> String) -> String {
        let mut text = match &self.0.message {
            Message::Text(text) => redact(text),
            Message::Mismatch { expected, found } => {
                let found = redact(found);
                format!("expected {expected}, found {}", abbreviate::found(&found))
            }
        };
        // Writing to a string cannot fail.
        if !self.0.segments.is_empty() {
            let pointer = redact(&self.pointer());
            let _ = write!(text, " at {}", abbreviate::pointer(&pointer));
        }
        if self.0.offset.is_some() {
            let _ = write!(text, " (line {}, column {})", self.0.line, self.0.column);
        }
        text
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_redacted_string(&str::to_owned))
    }
}

impl fmt::Debug for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReadError({:?}: {self})", self.0.kind)
    }
}

impl std::error::Error for ReadError {}
