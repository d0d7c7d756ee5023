//! Values that do not fit in a field.

use std::borrow::Cow;

use crate::json::budget::ALLOCATION_OVERHEAD;
use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::json::value::Json;
use crate::record::expected::Expected;

/// Why a value is not in a field.
#[derive(Clone, Copy)]
pub(crate) enum Reason {
    /// There is no field for its key.
    Unknown,
    /// It has another type than this.
    Mismatch(&'static Expected),
    /// Its key has a value already.
    Duplicate,
}

/// A value that is not in a field.
#[derive(Clone)]
pub(crate) struct Leftover {
    pub(crate) json: Json,
    pub(crate) reason: Reason,
}

impl Leftover {
    /// Keeps the value at the cursor.
    pub(crate) fn read(cursor: &mut Cursor<'_>, reason: Reason) -> Result<Self, ReadError> {
        let raw = cursor.skip_value()?;
        cursor.spend_allocation(raw.len())?;
        Ok(Leftover {
            json: Json::from_valid(raw),
            reason,
        })
    }
}

/// An index or key in the path to an element.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    Index(usize),
    Key(Box<str>),
}

impl Step {
    /// The memory of the step in a path, which has doubled its capacity at most.
    fn size(&self) -> usize {
        let key = match self {
            Step::Index(_) => 0,
            Step::Key(key) => key.len() + ALLOCATION_OVERHEAD,
        };
        2 * size_of::<Step>() + key
    }
}

/// An unreadable element of a list or map.
#[derive(Clone)]
pub(crate) struct Element {
    /// The wire name of the list or map.
    pub(crate) field: Cow<'static, str>,
    pub(crate) path: Vec<Step>,
    pub(crate) leftover: Leftover,
}

impl Element {
    /// Whether it is an item of the list at this level, rather than an element in an item.
    pub(crate) fn is_leaf(&self, level: usize) -> bool {
        self.path.len() == level + 1
    }

    /// Its index in the list at this level.
    pub(crate) fn index(&self, level: usize) -> Option<usize> {
        match self.path.get(level) {
            Some(Step::Index(index)) => Some(*index),
            _ => None,
        }
    }

    /// Its key in the map at this level.
    pub(crate) fn key(&self, level: usize) -> Option<&str> {
        match self.path.get(level) {
            Some(Step::Key(key)) => Some(key),
            _ => None,
        }
    }
}

/// The memory of an element besides its text and the steps of its path: in the leftovers of the
/// field and in `extra`, both of which have doubled their capacity at most, the first capacity of
/// its path, and what lists of references to it take while it is reported or written.
const ELEMENT_SIZE: usize = 2 * size_of::<(Vec<Step>, Leftover)>()
    + 2 * size_of::<Element>()
    + 4 * size_of::<Step>()
    + 4 * size_of::<&Element>()
    + ALLOCATION_OVERHEAD;

/// The unreadable elements of one field.
#[derive(Default)]
pub struct Leftovers {
    /// Paths are reversed: they grow from the inside out.
    pub(crate) elements: Vec<(Vec<Step>, Leftover)>,
    pub(crate) empty_map: bool,
}

impl Leftovers {
    pub(crate) fn push(
        &mut self,
        leftover: Leftover,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), ReadError> {
        cursor.spend(ELEMENT_SIZE)?;
        self.elements.push((Vec::new(), leftover));
        Ok(())
    }

    /// Adds a step to the paths of all elements from this index on.
    #[inline]
    pub(crate) fn nest(
        &mut self,
        from: usize,
        cursor: &mut Cursor<'_>,
        step: impl Fn() -> Step,
    ) -> Result<(), ReadError> {
        for (path, _) in self.elements.iter_mut().skip(from) {
            let step = step();
            cursor.spend(step.size())?;
            path.push(step);
        }
        Ok(())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.elements.is_empty() && !self.empty_map
    }

    /// The first mismatch or duplicate.
    pub(crate) fn first_mismatch(&self) -> Option<&(Vec<Step>, Leftover)> {
        self.elements
            .iter()
            .find(|(_, leftover)| !matches!(leftover.reason, Reason::Unknown))
    }
}
