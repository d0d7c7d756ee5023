//! What goes wrong when a document is read.

use std::borrow::Cow;
use std::fmt;

use crate::pointer;

/// Why a document could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The text is not JSON, or more than one document.
    Syntax,
    /// Lists and objects nest deeper than [`DEPTH_LIMIT`](crate::DEPTH_LIMIT) allows.
    Depth,
    /// The bytes are not UTF-8.
    Encoding,
    /// What surrounds the values is missing or has another shape: a collection, a wrapper.
    Wrapper,
    /// A value that is never guessed (an amount, a total, a limit) has another shape, or came twice.
    Strict,
}

/// Why a document could not be read, and where.
///
/// It shows places, keys and kinds; of values it shows only what a [`Mismatch`](crate::Mismatch) may show.
#[derive(Clone, PartialEq)]
pub struct ReadError(Box<Inner>);

#[derive(Clone, PartialEq)]
struct Inner {
    kind: ReadErrorKind,
    message: Cow<'static, str>,
    offset: Option<usize>,
    line: usize,
    column: usize,
    /// The innermost segment comes first: it is the first that is known.
    segments: Vec<String>,
}

impl ReadError {
    #[cold]
    pub(crate) fn new(kind: ReadErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
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
    pub(crate) fn at(
        kind: ReadErrorKind,
        message: impl Into<Cow<'static, str>>,
        text: &str,
        offset: usize,
    ) -> Self {
        let mut error = ReadError::new(kind, message);
        let before = text.as_bytes().get(..offset).unwrap_or(text.as_bytes());
        let line_start = before
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |at| at + 1);
        error.0.offset = Some(offset);
        error.0.line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        error.0.column = before.len() - line_start + 1;
        error
    }

    /// An error about what surrounds the values of a reply: a missing collection or wrapper.
    ///
    /// `message` is shown as it is, and must not hold values of the document.
    pub fn wrapper(message: impl Into<Cow<'static, str>>) -> Self {
        ReadError::new(ReadErrorKind::Wrapper, message)
    }

    /// The same error, one level further out.
    #[cold]
    pub(crate) fn inside(mut self, segment: &str) -> Self {
        self.0.segments.push(pointer::segment(segment));
        self
    }

    /// Why the document could not be read.
    pub fn kind(&self) -> ReadErrorKind {
        self.0.kind
    }

    /// Where, as a JSON pointer of wire names; empty for the whole document.
    ///
    /// A key is cut after 100 characters, and control and invisible characters in it are escaped. `Display` shows the
    /// first and the last 100 characters of a longer pointer.
    pub fn pointer(&self) -> String {
        self.0
            .segments
            .iter()
            .rev()
            .flat_map(|segment| ["/", segment])
            .collect()
    }

    /// Where, as a count of bytes from the start of the document.
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// The line of the place, from 1.
    pub fn line(&self) -> Option<usize> {
        self.0.offset.map(|_| self.0.line)
    }

    /// The column of the place in bytes, from 1.
    pub fn column(&self) -> Option<usize> {
        self.0.offset.map(|_| self.0.column)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        if !self.0.segments.is_empty() {
            write!(f, " at {}", pointer::printed(&self.pointer()))?;
        }
        if self.0.offset.is_some() {
            write!(f, " (line {}, column {})", self.0.line, self.0.column)?;
        }
        Ok(())
    }
}

impl fmt::Debug for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReadError({:?}: {self})", self.0.kind)
    }
}

impl std::error::Error for ReadError {}
