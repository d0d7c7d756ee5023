//! The comparison of a record with the body that was sent, key by key.

use std::mem;

use crate::FoundRecord;
use crate::client::difference::Difference;
use crate::client::scalar::{
    hidden_difference, is_same_but_form, is_same_key, is_same_scalar, is_same_telephone, string,
};
use crate::error::redact;
use crate::error::redactor::Redactor;
use crate::raw_json::{JsonKind, has_content, items, members, values_of};
use crate::request::sent_body::SentBody;
use crate::response::believe::is_id;

/// How many items are compared in any order.
const MAX_UNORDERED_ITEMS: usize = 50;

/// How many differences are reported.
pub(crate) const MAX_DIFFERENCES: usize = 100;

/// The comparison, and what it has found.
pub(crate) struct Comparison<'a> {
    sent: &'a SentBody<'a>,
    place: &'a FoundRecord,
    redactor: &'a Redactor,
    /// Keys and indices from the record that was sent.
    pointer: Vec<Step>,
    /// The keys of the response to what corresponds to that record.
    found_in: &'static [&'static str],
    pub(crate) differences: Vec<Difference>,
    /// The pointer of the first duplicate key.
    pub(crate) duplicate: Option<String>,
    pub(crate) has_key: bool,
    pub(crate) has_other_key: bool,
    pub(crate) has_values: bool,
}

enum Step {
    Key(String),
    Index(usize),
}

impl<'a> Comparison<'a> {
    pub(crate) fn new(
        sent: &'a SentBody<'a>,
        place: &'a FoundRecord,
        redactor: &'a Redactor,
    ) -> Self {
        Self {
            sent,
            place,
            redactor,
            pointer: Vec::new(),
            found_in: &[],
            differences: Vec::new(),
            duplicate: None,
            has_key: false,
            has_other_key: false,
            has_values: false,
        }
    }
}

