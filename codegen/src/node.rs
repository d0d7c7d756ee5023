//! A YAML file as a tree of nodes with their spans.

use crate::source::Span;

/// A value and its span.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Null,
    Bool(bool),
    Integer(i64),
    /// A text, and whether the file shows it verbatim (a plain scalar on one line).
    Text(String, bool),
    List(Vec<Node>),
    Map(Vec<Entry>),
    /// An error that is reported already; it causes no follow-up errors.
    Invalid,
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) span: Span,
    pub(crate) value: Node,
}

impl Node {
    pub(crate) fn map(&self) -> Option<&[Entry]> {
        match &self.kind {
            Kind::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// The entries of a map; none of another value.
    pub(crate) fn entries(&self) -> &[Entry] {
        self.map().unwrap_or_default()
    }

    pub(crate) fn kind_name(&self) -> &'static str {
        match self.kind {
            Kind::Null => "null",
            Kind::Bool(_) => "a boolean",
            Kind::Integer(_) => "a number",
            Kind::Text(..) => "a string",
            Kind::List(_) => "a list",
            Kind::Map(_) => "a map",
            Kind::Invalid => "an invalid value",
        }
    }

    /// Whether it contains an error that is reported already.
    pub(crate) fn is_invalid(&self) -> bool {
        match &self.kind {
            Kind::Invalid => true,
            Kind::List(items) => items.iter().any(Self::is_invalid),
            Kind::Map(entries) => entries.iter().any(|entry| entry.value.is_invalid()),
            _ => false,
        }
    }
}
