//! A response as it was read: its fields by JSON pointers, and what contradicts its success.

use api_wire::{Extra, Field, Fields, Json, WireValue};

use crate::response::contradiction;
use crate::response::failure_keys::{FailureKeys, is_failed_status, is_status_name};

/// A response as it was read, from its outermost object.
#[derive(Clone, Copy)]
pub(crate) enum Document<'a> {
    /// A record.
    Record(&'a dyn Fields),
    /// The members of a page next to its items. It has neither echoes nor essential fields.
    Page {
        metadata: &'a dyn Fields,
        extra: &'a Extra,
    },
    /// A value under a key, and the members next to it.
    Wrapped {
        key: &'a str,
        value: &'a dyn api_wire::ToWire,
        extra: &'a Extra,
    },
    /// The text of a body that was not read.
    Text(&'a str),
}

impl Document<'_> {
    /// What contradicts the status. A record that is read may have errors of its own, but not one
    /// that was just saved.
    pub(crate) fn contradiction(&self, keys: &FailureKeys, is_read: bool) -> Option<String> {
        match self {
            Self::Record(fields) => contradiction_in_outer_fields(*fields, keys, is_read),
            Self::Page { metadata, extra } => {
                let is_documented = |key: &str| is_field(*metadata, key);
                let rule = FailureKeys::in_outer_member;
                contradiction::in_members(extra, keys, rule, is_documented)
                    .or_else(|| failed_status(*metadata))
            }
            Self::Wrapped { key, value, extra } => {
                let rule = match is_read {
                    true => FailureKeys::in_outer_member,
                    false => FailureKeys::in_member_next_to_written,
                };
                contradiction::in_members(extra, keys, rule, |other| other == *key).or_else(|| {
                    match value.to_wire() {
                        WireValue::Record(written) if !is_read => {
                            contradiction_in_written(written, keys)
                        }
                        _ => None,
                    }
                })
            }
            Self::Text(text) => contradiction::in_text(text, keys, is_read),
        }
    }

    /// The key around the record, if it is duplicate: which record is meant is unknown.
    pub(crate) fn duplicate(&self) -> Option<&str> {
        match self {
            Self::Record(fields) => {
                let mut duplicate = None;
                fields.with_fields(&mut |values, extra| {
                    let mut fields = fields.schema().fields().iter().zip(values);
                    let found = fields.find(|(field, value)| {
                        let is_wrapper = field.is_envelope();
                        is_wrapper
                            && matches!(value.to_wire(), WireValue::Record(_))
                            && extra
                                .iter()
                                .any(|(key, _)| field.wire_names().contains(&key))
                    });
                    duplicate = found.map(|(field, _)| field.wire_name());
                });
                duplicate
            }
            Self::Wrapped { key, value, extra } => {
                let is_record = matches!(value.to_wire(), WireValue::Record(_));
                let is_duplicate = is_record && extra.iter().any(|(other, _)| other == *key);
                is_duplicate.then_some(key)
            }
            Self::Page { .. } | Self::Text(_) => None,
        }
    }

    /// Whether the record has none of its documented fields, so that it may be another object. A
    /// status is no field of a record.
    pub(crate) fn is_blank(&self) -> bool {
        match self {
            Self::Record(fields) => is_blank(*fields),
            Self::Wrapped { value, .. } => match value.to_wire() {
                WireValue::Record(fields) => is_blank(fields),
                _ => false,
            },
            Self::Page { .. } | Self::Text(_) => false,
        }
    }

    /// Whether a value that was found may be that of an essential field, most of which are ids.
    pub(crate) fn has_value(&self, value: &WireValue<'_>) -> bool {
        match (self, value) {
            (_, WireValue::String(text)) => identifies(text),
            (_, WireValue::Secret(text)) => identifies(text),
            (_, WireValue::Integer(integer)) => *integer > 0,
            (Self::Text(_), WireValue::Json(text)) => is_identifying(text),
            // It could not be read as the field's type.
            (_, WireValue::Json(_)) => false,
            _ => true,
        }
    }

    /// Calls `found` with each value at a JSON pointer but null: more than one if a key is
    /// duplicate.
    pub(crate) fn find(&self, pointer: &str, found: &mut dyn FnMut(WireValue<'_>)) {
        let path = pointer.strip_prefix('/').unwrap_or(pointer);
        match self {
            Self::Record(fields) => find_in_fields(*fields, path, found),
            Self::Wrapped { key, value, extra } => {
                let (first, rest) = split(path);
                if first == *key {
                    find_in_value(value.to_wire(), rest, found);
                }
                find_in_extra(extra, &[first], rest, found);
            }
            Self::Page { .. } => {}
            Self::Text(text) => find_in_text(text, Some(path), found),
        }
    }
}

/// Whether a JSON value may be an id.
pub(crate) fn is_identifying(json: &str) -> bool {
    match serde_json::from_str::<String>(json) {
        Ok(text) => identifies(&text),
        Err(_) => !json.starts_with(['{', '[']) && identifies(json),
    }
}

/// Texts in place of an id.
const NO_IDS: [&str; 11] = [
    "null",
    "nil",
    "none",
    "undefined",
    "false",
    "true",
    "error",
    "failed",
    "failure",
    "invalid",
    "declined",
];

/// Whether a text may be an id: it is not blank, a word for nothing or for a failure, zero, negative,
/// the nil UUID, nor a sentence, a page or JSON.
fn identifies(text: &str) -> bool {
    let text = text.trim();
    let is_no_id = |word| text.eq_ignore_ascii_case(word);
    !text.trim_matches(['0', '-', '{', '}']).is_empty()
        && !NO_IDS.into_iter().any(is_no_id)
        && !text.parse::<f64>().is_ok_and(|number| number < 0.0)
        && !text.contains(|c: char| c.is_whitespace() || matches!(c, '<' | '"'))
}

/// What contradicts the status in a record that is the whole body, and in its records.
fn contradiction_in_outer_fields(
    fields: &dyn Fields,
    keys: &FailureKeys,
    is_read: bool,
) -> Option<String> {
    let mut reason = failed_status(fields);
    let is_wrapper = fields.schema().fields().iter().any(Field::is_envelope);
    fields.with_fields(&mut |values, extra| {
        let in_members =
            |rule| contradiction::in_members(extra, keys, rule, |key| is_field(fields, key));
        reason = reason
            .take()
            .or_else(|| in_members(FailureKeys::in_outer_member));
        if reason.is_none() && !is_read {
            reason = in_members(match is_wrapper {
                true => FailureKeys::in_member_next_to_written,
                false => FailureKeys::in_written_member,
            });
        }
        if reason.is_none() && !is_read {
            reason = values.iter().find_map(|value| match value.to_wire() {
                WireValue::Record(record) => contradiction_in_written(record, keys),
                WireValue::List(items) => {
                    (0..items.count()).find_map(|index| match items.item(index) {
                        WireValue::Record(record) => contradiction_in_written(record, keys),
                        _ => None,
                    })
                }
                _ => None,
            });
        }
    });
    reason
}

/// What contradicts the status in the undocumented members of a record that was written.
fn contradiction_in_written(fields: &dyn Fields, keys: &FailureKeys) -> Option<String> {
    let mut reason = None;
    fields.with_fields(&mut |_, extra| {
        let rule = FailureKeys::in_written_member;
        reason = contradiction::in_members(extra, keys, rule, |key| is_field(fields, key));
    });
    reason
}

/// Whether a record has a field with this key.
fn is_field(fields: &dyn Fields, key: &str) -> bool {
    let mut schema = fields.schema().fields().iter();
    schema.any(|field| field.wire_names().contains(&key))
}

/// The documented status that is that of a failure. The meaning of other values is unknown.
fn failed_status(fields: &dyn Fields) -> Option<String> {
    let mut reason = None;
    fields.with_fields(&mut |values, _| {
        let mut fields = fields.schema().fields().iter().zip(values);
        reason = fields.find_map(|(field, value)| match value.to_wire() {
            WireValue::Integer(status)
                if is_status_name(field.wire_name()) && is_failed_status(&status.to_string()) =>
            {
                Some(format!("`{}` is that of a failure", field.wire_name()))
            }
            _ => None,
        });
    });
    reason
}

/// Whether a record has none of its fields. The record in a wrapper must have one.
fn is_blank(fields: &dyn Fields) -> bool {
    let schema = fields.schema().fields();
    let (mut is_empty, mut has_blank_record) = (!schema.is_empty(), false);
    fields.with_fields(&mut |values, extra| {
        for (field, value) in schema.iter().zip(values) {
            // One field is enough: to look at all of them costs as much as to decode them.
            if !is_empty && !field.is_envelope() {
                continue;
            }
            match value.to_wire() {
                WireValue::Absent | WireValue::Null => {}
                // An empty list may be a missing one.
                WireValue::List(_) | WireValue::Map(_)
                    if value.is_omitted() && !field.is_envelope() => {}
                WireValue::Record(record) if is_blank(record) => {
                    has_blank_record |= field.is_envelope();
                }
                _ => is_empty = is_empty && is_status_name(field.wire_name()),
            }
        }
        // Values of another type are there.
        let is_unread = |(key, value): (&str, &Json)| {
            value.as_str() != "null" && schema.iter().any(|field| field.wire_names().contains(&key))
        };
        is_empty = is_empty && !extra.iter().any(is_unread);
    });
    is_empty || has_blank_record
}

/// The first segment of a path, and the others if there are any.
fn split(path: &str) -> (&str, Option<&str>) {
    match path.split_once('/') {
        Some((first, rest)) => (first, Some(rest)),
        None => (path, None),
    }
}

fn find_in_value(value: WireValue<'_>, path: Option<&str>, found: &mut dyn FnMut(WireValue<'_>)) {
    match (value, path) {
        (WireValue::Absent | WireValue::Null, _) => {}
        (WireValue::Json(text), path) => find_in_text(text, path, found),
        (WireValue::Record(fields), Some(path)) => find_in_fields(fields, path, found),
        (value, None) => found(value),
        // No member is below a scalar or a list.
        (_, Some(_)) => {}
    }
}

