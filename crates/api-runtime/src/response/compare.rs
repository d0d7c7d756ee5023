//! The comparison of a record with the body that was sent to create it, as far as both show the
//! values: one walk over two JSON values.

use std::fmt;
use std::mem::take;

use api_wire::{Kind, Tree};

use crate::body::json::{has_content, items, string, values};
use crate::body::scalar::{is_id, is_same_but_form, is_same_key, is_same_scalar};
use crate::body::sent_body::SentBody;
use crate::error::difference::Difference;
use crate::info::found_record::FoundRecord;
use crate::redact;
use crate::redact::redactor::Redactor;

/// How many items are compared in any order.
const MAX_UNORDERED_ITEMS: usize = 50;

/// How many differences are reported.
const MAX_DIFFERENCES: usize = 100;

/// The record in a response, compared with the body that was sent.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Compared {
    pub(crate) differences: Vec<Difference>,
    /// Whether the record has the unique key under the name that it has in the body.
    pub(crate) has_key: bool,
    /// Whether the record has an id or fields of the body besides its unique key.
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
}

impl fmt::Display for Unproven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateKey(pointer) => write!(f, "duplicate key {pointer}"),
            Self::NoRecord => f.write_str("the record cannot be compared"),
            Self::OtherUniqueKey => f.write_str("the record has another unique key"),
            Self::NoUniqueKey => f.write_str("the record does not show its unique key"),
            Self::OnlyUniqueKey => f.write_str("the record has nothing but the unique key"),
        }
    }
}

/// Compares the body that was sent with the record in a response.
///
/// A value that is missing or null on either side is no difference. Scalars may be in another
/// notation, and items in another order.
pub(crate) fn compare(
    sent: &SentBody<'_>,
    response: &str,
    found: &FoundRecord,
    redactor: &Redactor,
) -> Result<Compared, Unproven> {
    let (mut around, mut record) = ("", response);
    for key in found.path {
        around = record;
        record = match values(record, key)[..] {
            [record] => record,
            [] => return Err(Unproven::NoRecord),
            _ => return Err(Unproven::DuplicateKey(format!("/{key}"))),
        };
    }
    if Kind::of(record) != Kind::Object {
        return Err(Unproven::NoRecord);
    }
    let mut comparison = Comparison {
        sent,
        found,
        redactor,
        differences: Vec::new(),
    };
    let root = Place::new(sent.body.wrapper);
    let mut compared = Compared::default();
    for (key, value) in sent.record.members() {
        let key = &**key;
        let place = comparison.member(&root, key);
        let name = found.name_of(key);
        let mut shown = values(record, name);
        // What is next to the record is meant only if it has another name than in the body.
        if name != key && shown.iter().all(|value| is_empty(value)) {
            shown = Some(values(around, name))
                .filter(|next| !next.is_empty())
                .unwrap_or(shown);
        }
        if key == sent.unique_key_field {
            compared.has_key = comparison.unique_key(&place, value, &shown)?;
        } else {
            compared.has_values |= shown.iter().any(|value| has_content(value));
            comparison.values(&place, value, &shown)?;
        }
    }
    // The unique key alone may be that of the request, and values that were not sent the defaults of a
    // record that was not saved.
    if found.name_of(sent.unique_key_field) != "id" {
        compared.has_values |= values(record, "id").into_iter().any(is_id);
    }
    compared.differences = comparison.differences;
    Ok(compared)
}

struct Comparison<'a> {
    sent: &'a SentBody<'a>,
    found: &'a FoundRecord,
    redactor: &'a Redactor,
    differences: Vec<Difference>,
}

/// A place in the body that was sent.
struct Place {
    /// The JSON pointer.
    pointer: String,
    /// The keys from the record on, without the indices of lists: `items/product_id`.
    keys: String,
    /// Whether a key of them is not of a field that may be shown.
    is_hidden: bool,
}

impl Place {
    fn new(wrapper: Option<&str>) -> Self {
        Self {
            pointer: wrapper.map(segment).unwrap_or_default(),
            keys: String::new(),
            is_hidden: false,
        }
    }

    fn item(&self, index: usize) -> Self {
        Self {
            pointer: format!("{}/{index}", self.pointer),
            keys: self.keys.clone(),
            is_hidden: self.is_hidden,
        }
    }
}

