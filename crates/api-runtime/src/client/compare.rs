//! Compares a record with the request that was sent to create it, as far as both show the values.

use std::{fmt, mem};

use crate::FoundRecord;
use crate::client::difference::Difference;
use crate::client::scalar::{
    hidden_difference, is_same_but_form, is_same_key, is_same_scalar, is_same_telephone, string,
};
use crate::error::redact;
use crate::error::redactor::Redactor;
use crate::raw_json::{JsonKind, has_content, items, members, values_of};
use crate::request::sent_body::SentBody;
use crate::response::document::is_identifying;
use crate::response::failure_keys::{FailureKeys, MemberKey};

/// How many items are compared in any order.
const MAX_UNORDERED_ITEMS: usize = 50;

/// How many differences are reported.
const MAX_DIFFERENCES: usize = 100;

/// The record in a response, compared with the body that was sent.
#[derive(Debug, PartialEq)]
pub(crate) struct Compared {
    pub(crate) differences: Vec<Difference>,
    /// Whether the record has the unique key under the name that it has in the body.
    pub(crate) has_key: bool,
    /// Whether the record has values besides its unique key: an id, the time of its creation, or
    /// fields of the body. Others may be the defaults of a record that was not saved.
    pub(crate) has_values: bool,
}

/// Why a record does not prove that it was created by the body that was sent.
#[derive(Debug, PartialEq)]
pub(crate) enum Unproven {
    /// Duplicate keys contradict each other, and which one the server means is unknown.
    DuplicateKey(String),
    /// The response has no record at the place.
    NoRecord,
    OtherUniqueKey,
    NoUniqueKey,
    /// The unique key alone may be that of the request.
    OnlyUniqueKey,
    /// The record shows that it has no id: it was not saved.
    NoId,
    /// The record reports errors.
    Contradiction(String),
}

impl fmt::Display for Unproven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateKey(pointer) => write!(f, "duplicate key {pointer}"),
            Self::NoRecord => f.write_str("the record cannot be compared"),
            Self::OtherUniqueKey => f.write_str("the record has another unique key"),
            Self::NoUniqueKey => f.write_str("the record does not show its unique key"),
            Self::OnlyUniqueKey => f.write_str("the record has nothing but the unique key"),
            Self::NoId => f.write_str("the record has no id"),
            Self::Contradiction(reason) => f.write_str(reason),
        }
    }
}

/// Compares the body that was sent with the record in a response.
///
/// A value that is missing or null on either side is no difference. Numbers are compared by value,
/// and may be strings, as in every response; times by the instant or the date; texts but for case
/// and white space; items in any order; and hidden texts that may be telephone numbers by their
/// digits.
pub(crate) fn compare(
    sent: &SentBody<'_>,
    response: &str,
    place: &FoundRecord,
    keys: &FailureKeys,
    redactor: &Redactor,
) -> Result<Compared, Unproven> {
    let mut comparison = Comparison {
        sent,
        place,
        keys,
        redactor,
        pointer: Vec::new(),
        found_in: &[],
        differences: Vec::new(),
        duplicate: None,
        contradiction: None,
        has_key: false,
        has_other_key: false,
        has_blank_id: false,
        has_values: false,
    };
    let is_compared = comparison.response(response).is_some();
    match comparison.duplicate {
        Some(pointer) => Err(Unproven::DuplicateKey(pointer)),
        None if !is_compared => Err(Unproven::NoRecord),
        None if comparison.has_other_key => Err(Unproven::OtherUniqueKey),
        None => match comparison.contradiction {
            Some(reason) => Err(Unproven::Contradiction(reason)),
            None if comparison.has_blank_id => Err(Unproven::NoId),
            None => Ok(Compared {
                differences: comparison.differences,
                has_key: comparison.has_key,
                has_values: comparison.has_values,
            }),
        },
    }
}

