//! What came in a record and has no place in its fields.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use crate::json::Json;
use crate::table::{Expected, Field};

/// Everything that came with a record and is not in its fields, as the JSON text that came:
/// unknown fields, values of another shape than expected, further values of a key that came twice,
/// and items of lists that could not be read.
///
/// It is written back with the record, so that nothing is lost. To send only what the fields say,
/// set it to `Extra::default()`. Debug prints names only, never values.
///
/// Two are equal if they hold the same values, in whatever order these came.
#[derive(Clone, Default)]
pub struct Extra(Option<Box<Inner>>);

#[derive(Clone, Default)]
struct Inner {
    /// What came first under each key.
    members: BTreeMap<Box<str>, Leftover>,
    /// What came after that, under the same keys.
    further: Vec<(Box<str>, Leftover)>,
    /// What is missing in lists and maps, in the order of their fields' arrival and then of place.
    elements: Vec<Element>,
    /// The wire names of values that came under another name than their field's first.
    names: Vec<&'static str>,
    /// The wire names of maps that came and have no entries.
    empty_maps: Vec<&'static str>,
    /// Where the values of a page or wrapper came from.
    place: Option<Place>,
}

/// Why a value is kept.
#[derive(Clone, Copy)]
pub(crate) enum Why {
    /// Nothing is known of its key.
    Unknown,
    /// It has another shape than this.
    Misshapen(&'static Expected),
    /// Its key had come before.
    Again,
}

/// A value that has no place in a field.
#[derive(Clone)]
pub(crate) struct Leftover {
    pub(crate) json: Json,
    pub(crate) why: Why,
}

impl Leftover {
    /// The text is a slice that the cursor has read.
    pub(crate) fn new(raw: &str, why: Why) -> Self {
        Leftover {
            json: Json::of_slice(raw),
            why,
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
    pub(crate) kept: Leftover,
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

/// Where the items of a page, or the value in a wrapper, came from.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) key: Box<str>,
    pub(crate) wrapped_in: Option<&'static str>,
}

/// What is kept while one field is read.
#[derive(Default)]
pub struct Leftovers {
    /// Values without a place; the path of each is turned around, as it grows outwards.
    pub(crate) elements: Vec<(Vec<Step>, Leftover)>,
    pub(crate) empty_map: bool,
}

impl Leftovers {
    pub(crate) fn push(&mut self, kept: Leftover) {
        self.elements.push((Vec::new(), kept));
    }

    /// Says that all kept after the first so many are inside of this.
    #[inline]
    pub(crate) fn put_inside(&mut self, from: usize, step: impl Fn() -> Step) {
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
            .find(|(_, kept)| !matches!(kept.why, Why::Unknown))
    }
}

impl Extra {
    const NONE: Extra = Extra(None);

    /// What a body has beside its fields: nothing.
    #[doc(hidden)]
    pub fn none() -> &'static Extra {
        static NONE: Extra = Extra::NONE;
        &NONE
    }

    /// The first value that is kept under this wire name.
    pub fn get(&self, key: &str) -> Option<&Json> {
        let inner = self.0.as_deref()?;
        if let Some(kept) = inner.members.get(key) {
            return Some(&kept.json);
        }
        self.iter()
            .find(|(name, _)| *name == key)
            .map(|(_, json)| json)
    }

    /// All that is kept, with wire names; an item has the name of its list.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json)> {
        let members = self.members().map(|(key, kept)| (key, &kept.json));
        let further = self.further().map(|(key, kept)| (key, &kept.json));
        let elements = self
            .elements()
            .iter()
            .map(|element| (&*element.field, &element.kept.json));
        members.chain(further).chain(elements)
    }

    /// How many values are kept.
    pub fn len(&self) -> usize {
        self.0.as_deref().map_or(0, |inner| {
            inner.members.len() + inner.further.len() + inner.elements.len()
        })
    }

