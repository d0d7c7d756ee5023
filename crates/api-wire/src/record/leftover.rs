//! Values that have no place in a field.

use std::borrow::Cow;

use crate::json::value::Json;
use crate::record::expected::Expected;

/// Why a value is kept.
#[derive(Clone, Copy)]
pub(crate) enum Reason {
    /// Nothing is known of its key.
    Unknown,
    /// It has another shape than this.
    Mismatch(&'static Expected),
    /// Its key had come before.
    Duplicate,
}

/// A value that has no place in a field.
#[derive(Clone)]
pub(crate) struct Leftover {
    pub(crate) json: Json,
    pub(crate) reason: Reason,
}

impl Leftover {
    /// The text is a slice that the cursor has read.
    pub(crate) fn new(raw: &str, reason: Reason) -> Self {
        Leftover {
            json: Json::from_valid(raw),
            reason,
        }
    }
}

/// One step into a list or map.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    Index(usize),
    Key(Box<str>),
}

/// A value that has no place in a list or map.
#[derive(Clone)]
pub(crate) struct Element {
    /// The wire name of the list or map.
    pub(crate) field: Cow<'static, str>,
    pub(crate) path: Vec<Step>,
    pub(crate) leftover: Leftover,
}

impl Element {
    /// Whether this is an item itself, seen from a list so many levels in, and not part of one.
    pub(crate) fn is_leaf(&self, level: usize) -> bool {
        self.path.len() == level + 1
    }

    /// The position in the list so many levels in.
    pub(crate) fn index(&self, level: usize) -> Option<usize> {
        match self.path.get(level) {
            Some(Step::Index(index)) => Some(*index),
            _ => None,
        }
    }

    /// The key in the map so many levels in.
    pub(crate) fn key(&self, level: usize) -> Option<&str> {
        match self.path.get(level) {
            Some(Step::Key(key)) => Some(key),
            _ => None,
        }
    }
}

/// What is kept while one field is read.
#[derive(Default)]
pub struct Leftovers {
    /// Values without a place; the path of each is turned around, as it grows outwards.
    pub(crate) elements: Vec<(Vec<Step>, Leftover)>,
    pub(crate) empty_map: bool,
}

impl Leftovers {
    pub(crate) fn push(&mut self, leftover: Leftover) {
        self.elements.push((Vec::new(), leftover));
    }

    /// Says that all kept after the first so many are inside of this.
    #[inline]
    pub(crate) fn nest(&mut self, from: usize, step: impl Fn() -> Step) {
        for (path, _) in self.elements.iter_mut().skip(from) {
            path.push(step());
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.elements.is_empty() && !self.empty_map
    }

    /// The first that has another shape or came twice.
    pub(crate) fn first_mismatch(&self) -> Option<&(Vec<Step>, Leftover)> {
        self.elements
            .iter()
            .find(|(_, leftover)| !matches!(leftover.reason, Reason::Unknown))
    }
}
