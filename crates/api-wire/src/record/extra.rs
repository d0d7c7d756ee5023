//! What came in a record and has no place in its fields.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use crate::json::value::Json;
use crate::record::field::Field;
use crate::record::leftover::{Element, Leftover, Leftovers, Reason, Step};

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
    duplicates: Vec<(Box<str>, Leftover)>,
    /// What is missing in lists and maps, in the order of their fields' arrival and then of place.
    elements: Vec<Element>,
    /// The wire names of values that came under another name than their field's first.
    names: Vec<&'static str>,
    /// The wire names of maps that came and have no entries.
    empty_maps: Vec<&'static str>,
    /// Where the values of a page or wrapper came from.
    source: Option<Source>,
}

/// Where the items of a page, or the value in a wrapper, came from.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) key: Box<str>,
    pub(crate) wrapped_in: Option<&'static str>,
}

impl Extra {
    const EMPTY: Extra = Extra(None);

    /// What a body has beside its fields: nothing.
    #[doc(hidden)]
    pub fn empty() -> &'static Extra {
        static EMPTY: Extra = Extra::EMPTY;
        &EMPTY
    }

    /// The first value that is kept under this wire name.
    pub fn get(&self, key: &str) -> Option<&Json> {
        let inner = self.0.as_deref()?;
        if let Some(leftover) = inner.members.get(key) {
            return Some(&leftover.json);
        }
        self.iter()
            .find(|(name, _)| *name == key)
            .map(|(_, json)| json)
    }

    /// All that is kept, with wire names; an item has the name of its list.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json)> {
        let members = self.members().map(|(key, leftover)| (key, &leftover.json));
        let duplicates = self
            .duplicates()
            .map(|(key, leftover)| (key, &leftover.json));
        let elements = self
            .elements()
            .iter()
            .map(|element| (&*element.field, &element.leftover.json));
        members.chain(duplicates).chain(elements)
    }

    /// How many values are kept.
    pub fn len(&self) -> usize {
        self.0.as_deref().map_or(0, |inner| {
            inner.members.len() + inner.duplicates.len() + inner.elements.len()
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
            .map(|(key, leftover)| (&**key, leftover))
    }

    pub(crate) fn duplicates(&self) -> impl Iterator<Item = (&str, &Leftover)> {
        let duplicates = self.0.as_deref().map_or(&[][..], |inner| &inner.duplicates);
        duplicates.iter().map(|(key, leftover)| (&**key, leftover))
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
    pub(crate) fn has_empty_map(&self, field: &Field) -> bool {
        self.0
            .as_deref()
            .is_some_and(|inner| inner.empty_maps.contains(&field.wire_name()))
    }

    pub(crate) fn source(&self) -> Option<&Source> {
        self.0.as_deref()?.source.as_ref()
    }

    fn inner(&mut self) -> &mut Inner {
        self.0.get_or_insert_default()
    }

    /// Keeps a value that came under this key. What comes again is kept as such.
    #[cold]
    pub(crate) fn add(&mut self, key: &str, mut leftover: Leftover) {
        let inner = self.inner();
        match inner.members.entry(key.into()) {
            Entry::Vacant(place) if !matches!(leftover.reason, Reason::Duplicate) => {
                place.insert(leftover);
            }
            _ => {
                leftover.reason = Reason::Duplicate;
                inner.duplicates.push((key.into(), leftover));
            }
        }
    }

    /// Keeps what was kept while a field was read.
    #[cold]
    pub(crate) fn add_elements(&mut self, field: Cow<'static, str>, leftovers: Leftovers) {
        self.inner()
            .elements
            .extend(leftovers.elements.into_iter().map(|(mut path, leftover)| {
                path.reverse();
                Element {
                    field: field.clone(),
                    path,
                    leftover,
                }
            }));
    }

    #[cold]
    pub(crate) fn add_empty_map(&mut self, field: &Field) {
        self.inner().empty_maps.push(field.wire_name());
    }

    #[cold]
    pub(crate) fn add_name(&mut self, name: &'static str) {
        self.inner().names.push(name);
    }

    pub(crate) fn set_source(&mut self, key: &str, wrapped_in: Option<&'static str>) {
        self.inner().source = Some(Source {
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
            let all = extra.members().chain(extra.duplicates());
            let mut all: Vec<_> = all.map(|(key, leftover)| (key, &leftover.json)).collect();
            all.sort_by_key(|(key, _)| *key);
            all
        }
        fn elements(extra: &Extra) -> Vec<(&str, &[Step], &Json)> {
            let elements = extra.elements().iter();
            let mut all: Vec<_> = elements
                .map(|one| (&*one.field, &*one.path, &one.leftover.json))
                .collect();
            all.sort_by_key(|(field, path, _)| (*field, *path));
            all
        }
        self.len() == other.len()
            && values(self) == values(other)
            && elements(self) == elements(other)
    }
}
