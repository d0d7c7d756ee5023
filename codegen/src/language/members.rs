//! The members of a map, and what is said about those that do not fit.

use crate::diagnostics::DiagnosticSink;
use crate::language::definitions::joined;
use crate::language::shape::{Key, has_key};
use crate::language::{Mark, Place, Read, limit, limit_of_map, value};
use crate::node::{Entry, Kind, Node};
use crate::suggest::{did_you_mean, nearest};

/// The members of a map that is read.
pub(crate) struct Members<'a> {
    node: &'a Node,
    place: Place<'a>,
    keys: &'a [Key],
    errors: &'a mut DiagnosticSink,
    /// Misspelled keys, by the key that is meant: one error, not also a missing key.
    meant: Vec<(&'static str, &'a Entry)>,
    /// What cannot be described needs another description, not only the missing keys.
    has_limit: bool,
}

impl<'a> Members<'a> {
    /// The members of a map that may have these keys; reports the others.
    pub(crate) fn new(
        node: &'a Node,
        place: Place<'a>,
        keys: &'a [Key],
        errors: &'a mut DiagnosticSink,
    ) -> Self {
        let mut members = Self {
            node,
            place,
            keys,
            errors,
            meant: Vec::new(),
            has_limit: false,
        };
        let entries = node.entries().iter();
        for entry in entries.filter(|entry| !has_key(keys, &entry.key)) {
            members.unknown(entry);
        }
        members
    }

    fn unknown(&mut self, entry: &'a Entry) {
        let names = || self.keys.iter().map(|(name, _)| *name);
        let is_mark = has_key(self.keys, "type") && Mark::of_word(&entry.key).is_some();
        // The rest of an unquoted text, which a comma ends in a map in braces.
        let first = self.node.entries().first();
        let start = first.map(|first| first.span.range.start);
        let is_text = start != Some(self.node.span.range.start)
            && matches!(entry.value.kind, Kind::Null)
            && entry.key.contains(' ');
        let special = match limit_of_map(|key| has_key(self.keys, key), &entry.key) {
            _ if is_text => Some("quote a string that contains a comma".to_owned()),
            _ if is_mark => Some("write it as a mark, in `type`".to_owned()),
            Some(limit) => {
                self.has_limit = true;
                Some(limit.to_owned())
            }
            None => self.place.help_for_outer_key(&entry.key, &entry.value),
        };
        let limit = limit(&entry.key);
        // A key that has another value is not meant if the word says something else.
        let is_meant = |(_, shape): &&Key| limit.is_none() || shape().takes(&entry.value);
        let near = nearest(&entry.key, names())
            .or_else(|| matches!(&*entry.key, "description" | "summary").then_some("doc"))
            .and_then(|near| self.keys.iter().find(|(key, _)| *key == near))
            .filter(is_meant)
            .map(|(near, _)| *near)
            .filter(|near| special.is_none() && self.entry(near).is_none());
        self.meant.extend(near.map(|near| (near, entry)));
        let help = special
            .or_else(|| Some(format!("did you mean `{}`?", near?)))
            .or_else(|| {
                self.has_limit |= limit.is_some();
                limit.map(str::to_owned)
            })
            .or_else(|| did_you_mean(&entry.key, names()));
        let message = format!("unknown key `{}` in {}", entry.key, self.place.subject);
        self.errors.error(&entry.span, message, "unknown key", help);
    }

    /// The entry of a key, under this name or one that means it.
    pub(crate) fn entry(&self, key: &str) -> Option<&'a Entry> {
        let mut entries = self.node.entries().iter();
        let entry = entries.find(|entry| entry.key == key);
        let meant = || self.meant.iter().find(|(meant, _)| *meant == key);
        entry.or_else(|| meant().map(|(_, entry)| *entry))
    }

    /// The value of a key; reports a required one that the map does not have.
    pub(crate) fn member<T: Read>(&mut self, key: &str, doc: &[&str]) -> Option<T> {
        let Some(entry) = self.entry(key) else {
            let absent = T::absent();
            if absent.is_none() {
                self.report_missing(key, doc);
            }
            return absent;
        };
        let subject = &format!("`{key}`");
        let place = Place {
            key: &entry.span,
            subject,
            section: subject,
            outer: self.keys,
        };
        value(&entry.value, place, self.errors)
    }

    fn report_missing(&mut self, key: &str, doc: &[&str]) {
        if self.has_limit {
            return;
        }
        let mut span = self.node.span.clone();
        span.range.end = span.range.start;
        let message = format!("missing `{key}` in {}", self.place.subject);
        let help = format!("add `{key}: …` ({})", joined(doc));
        self.errors.error(&span, message, "in this map", help);
    }
}
