//! The values of a record that are not in its fields.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use crate::json::budget::{ALLOCATION_OVERHEAD, tree_entry_size};
use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::json::value::Json;
use crate::record::field::Field;
use crate::record::leftover::{Element, Leftover, Leftovers, Reason, Step};

/// The values of a record that are not in its fields, as their original JSON text: unknown fields,
/// mismatched values, duplicates, and unreadable items of lists and maps.
///
/// They are written back with the record, so nothing is lost. To send only the fields, set `extra`
/// to `Extra::default()`. `Debug` prints the names of fields, and how many values have other keys: a
/// key can be personal data, or a credential that the server echoed.
///
/// Two are equal if they hold the same values in any order.
#[doc(alias = "unknown fields")]
#[doc(alias = "additionalProperties")]
#[doc(alias = "flatten")]
#[derive(Clone, Default)]
pub struct Extra(Option<Box<Inner>>);

#[derive(Clone, Default)]
struct Inner {
    /// The first value of each key.
    members: BTreeMap<Box<str>, Leftover>,
    /// Further values of the same keys.
    duplicates: Vec<(Box<str>, Leftover)>,
    /// Unreadable elements of lists and maps, in the order in which they were read.
    elements: Vec<Element>,
    /// The aliases under which fields were read.
    names: Vec<&'static str>,
    /// The wire names of maps that were present without entries.
    empty_maps: Vec<&'static str>,
    /// Where the items of a page or a wrapped value were found.
    source: Option<Source>,
}

/// Where the items of a page or a wrapped value were found.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) key: Box<str>,
    pub(crate) wrapped_in: Option<&'static str>,
}

impl Extra {
    const EMPTY: Extra = Extra(None);

    /// The `extra` of a body.
    #[doc(hidden)]
    pub fn empty() -> &'static Extra {
        static EMPTY: Extra = Extra::EMPTY;
        &EMPTY
    }

    /// The first value under this wire name.
    pub fn get(&self, key: &str) -> Option<&Json> {
        let inner = self.0.as_deref()?;
        if let Some(leftover) = inner.members.get(key) {
            return Some(&leftover.json);
        }
        self.iter()
            .find(|(name, _)| *name == key)
            .map(|(_, json)| json)
    }

    /// All values with their wire names; an item has that of its list.
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

    /// The number of values.
    pub fn len(&self) -> usize {
        self.0.as_deref().map_or(0, |inner| {
            inner.members.len() + inner.duplicates.len() + inner.elements.len()
        })
    }

    /// Whether there are no values.
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

    /// The name under which the field was read, or else is written.
    pub(crate) fn name_of(&self, field: &Field) -> &'static str {
        let names = self.0.as_deref().map_or(&[][..], |inner| &inner.names);
        let other = field
            .wire_names()
            .iter()
            .skip(1)
            .find(|name| names.contains(name));
        other.copied().unwrap_or(field.wire_name())
    }

    /// Whether a map was present without entries.
    pub(crate) fn has_empty_map(&self, field: &Field) -> bool {
        self.0
            .as_deref()
            .is_some_and(|inner| inner.empty_maps.contains(&field.wire_name()))
    }

    pub(crate) fn source(&self) -> Option<&Source> {
        self.0.as_deref()?.source.as_ref()
    }

    fn inner(&mut self, cursor: &mut Cursor<'_>) -> Result<&mut Inner, ReadError> {
        if self.0.is_none() {
            cursor.spend_allocation(size_of::<Inner>())?;
        }
        Ok(self.0.get_or_insert_default())
    }

    /// Adds a value; one whose key has a value already is a duplicate.
    #[cold]
    pub(crate) fn add(
        &mut self,
        key: &str,
        mut leftover: Leftover,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), ReadError> {
        let inner = self.inner(cursor)?;
        // A duplicate in its list, which has doubled its capacity at most, takes less.
        let entry = size_of::<(Box<str>, Leftover)>();
        cursor.spend(tree_entry_size(inner.members.len(), entry))?;
        cursor.spend_allocation(key.len())?;
        match inner.members.entry(key.into()) {
            Entry::Vacant(entry) if !matches!(leftover.reason, Reason::Duplicate) => {
                entry.insert(leftover);
            }
            _ => {
                leftover.reason = Reason::Duplicate;
                inner.duplicates.push((key.into(), leftover));
            }
        }
        Ok(())
    }

    /// Adds the leftovers of a field.
    #[cold]
    pub(crate) fn add_elements(
        &mut self,
        field: Cow<'static, str>,
        leftovers: Leftovers,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), ReadError> {
        let inner = self.inner(cursor)?;
        if let Cow::Owned(name) = &field {
            let size = name.len().saturating_add(ALLOCATION_OVERHEAD);
            cursor.spend(size.saturating_mul(leftovers.elements.len()))?;
        }
        inner
            .elements
            .extend(leftovers.elements.into_iter().map(|(mut path, leftover)| {
                path.reverse();
                Element {
                    field: field.clone(),
                    path,
                    leftover,
                }
            }));
        Ok(())
    }

    #[cold]
    pub(crate) fn add_empty_map(
        &mut self,
        field: &Field,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), ReadError> {
        let inner = self.inner(cursor)?;
        cursor.spend_item(&inner.empty_maps)?;
        inner.empty_maps.push(field.wire_name());
        Ok(())
    }

    #[cold]
    pub(crate) fn add_name(
        &mut self,
        name: &'static str,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), ReadError> {
        let inner = self.inner(cursor)?;
        cursor.spend_item(&inner.names)?;
        inner.names.push(name);
        Ok(())
    }

    pub(crate) fn set_source(
        &mut self,
        key: &str,
        wrapped_in: Option<&'static str>,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), ReadError> {
        cursor.spend_allocation(key.len())?;
        self.inner(cursor)?.source = Some(Source {
            key: key.into(),
            wrapped_in,
        });
        Ok(())
    }
}