    /// Whether no value is kept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn members(&self) -> impl Iterator<Item = (&str, &Leftover)> {
        let members = self.0.as_deref().map(|inner| inner.members.iter());
        members
            .into_iter()
            .flatten()
            .map(|(key, kept)| (&**key, kept))
    }

    pub(crate) fn further(&self) -> impl Iterator<Item = (&str, &Leftover)> {
        let further = self.0.as_deref().map_or(&[][..], |inner| &inner.further);
        further.iter().map(|(key, kept)| (&**key, kept))
    }

    pub(crate) fn elements(&self) -> &[Element] {
        self.0.as_deref().map_or(&[], |inner| &inner.elements)
    }

    pub(crate) fn elements_of(&self, wire: &str) -> Vec<&Element> {
        self.elements()
            .iter()
            .filter(|element| element.field == wire)
            .collect()
    }

    /// The name under which a field's value came, or else is written.
    pub(crate) fn name_of(&self, field: &Field) -> &'static str {
        let names = self.0.as_deref().map_or(&[][..], |inner| &inner.names);
        let other = field
            .wire_names()
            .iter()
            .skip(1)
            .find(|name| names.contains(name));
        other.copied().unwrap_or(field.wire_name())
    }

    /// Whether a map came and has no entries.
    pub(crate) fn had_empty_map(&self, field: &Field) -> bool {
        self.0
            .as_deref()
            .is_some_and(|inner| inner.empty_maps.contains(&field.wire_name()))
    }

    pub(crate) fn place(&self) -> Option<&Place> {
        self.0.as_deref()?.place.as_ref()
    }

    fn inner(&mut self) -> &mut Inner {
        self.0.get_or_insert_default()
    }

    /// Keeps a value that came under this key. What comes again is kept as such.
    #[cold]
    pub(crate) fn keep(&mut self, key: &str, mut kept: Leftover) {
        let inner = self.inner();
        match inner.members.entry(key.into()) {
            Entry::Vacant(place) if !matches!(kept.why, Why::Again) => {
                place.insert(kept);
            }
            _ => {
                kept.why = Why::Again;
                inner.further.push((key.into(), kept));
            }
        }
    }

    /// Keeps what was kept while a field was read.
    #[cold]
    pub(crate) fn keep_elements(&mut self, field: Cow<'static, str>, keep: Leftovers) {
        self.inner()
            .elements
            .extend(keep.elements.into_iter().map(|(mut path, kept)| {
                path.reverse();
                Element {
                    field: field.clone(),
                    path,
                    kept,
                }
            }));
    }

    #[cold]
    pub(crate) fn note_empty_map(&mut self, field: &Field) {
        self.inner().empty_maps.push(field.wire_name());
    }

    #[cold]
    pub(crate) fn note_name(&mut self, name: &'static str) {
        self.inner().names.push(name);
    }

    pub(crate) fn note_place(&mut self, key: &str, wrapped_in: Option<&'static str>) {
        self.inner().place = Some(Place {
            key: key.into(),
            wrapped_in,
        });
    }
}

impl fmt::Debug for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|(name, _)| name))
            .finish()
    }
}

impl PartialEq for Extra {
    fn eq(&self, other: &Self) -> bool {
        /// By key, and what came under one key in its order. Which of two names of a field came
        /// first decides where a value is kept, and makes no difference here.
        fn values(extra: &Extra) -> Vec<(&str, &Json)> {
            let all = extra.members().chain(extra.further());
            let mut all: Vec<_> = all.map(|(key, kept)| (key, &kept.json)).collect();
            all.sort_by_key(|(key, _)| *key);
            all
        }
        fn elements(extra: &Extra) -> Vec<(&str, &[Step], &Json)> {
            let elements = extra.elements().iter();
            let mut all: Vec<_> = elements
                .map(|one| (&*one.field, &*one.path, &one.kept.json))
                .collect();
            all.sort_by_key(|(field, path, _)| (*field, *path));
            all
        }
        self.len() == other.len()
            && values(self) == values(other)
            && elements(self) == elements(other)
    }
}