// `None` if a value is not JSON of the expected kind, or a key of the path is missing.
impl Comparison<'_> {
    /// Compares the record in a response.
    pub(crate) fn response(&mut self, response: &str) -> Option<()> {
        let path = self.place.path();
        let mut record = response;
        let mut around = None;
        for (index, key) in path.iter().enumerate() {
            let values = values_of(record, &[key])?.pop()?;
            self.found_in = path.get(..=index)?;
            self.check_duplicate(&values);
            around = Some(record);
            record = values.first()?;
        }
        let next_to_record = path.get(..path.len().saturating_sub(1))?;

        let sent = members(self.sent.record())?;
        let place = self.place;
        let names: Vec<&str> = sent.iter().map(|(key, _)| place.name_of(key)).collect();
        let in_record = values_of(record, &names)?;
        let next_to_it = match around {
            Some(around) => values_of(around, &names)?,
            None => vec![Vec::new(); names.len()],
        };
        let found = in_record.into_iter().zip(next_to_it);
        for ((key, value), (in_record, next_to_it)) in sent.iter().zip(found) {
            let mut found = vec![(path, in_record)];
            // What is next to the record is meant only if it has another name than in the body.
            if place.name_of(key) != key {
                found.push((next_to_record, next_to_it));
                let is_shown = |value: &&str| !is_empty_array(value);
                if found.iter().any(|(_, values)| values.iter().any(is_shown)) {
                    found.retain(|(_, values)| values.len() > 1 || values.iter().any(is_shown));
                }
            }
            let mut values = found.iter().flat_map(|(_, values)| values);
            self.has_values |=
                key != self.sent.unique_key_field() && values.any(|value| has_content(value));
            self.at(key, |comparison| {
                found.iter().try_for_each(|(found_in, values)| {
                    comparison.found_in = found_in;
                    comparison.values(value, values)
                })
            })?;
        }
        // The unique key alone may be that of the request, and other values the defaults of a record
        // that was not saved.
        let unique_key = place.name_of(self.sent.unique_key_field());
        let mut inspect = |key: &str, value: &str| {
            self.has_values |= key == "id" && key != unique_key && is_id(value);
        };
        api_wire::for_each_member(record, &mut inspect).ok()
    }

    /// The unique key, which must be exact but for its form.
    fn unique_key(&mut self, sent: &str, found: &str) {
        if is_same_key(sent, found) {
            self.has_key = true;
        } else if is_same_but_form(sent, found) {
            self.has_key = true;
            self.differ(self.describe(sent), self.describe(found));
        } else if JsonKind::of(found) != JsonKind::Null {
            self.has_other_key = true;
        }
    }

    /// The values of one key. More than one are a duplicate.
    fn values(&mut self, sent: &str, found: &[&str]) -> Option<()> {
        self.check_duplicate(found);
        found.iter().try_for_each(|found| self.value(sent, found))
    }

    fn check_duplicate(&mut self, values: &[&str]) {
        if values.len() > 1 && self.duplicate.is_none() {
            self.duplicate = Some(self.pointer_in_response());
        }
    }

    fn at<T>(&mut self, key: &str, f: impl FnOnce(&mut Self) -> T) -> T {
        self.pointer.push(Step::key(key));
        let result = f(self);
        self.pointer.pop();
        result
    }

    fn value(&mut self, sent: &str, found: &str) -> Option<()> {
        if !self.place.is_compared(self.keys()) {
            return Some(());
        }
        if self.is_unique_key() {
            self.unique_key(sent, found);
            return Some(());
        }
        match (JsonKind::of(sent), JsonKind::of(found)) {
            (JsonKind::Null, _) | (_, JsonKind::Null) => Some(()),
            (JsonKind::Object, JsonKind::Object) => self.object(sent, found),
            (JsonKind::Array, JsonKind::Array) => self.array(sent, found),
            // The scalar may contain what has its own, sensitive fields on the other side.
            (sent @ (JsonKind::Object | JsonKind::Array), found)
            | (sent, found @ (JsonKind::Object | JsonKind::Array)) => {
                self.differ(sent.name().to_owned(), found.name().to_owned());
                Some(())
            }
            _ => {
                let is_hidden = self.is_hidden();
                let is_same =
                    is_same_scalar(sent, found) || is_hidden && is_same_telephone(sent, found);
                if !is_same {
                    let found = match is_hidden {
                        true => hidden_difference(sent, found).to_owned(),
                        false => self.describe(found),
                    };
                    self.differ(self.describe(sent), found);
                }
                Some(())
            }
        }
    }

    fn object(&mut self, sent: &str, found: &str) -> Option<()> {
        let sent = members(sent)?;
        let keys: Vec<&str> = sent.iter().map(|(key, _)| key.as_str()).collect();
        let found = values_of(found, &keys)?;
        for ((key, sent), values) in sent.iter().zip(found) {
            self.at(key, |comparison| comparison.values(sent, &values))?;
        }
        Some(())
    }

    fn array(&mut self, sent: &str, found: &str) -> Option<()> {
        let (sent, sent_count) = items(sent, usize::MAX)?;
        let (found, found_count) = items(found, sent_count)?;
        if sent_count != found_count {
            let text = |count: usize| match count {
                1 => "1 item".to_owned(),
                _ => format!("{count} items"),
            };
            self.differ(text(sent_count), text(found_count));
            return Some(());
        }
        let differences = self.differences.len();
        for (index, (sent, found)) in sent.iter().zip(&found).enumerate() {
            self.pointer.push(Step::Index(index));
            self.value(sent, found)?;
            self.pointer.pop();
        }
        let is_other = self.differences.len() > differences;
        if is_other && sent_count <= MAX_UNORDERED_ITEMS && self.is_permutation(&sent, &found) {
            self.differences.truncate(differences);
        }
        Some(())
    }

    /// Whether each item that was sent is another item of the record.
    fn is_permutation(&mut self, sent: &[&str], found: &[&str]) -> bool {
        let same: Vec<Vec<bool>> = sent
            .iter()
            .map(|sent| {
                found
                    .iter()
                    .map(|found| self.is_same_item(sent, found))
                    .collect()
            })
            .collect();
        let mut owners = vec![None; found.len()];
        (0..sent.len()).all(|item| assign(item, &same, &mut owners, &mut vec![false; found.len()]))
    }

    fn is_same_item(&mut self, sent: &str, found: &str) -> bool {
        let (duplicate, differences) = (self.duplicate.clone(), mem::take(&mut self.differences));
        let depth = self.pointer.len();
        self.pointer.push(Step::Index(0));
        let is_same = self.value(sent, found).is_some() && self.differences.is_empty();
        self.pointer.truncate(depth);
        self.duplicate = duplicate;
        self.differences = differences;
        is_same
    }

    fn differ(&mut self, sent: String, found: String) {
        if self.differences.len() < MAX_DIFFERENCES {
            let wrapper = self.sent.wrapper();
            let pointer = self.pointer_text(wrapper.as_slice(), |key| key);
            self.differences.push(Difference {
                pointer,
                sent,
                found,
            });
        }
    }

    fn pointer_in_response(&self) -> String {
        self.pointer_text(self.found_in, |key| self.place.name_of(key))
    }

    /// A pointer that starts with these keys. `name_of` maps the first key after them.
    fn pointer_text(&self, start: &[&str], name_of: impl Fn(&str) -> &str) -> String {
        let mut text = String::new();
        let mut add = |key: &str| {
            text.push('/');
            text.push_str(&key.replace('~', "~0").replace('/', "~1"));
        };
        start.iter().for_each(|key| add(key));
        for (index, step) in self.pointer.iter().enumerate() {
            match step {
                Step::Key(key) if index == 0 => add(name_of(key)),
                Step::Key(key) => add(key),
                Step::Index(index) => add(&index.to_string()),
            }
        }
        redact::message(&text, self.redactor)
    }

    /// A scalar as a [`Difference`] shows it.
    fn describe(&self, json: &str) -> String {
        let text = match JsonKind::of(json) {
            _ if self.is_hidden() => return "[hidden]".to_owned(),
            JsonKind::String => string(json).unwrap_or_default(),
            _ => return redact::truncate(&redact::message(json, self.redactor)).to_owned(),
        };
        let text = redact::message(&text, self.redactor);
        format!("\"{}\"", redact::truncate(&text))
    }

    /// Whether the value is that of the unique key.
    fn is_unique_key(&self) -> bool {
        match self.pointer.as_slice() {
            [Step::Key(key)] => key == self.sent.unique_key_field(),
            _ => false,
        }
    }

    /// Whether a key above the value is not of a field that may be shown.
    fn is_hidden(&self) -> bool {
        self.keys().any(|key| !self.sent.is_shown(key))
    }

    /// The keys from the record to the value.
    fn keys(&self) -> impl Iterator<Item = &str> + Clone {
        self.pointer.iter().filter_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            Step::Index(_) => None,
        })
    }
}

impl Step {
    fn key(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

/// Assigns an item that was sent to one of the record that is the same, and moves the others if
/// they have a choice.
fn assign(
    item: usize,
    same: &[Vec<bool>],
    owners: &mut [Option<usize>],
    visited: &mut [bool],
) -> bool {
    (0..owners.len()).any(|index| {
        if !same[item][index] || mem::replace(&mut visited[index], true) {
            return false;
        }
        let is_free = owners[index].is_none_or(|owner| assign(owner, same, owners, visited));
        if is_free {
            owners[index] = Some(item);
        }
        is_free
    })
}

fn is_empty_array(json: &str) -> bool {
    JsonKind::of(json) == JsonKind::Array && items(json, 0).is_some_and(|(_, count)| count == 0)
}