struct Comparison<'a> {
    sent: &'a SentBody<'a>,
    place: &'a FoundRecord,
    keys: &'a FailureKeys,
    redactor: &'a Redactor,
    /// Keys and indices from the record that was sent.
    pointer: Vec<Step>,
    /// The keys of the response to what corresponds to that record.
    found_in: &'static [&'static str],
    differences: Vec<Difference>,
    /// The pointer of the first duplicate key.
    duplicate: Option<String>,
    contradiction: Option<String>,
    has_key: bool,
    has_other_key: bool,
    has_blank_id: bool,
    has_values: bool,
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
            let is_report = self.keys.is_report(&MemberKey::new(place.name_of(key)));
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
            self.has_values |= !is_report
                && key != self.sent.unique_key_field()
                && values.any(|value| has_content(value));
            self.at(key, |comparison| {
                found.iter().try_for_each(|(found_in, values)| {
                    comparison.found_in = found_in;
                    comparison.values(value, values)
                })
            })?;
        }
        self.inspect(record)
    }

    /// Looks for errors in the record, and for values that only a saved record has.
    fn inspect(&mut self, record: &str) -> Option<()> {
        let unique_key = self.place.name_of(self.sent.unique_key_field());
        let mut inspect = |key: &str, value: &str| {
            let member = MemberKey::new(key);
            if self.contradiction.is_none() {
                self.contradiction = self.keys.in_saved_member(&member, value);
            }
            if member.is_id() {
                let is_id = JsonKind::of(value) != JsonKind::Bool && is_identifying(value);
                self.has_blank_id |= !is_id;
                self.has_values |= is_id && key != unique_key;
            }
            self.has_values |= member.is_creation_time() && has_content(value);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::sent_body::BodyShape;

    const NO_KEYS: FailureKeys = FailureKeys::new(None, &[]);

    fn compare_with(body: &str, response: &str) -> Result<Compared, Unproven> {
        let shape = BodyShape::default();
        let sent = SentBody::new(body.as_bytes(), &shape, "key", "k-1").unwrap();
        let place = FoundRecord::new(&[]);
        compare(&sent, response, &place, &NO_KEYS, &Redactor::default())
    }

    #[test]
    fn other_unique_key_in_the_text_of_a_record_proves_nothing() {
        let compare = |response: &str| compare_with(r#"{"key":"k-1","total":1}"#, response);
        let same = compare(r#"{"key":"k-1","total":1}"#).unwrap();
        assert!(same.differences.is_empty() && same.has_key && same.has_values);
        // The key may be read from a field of another name.
        let renamed = compare(r#"{"id":"k-1"}"#).unwrap();
        assert!(renamed.differences.is_empty() && !renamed.has_key && renamed.has_values);
        for other in [
            r#"{"id":"k-1","key":"k-2"}"#,
            r#"{"key":["k-1"]}"#,
            r#"{"key":true}"#,
        ] {
            assert_eq!(compare(other), Err(Unproven::OtherUniqueKey), "{other}");
        }
        let other_total = compare(r#"{"key":"k-1","total":2}"#).unwrap();
        assert_eq!(other_total.differences.len(), 1);
        assert_eq!(compare("[]"), Err(Unproven::NoRecord));
        assert_eq!(compare(""), Err(Unproven::NoRecord));
    }

    #[test]
    fn record_needs_values_and_no_errors() {
        let compare = |response: &str| compare_with(r#"{"key":"k-1","total":1}"#, response);
        for only in [
            r#"{"key":"k-1"}"#,
            r#"{"key":"k-1","total":null,"message":"not found","status":"open","errors":[]}"#,
            // None of them was sent.
            r#"{"key":"k-1","found":false,"state":"pending","items":[{"id":1}],"created_at":null}"#,
            r#"{"key":"k-1","total":"","count":7}"#,
        ] {
            assert!(!compare(only).unwrap().has_values, "{only}");
        }
        for saved in [r#""total":2"#, r#""id":7"#, r#""createdAt":"2026""#] {
            let record = format!(r#"{{"key":"k-1",{saved}}}"#);
            assert!(compare(&record).unwrap().has_values, "{saved}");
        }
        for id in [
            "null",
            "0",
            "\"\"",
            "\" \"",
            "\"0\"",
            "\"null\"",
            "[]",
            "{}",
            "false",
            "\"00000000-0000-0000-0000-000000000000\"",
        ] {
            for key in ["id", "ID", "_id", "uuid"] {
                let record = format!(r#"{{"key":"k-1","total":1,"{key}":{id}}}"#);
                assert_eq!(compare(&record), Err(Unproven::NoId), "{record}");
            }
        }
        for errors in [
            r#"{"key":"k-1","id":7,"errors":["x"]}"#,
            r#"{"key":"k-1","id":7,"success":false}"#,
        ] {
            let unproven = compare(errors).unwrap_err();
            assert!(matches!(unproven, Unproven::Contradiction(_)), "{errors}");
        }
    }

    #[test]
    fn items_are_compared_in_any_order() {
        let compare = |sent: &str, found: &str| {
            let body = format!(r#"{{"key":"k-1","items":{sent}}}"#);
            let response = format!(r#"{{"key":"k-1","id":7,"items":{found}}}"#);
            compare_with(&body, &response).unwrap().differences.len()
        };
        for (sent, found) in [
            ("[1,2,3]", "[3,1,2]"),
            (r#"[{"a":1},{"a":2}]"#, r#"[{"a":"2.0"},{"a":1}]"#),
            // The item without a value may be any, but only one of them.
            (r#"[{"a":1},{"a":2},{"a":3}]"#, r#"[{},{"a":1},{"a":2}]"#),
            ("[[1,2],[3]]", "[[3],[2,1]]"),
        ] {
            assert_eq!(compare(sent, found), 0, "{sent} {found}");
        }
        for (sent, found, count) in [
            ("[1,1,2]", "[1,2,2]", 1),
            ("[1,2,3]", "[3,1,4]", 3),
            (r#"[{"a":1},{"a":2}]"#, r#"[{"a":1},{"a":3}]"#, 1),
        ] {
            assert_eq!(compare(sent, found), count, "{sent} {found}");
        }
    }

    #[test]
    fn differences_are_limited() {
        let list = |item: &str| vec![item; 1_000].join(",");
        let body = format!(r#"{{"key":"k-1","list":[{}]}}"#, list("1"));
        let response = format!(r#"{{"list":[{}]}}"#, list("2"));
        let compared = compare_with(&body, &response).unwrap();
        assert_eq!(compared.differences.len(), MAX_DIFFERENCES);
    }
}
