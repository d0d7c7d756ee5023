//! Keys of the documents' lists of fields that their examples do not have.
//!
//! Records of the demo data have all of them, with null, or without them: each shape occurs.

pub(crate) mod cannabinoids;
pub(crate) mod coupon;
pub(crate) mod customer;
pub(crate) mod inventory;
pub(crate) mod manifest;
pub(crate) mod manifest_item;
pub(crate) mod order;
pub(crate) mod quote;
pub(crate) mod sale;
mod template;
pub(crate) mod till;
pub(crate) mod user;

use serde_json::Value;

use crate::state::FIRST_ID;

/// A key with its value.
pub(crate) type Detail = (&'static str, Value);

/// Adds keys to a record.
pub(crate) fn add(record: &mut Value, details: impl IntoIterator<Item = Detail>) {
    if let Value::Object(members) = record {
        let details = details.into_iter();
        members.extend(details.map(|(key, value)| (key.to_owned(), value)));
    }
}

/// Adds the members of an object to a record.
fn merge(record: &mut Value, members: Value) {
    if let (Value::Object(record), Value::Object(members)) = (record, members) {
        record.extend(members);
    }
}

/// Adds optional keys to a record. Two of four records of the demo data have values, one has null,
/// one has none of the keys. Records that requests or actions create have null: their values are
/// unknown.
pub(crate) fn add_optional(record: &mut Value, id: i64, details: impl IntoIterator<Item = Detail>) {
    match (id < FIRST_ID, id.rem_euclid(4)) {
        (true, 0 | 1) => add(record, details),
        (true, 3) => {}
        _ => add(
            record,
            details.into_iter().map(|(key, _)| (key, Value::Null)),
        ),
    }
}

/// Renames keys of the documents' examples to those of their lists.
pub(crate) fn rename(record: &mut Value, names: &[(&str, &str)]) {
    let Value::Object(members) = record else {
        return;
    };
    for (from, to) in names {
        if let Some(value) = members.remove(*from) {
            members.insert((*to).to_owned(), value);
        }
    }
}
