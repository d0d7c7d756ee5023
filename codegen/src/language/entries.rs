//! A map that keeps the order of its entries.

use std::slice::Iter;

use crate::language::Spanned;
use crate::source::Span;

/// The entries of a map, in the order of the file.
#[derive(Clone, Debug)]
pub(crate) struct Entries<T>(Vec<Entry<T>>);

/// A key and its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry<T> {
    pub(crate) key: Spanned<String>,
    pub(crate) value: T,
}

impl<T> Default for Entries<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Entries<T> {
    pub(crate) fn iter(&self) -> Iter<'_, Entry<T>> {
        self.0.iter()
    }

    /// The only entry; `None` if there are several, or none.
    pub(crate) fn only(&self) -> Option<&Entry<T>> {
        self.0.first().filter(|_| self.len() == 1)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The keys.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.iter().map(Entry::name)
    }

    /// The entry with a key.
    pub(crate) fn get(&self, name: &str) -> Option<&Entry<T>> {
        self.iter().find(|entry| entry.name() == name)
    }
}

impl<T: ToString> Entries<T> {
    /// The keys with their values as texts.
    pub(crate) fn pairs(&self) -> Vec<(String, String)> {
        let pairs = self.iter();
        pairs
            .map(|entry| (entry.name().to_owned(), entry.value.to_string()))
            .collect()
    }
}

impl<T> FromIterator<Entry<T>> for Entries<T> {
    fn from_iter<I: IntoIterator<Item = Entry<T>>>(entries: I) -> Self {
        Self(entries.into_iter().collect())
    }
}

impl<'a, T> IntoIterator for &'a Entries<T> {
    type Item = &'a Entry<T>;
    type IntoIter = Iter<'a, Entry<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T> Entry<T> {
    pub(crate) fn name(&self) -> &str {
        &self.key.value
    }

    /// The span of the key.
    pub(crate) fn span(&self) -> &Span {
        &self.key.span
    }
}
