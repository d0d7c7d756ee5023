//! Values with their spans, so that `lower` and `check` read one tree.

use std::fmt;
use std::ops::{Deref, Range};

use serde::ser::{Serialize, Serializer};

use crate::language::{Read, Wrapper};
use crate::node::{Kind, Node};
use crate::source::Span;

/// A value with its span.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    /// Of no file if the value is a default.
    pub(crate) span: Span,
    /// Whether the bytes of the span are the string itself: neither escaped nor folded.
    is_verbatim: bool,
}

impl<T> Spanned<T> {
    /// A value that follows from another one.
    pub(crate) fn new(value: T, span: Span) -> Self {
        Self {
            value,
            span,
            is_verbatim: false,
        }
    }

    /// The span, or another one if the value is a default.
    pub(crate) fn span_or<'a>(&'a self, other: &'a Span) -> &'a Span {
        self.written().unwrap_or(other)
    }

    /// The span, if the file has the value.
    pub(crate) fn written(&self) -> Option<&Span> {
        (!self.is_default()).then_some(&self.span)
    }

    /// Whether the file does not have the value.
    pub(crate) fn is_default(&self) -> bool {
        self.span.file.is_empty()
    }
}

impl<T: Read> Wrapper for Spanned<T> {
    type Inner = T;

    fn of(inner: T, node: &Node, _: &Span) -> Self {
        Self {
            value: inner,
            span: node.span.clone(),
            is_verbatim: matches!(node.kind, Kind::Text(_, true)),
        }
    }
}

impl Spanned<String> {
    /// The span of a part of the string, if the file shows the string verbatim; else of all of it.
    pub(crate) fn span_of(&self, part: Range<usize>) -> Span {
        if !self.is_verbatim {
            return self.span.clone();
        }
        let start = self.span.range.start;
        Span {
            file: self.span.file.clone(),
            range: start + part.start..start + part.end,
        }
    }
}

impl<T> Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: fmt::Display> fmt::Display for Spanned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

/// A value of a map, with the span of its key.
#[derive(Debug, Default)]
pub(crate) struct Keyed<T>(Spanned<T>);

impl<T: Read> Wrapper for Keyed<T> {
    type Inner = T;

    fn of(inner: T, _: &Node, key: &Span) -> Self {
        Self(Spanned::new(inner, key.clone()))
    }
}

impl<T> Deref for Keyed<T> {
    type Target = Spanned<T>;

    fn deref(&self) -> &Spanned<T> {
        &self.0
    }
}

/// Without the span, which is no part of the value.
impl<T: Serialize> Serialize for Spanned<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}