impl Comparison<'_> {
    fn member(&self, place: &Place, key: &str) -> Place {
        let keys = match place.keys.as_str() {
            "" => key.to_owned(),
            keys => format!("{keys}/{key}"),
        };
        Place {
            pointer: format!("{}{}", place.pointer, segment(key)),
            keys,
            is_hidden: place.is_hidden || !self.sent.body.shown.contains(&key),
        }
    }

    /// The unique key, which must be exact but for its form. Returns whether it is there.
    fn unique_key(&mut self, place: &Place, sent: &Tree, found: &[&str]) -> Result<bool, Unproven> {
        let found = match found {
            [] | ["null"] => return Ok(false),
            [found] => found,
            _ => return Err(self.duplicate(place)),
        };
        let Tree::Scalar(sent) = sent else {
            return Err(Unproven::OtherUniqueKey);
        };
        if !is_same_key(sent, found) {
            if !is_same_but_form(sent, found) {
                return Err(Unproven::OtherUniqueKey);
            }
            self.differ_by_value(place, sent, found);
        }
        Ok(true)
    }

    /// The values of one key. More than one are a duplicate.
    fn values(&mut self, place: &Place, sent: &Tree, found: &[&str]) -> Result<(), Unproven> {
        match found {
            [] => Ok(()),
            [found] => self.value(place, sent, found),
            _ => Err(self.duplicate(place)),
        }
    }

    fn value(&mut self, place: &Place, sent: &Tree, found: &str) -> Result<(), Unproven> {
        if self.found.not_compared.contains(&place.keys.as_str()) {
            return Ok(());
        }
        match (sent, Kind::of(found)) {
            (_, Kind::Null) => {}
            (Tree::Scalar(sent), _) if &**sent == "null" => {}
            (Tree::Object(sent), Kind::Object) => {
                for (key, sent) in sent {
                    let place = self.member(place, key);
                    self.values(&place, sent, &values(found, key))?;
                }
            }
            (Tree::List(sent), Kind::Array) => self.list(place, sent, found)?,
            (Tree::Scalar(sent), kind) if !matches!(kind, Kind::Object | Kind::Array) => {
                if !is_same_scalar(sent, found) {
                    self.differ_by_value(place, sent, found);
                }
            }
            // The scalar may contain what has its own, sensitive fields on the other side.
            (sent, found) => {
                let [sent, found] = [sent.kind(), found].map(|kind| kind.name().to_owned());
                self.differ(place, sent, found);
            }
        }
        Ok(())
    }

    fn list(&mut self, place: &Place, sent: &[Tree], found: &str) -> Result<(), Unproven> {
        let (found, found_count) = items(found, sent.len());
        if sent.len() != found_count {
            let [sent, found] = [sent.len(), found_count].map(|count| match count {
                1 => "1 item".to_owned(),
                _ => format!("{count} items"),
            });
            self.differ(place, sent, found);
            return Ok(());
        }
        let before = self.differences.len();
        for (index, (sent, found)) in sent.iter().zip(&found).enumerate() {
            self.value(&place.item(index), sent, found)?;
        }
        let may_be_reordered = self.differences.len() > before && sent.len() <= MAX_UNORDERED_ITEMS;
        if may_be_reordered && self.is_in_another_order(place, sent, found) {
            self.differences.truncate(before);
        }
        Ok(())
    }

    /// Whether each item that was sent is another item of the record.
    fn is_in_another_order(&mut self, place: &Place, sent: &[Tree], mut found: Vec<&str>) -> bool {
        let kept = take(&mut self.differences);
        let is_reordered = sent.iter().all(|sent| {
            let same = found.iter().position(|found| {
                self.differences.clear();
                let compared = self.value(place, sent, found);
                compared.is_ok() && self.differences.is_empty()
            });
            same.map(|index| found.remove(index)).is_some()
        });
        self.differences = kept;
        is_reordered
    }

    fn differ_by_value(&mut self, place: &Place, sent: &str, found: &str) {
        let [sent, found] = [sent, found].map(|value| self.shown(place, value));
        self.differ(place, sent, found);
    }

    fn differ(&mut self, place: &Place, sent: String, found: String) {
        if self.differences.len() < MAX_DIFFERENCES {
            self.differences.push(Difference {
                pointer: redact::message(&place.pointer, self.redactor),
                sent,
                found,
            });
        }
    }

    fn duplicate(&self, place: &Place) -> Unproven {
        Unproven::DuplicateKey(redact::message(&place.pointer, self.redactor))
    }

    /// A scalar as a [`Difference`] shows it.
    fn shown(&self, place: &Place, json: &str) -> String {
        if place.is_hidden {
            return "[hidden]".to_owned();
        }
        let text = string(json);
        let message = redact::message(text.as_deref().unwrap_or(json), self.redactor);
        let message = redact::truncate(&message);
        match text {
            Some(_) => format!("\"{message}\""),
            None => message.to_owned(),
        }
    }
}

/// A key as a part of a JSON pointer.
fn segment(key: &str) -> String {
    format!("/{}", key.replace('~', "~0").replace('/', "~1"))
}

fn is_empty(json: &str) -> bool {
    match Kind::of(json) {
        Kind::Null => true,
        Kind::Array => items(json, 0).1 == 0,
        _ => false,
    }
}