fn find_in_fields(fields: &dyn Fields, path: &str, found: &mut dyn FnMut(WireValue<'_>)) {
    let (first, rest) = split(path);
    let schema = fields.schema().fields();
    let index = schema
        .iter()
        .position(|field| field.wire_names().contains(&first));
    let names = index.map_or(&[][..], |index| schema[index].wire_names());
    fields.with_fields(&mut |values, extra| {
        if let Some(value) = index.and_then(|index| values.get(index)) {
            find_in_value(value.to_wire(), rest, found);
        }
        // A value of another type, or that of a duplicate key.
        match names {
            [] => find_in_extra(extra, &[first], rest, found),
            names => find_in_extra(extra, names, rest, found),
        }
    });
}

fn find_in_extra(
    extra: &Extra,
    keys: &[&str],
    path: Option<&str>,
    found: &mut dyn FnMut(WireValue<'_>),
) {
    for (_, json) in extra.iter().filter(|(key, _)| keys.contains(key)) {
        find_in_text(json.as_str(), path, found);
    }
}

fn find_in_text(text: &str, path: Option<&str>, found: &mut dyn FnMut(WireValue<'_>)) {
    let Some(path) = path else {
        if text.trim() != "null" {
            found(WireValue::Json(text));
        }
        return;
    };
    let (first, rest) = split(path);
    // The text was read before: it has no syntax error after a member.
    let _ = api_wire::for_each_member(text, &mut |key, value| {
        if key == first {
            find_in_text(value, rest, found);
        }
    });
}