impl Extra {
    /// Prints the keys that are names of these fields, or of the field that a mismatch is about, and
    /// the number of other values.
    pub(crate) fn debug(&self, fields: &[Field], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_name = |key: &str| fields.iter().any(|field| field.wire_names().contains(&key));
        let members = self.members().chain(self.duplicates());
        let members = members.map(|(key, leftover)| {
            (matches!(leftover.reason, Reason::Mismatch(_)) || is_name(key)).then_some(key)
        });
        let elements = self.elements().iter().map(|element| match &element.field {
            Cow::Borrowed(name) => Some(*name),
            Cow::Owned(_) => None,
        });
        let mut set = f.debug_set();
        let mut others = 0_usize;
        for name in members.chain(elements) {
            match name {
                Some(name) => {
                    set.entry(&name);
                }
                None => others += 1,
            }
        }
        if others > 0 {
            set.entry(&format_args!("{others} more"));
        }
        set.finish()
    }
}

impl fmt::Debug for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.debug(&[], f)
    }
}

impl PartialEq for Extra {
    fn eq(&self, other: &Self) -> bool {
        /// By key, with duplicates in their order. Which of two aliases was read first makes no
        /// difference.
        fn values(extra: &Extra) -> Vec<(&str, &Json)> {
            let all = extra.members().chain(extra.duplicates());
            let mut all: Vec<_> = all.map(|(key, leftover)| (key, &leftover.json)).collect();
            all.sort_by_key(|(key, _)| *key);
            all
        }
        fn elements(extra: &Extra) -> Vec<(&str, &[Step], &Json)> {
            let elements = extra.elements().iter();
            let mut all: Vec<_> = elements
                .map(|element| (&*element.field, &*element.path, &element.leftover.json))
                .collect();
            all.sort_by_key(|(field, path, _)| (*field, *path));
            all
        }
        self.len() == other.len()
            && values(self) == values(other)
            && elements(self) == elements(other)
    }
}
