//! A YAML file as a tree of nodes with their spans.

use std::ops::Range;

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
    /// A text, and whether its bytes in the file are its characters (a plain scalar on one line).
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
    pub(crate) fn entries(&self) -> &[Entry] {
        match &self.kind {
            Kind::Map(entries) => entries,
            _ => &[],
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text, _) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn items(&self) -> &[Node] {
        match &self.kind {
            Kind::List(items) => items,
            _ => &[],
        }
    }

    pub(crate) fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| entry.key == key)
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The entries of the map under `key`; none when it is absent.
    pub(crate) fn entries_of(&self, key: &str) -> &[Entry] {
        self.get(key).map_or(&[], Node::entries)
    }

    /// The place of the text under `key`, or of the whole node.
    pub(crate) fn span_of(&self, key: &str) -> &Span {
        self.get(key).map_or(&self.span, |node| &node.span)
    }

    /// The place of a part of a text, where the file shows the text as it is; else of the whole text.
    pub(crate) fn span_in(&self, part: Range<usize>) -> Span {
        match &self.kind {
            Kind::Text(_, true) => Span {
                file: self.span.file.clone(),
                range: self.span.range.start + part.start..self.span.range.start + part.end,
            },
            _ => self.span.clone(),
        }
    }

    /// Renames or removes keys, by their offset.
    pub(crate) fn repair(&mut self, keys: &[(usize, Option<String>)]) {
        if keys.is_empty() {
            return;
        }
        match &mut self.kind {
            Kind::Map(entries) => {
                entries.retain_mut(|entry| {
                    let replacement = keys
                        .iter()
                        .find(|(offset, _)| *offset == entry.span.range.start);
                    match replacement {
                        Some((_, Some(meant))) => entry.key.clone_from(meant),
                        Some((_, None)) => return false,
                        None => {}
                    }
                    entry.value.repair(keys);
                    true
                });
            }
            Kind::List(items) => items.iter_mut().for_each(|item| item.repair(keys)),
            _ => {}
        }
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

impl From<&Node> for serde_yaml::Value {
    fn from(node: &Node) -> Self {
        match &node.kind {
            Kind::Null | Kind::Invalid => Self::Null,
            Kind::Bool(value) => Self::Bool(*value),
            Kind::Integer(value) => Self::Number((*value).into()),
            Kind::Text(value, _) => Self::String(value.clone()),
            Kind::List(items) => Self::Sequence(items.iter().map(Self::from).collect()),
            Kind::Map(entries) => Self::Mapping(
                entries
                    .iter()
                    .map(|entry| (Self::String(entry.key.clone()), Self::from(&entry.value)))
                    .collect(),
            ),
        }
    }
}
