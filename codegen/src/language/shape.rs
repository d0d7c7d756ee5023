//! What a type of the language is read from.

use crate::node::{Kind, Node};

/// A key of a map: its name, and the shape of its value.
pub(crate) type Key = (&'static str, fn() -> Shape);

/// What a type is read from.
#[derive(Default)]
pub(crate) struct Shape {
    /// The kinds of nodes, `null` included.
    pub(crate) kinds: Vec<&'static str>,
    /// The keys of a map.
    pub(crate) keys: Vec<Key>,
    /// The shape of the values of a map with any keys.
    pub(crate) entries: Option<fn() -> Shape>,
    /// Whether a node is an element of a list.
    pub(crate) is_element: Option<fn(&Node) -> bool>,
    /// What it means, if it has several forms.
    pub(crate) about: &'static [&'static str],
}

impl Shape {
    pub(crate) fn of(kind: &'static str) -> Self {
        Self {
            kinds: vec![kind],
            ..Self::default()
        }
    }

    pub(crate) fn map(keys: Vec<Key>) -> Self {
        Self {
            keys,
            ..Self::of("a map")
        }
    }

    /// This one, or another one: at most one of them is a map, and one a list.
    pub(crate) fn or(mut self, other: Self) -> Self {
        self.kinds.extend(other.kinds);
        self.keys.extend(other.keys);
        Self {
            entries: self.entries.or(other.entries),
            is_element: self.is_element.or(other.is_element),
            ..self
        }
    }

    /// Whether a node is of one of its kinds.
    pub(crate) fn takes(&self, node: &Node) -> bool {
        self.kinds.contains(&node.kind_name()) || matches!(node.kind, Kind::Invalid)
    }

    /// The kinds of values.
    pub(crate) fn expected(&self) -> Vec<&'static str> {
        let kinds = self.kinds.iter().copied();
        kinds.filter(|kind| *kind != "null").collect()
    }

    /// Whether a map of it may have a key.
    pub(crate) fn has_key(&self, key: &str) -> bool {
        self.entries.is_some() || has_key(&self.keys, key)
    }

    /// The sections among `keys` whose entries know more keys of this one than those of its own section do, and the most.
    pub(crate) fn other_sections(&self, entry: &Node, keys: &[Key]) -> Vec<&'static str> {
        let known = |shape: &Self| {
            let keys = entry.entries().iter().map(|entry| &entry.key);
            keys.filter(|key| has_key(&shape.keys, key)).count()
        };
        let own = known(self);
        if self.entries.is_some() || own == entry.entries().len() {
            return Vec::new();
        }
        let sections = keys.iter();
        let counts = sections.filter_map(|(name, shape)| Some((*name, known(&shape().entries?()))));
        let counts: Vec<(&str, usize)> = counts.filter(|(_, count)| *count > own).collect();
        let most = counts.iter().map(|(_, count)| *count).max();
        let best = counts.into_iter().filter(|(_, count)| Some(*count) == most);
        best.map(|(name, _)| name).collect()
    }
}

/// Whether a key is one of these.
pub(crate) fn has_key(keys: &[Key], key: &str) -> bool {
    keys.iter().any(|(name, _)| *name == key)
}
