//! Compares a record with the request that was sent to create it, as far as both show the values.

use crate::FoundRecord;
use crate::client::difference::Difference;
use crate::client::scalar::{is_same_scalar, string};
use crate::error::redact;
use crate::error::redactor::Redactor;
use crate::raw_json::{JsonKind, items, members, values_of};
use crate::request::sent_body::SentBody;

/// How many differences are reported.
const MAX_DIFFERENCES: usize = 100;

/// The detail of an error about a record with another unique key.
pub(crate) const OTHER_KEY: &str = "the record has another unique key";

/// The differences between the body that was sent and the record in a response.
///
/// A value that is missing or null on either side is no difference. Numbers are compared by value,
/// and may be strings on one side, as in every response.
///
/// # Errors
///
/// A text that explains why the response does not prove that the record was created: a key is
/// duplicate, or the unique key is another one. Duplicate keys contradict each other, and which one
/// the server means is unknown.
pub(crate) fn compare(
    sent: &SentBody<'_>,
    response: &str,
    place: &FoundRecord,
    redactor: &Redactor,
) -> Result<Vec<Difference>, String> {
    let mut comparison = Comparison {
        sent,
        place,
        redactor,
        pointer: Vec::new(),
        found_in: &[],
        differences: Vec::new(),
        duplicate: None,
        has_other_key: false,
    };
    let is_compared = comparison.response(response).is_some();
    match comparison.duplicate {
        Some(pointer) => Err(format!("duplicate key {pointer}")),
        None if !is_compared => Err("the record cannot be compared".to_owned()),
        None if comparison.has_other_key => Err(OTHER_KEY.to_owned()),
        None => Ok(comparison.differences),
    }
}

struct Comparison<'a> {
    sent: &'a SentBody<'a>,
    place: &'a FoundRecord,
    redactor: &'a Redactor,
    /// Keys and indices from the record that was sent.
    pointer: Vec<Step>,
    /// The keys of the response to what corresponds to that record.
    found_in: &'static [&'static str],
    differences: Vec<Difference>,
    /// The pointer of the first duplicate key.
    duplicate: Option<String>,
    has_other_key: bool,
}

enum Step {
    Key(String),
    Index(usize),
}

// `None` if a value is not JSON of the expected kind, or a key of the path is missing.
impl Comparison<'_> {
    fn response(&mut self, response: &str) -> Option<()> {
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
            let differences = self.differences.len();
            self.at(key, |comparison| {
                found.iter().try_for_each(|(found_in, values)| {
                    comparison.found_in = found_in;
                    comparison.values(value, values)
                })
            })?;
            self.has_other_key |=
                key == self.sent.unique_key_field() && self.differences.len() > differences;
        }
        Some(())
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
                if !is_same_scalar(sent, found) {
                    self.differ(self.describe(sent), self.describe(found));
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
        for (index, (sent, found)) in sent.into_iter().zip(found).enumerate() {
            self.pointer.push(Step::Index(index));
            self.value(sent, found)?;
            self.pointer.pop();
        }
        Some(())
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

fn is_empty_array(json: &str) -> bool {
    JsonKind::of(json) == JsonKind::Array && items(json, 0).is_some_and(|(_, count)| count == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::sent_body::BodyShape;

    #[test]
    fn other_unique_key_in_the_text_of_a_record_proves_nothing() {
        let shape = BodyShape::default();
        let sent = SentBody::new(br#"{"key":"k-1","total":1}"#, &shape, "key", "k-1").unwrap();
        let place = FoundRecord::new(&[]);
        let compare = |response| compare(&sent, response, &place, &Redactor::default());
        assert_eq!(compare(r#"{"key":"k-1","total":1}"#), Ok(vec![]));
        // The key may be read from a field of another name.
        assert_eq!(compare(r#"{"id":"k-1"}"#), Ok(vec![]));
        assert_eq!(
            compare(r#"{"id":"k-1","key":"k-2"}"#),
            Err(OTHER_KEY.to_owned())
        );
        assert_eq!(compare(r#"{"key":"k-1","total":2}"#).unwrap().len(), 1);
        assert!(compare("[]").is_err() && compare("").is_err());
    }

    #[test]
    fn differences_are_limited() {
        let shape = BodyShape::default();
        let list = |item: &str| vec![item; 1_000].join(",");
        let body = format!(r#"{{"key":"k-1","list":[{}]}}"#, list("1"));
        let sent = SentBody::new(body.as_bytes(), &shape, "key", "k-1").unwrap();
        let response = format!(r#"{{"list":[{}]}}"#, list("2"));
        let place = FoundRecord::new(&[]);
        let differences = compare(&sent, &response, &place, &Redactor::default());
        assert_eq!(differences.unwrap().len(), MAX_DIFFERENCES);
    }
}
