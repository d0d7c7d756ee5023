//! What a response must show before its success is believed: the values of the request that it
//! repeats, and its essential fields.

use api_wire::{Extra, Fields, Json, ReadError, WireValue};

use crate::request::sent_values::SentValues;
use crate::response::contradiction::{self, FailureKeys};
use crate::{Echo, OperationInfo, Retry};

/// What is expected of the response to a request. Empty in tests of operations.
#[derive(Clone, Default)]
pub(crate) struct Proof {
    echoes: &'static [Echo],
    essential: &'static [&'static str],
    sent_values: SentValues,
    is_read: bool,
    failure_keys: FailureKeys,
}

/// Why a response that was read is not believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// It is about another record.
    WrongRecord,
    /// It contradicts its status.
    Contradiction,
    /// It lacks an essential field.
    Incomplete,
}

/// A response as it was read, from its outermost object.
#[derive(Clone, Copy)]
pub(crate) enum Document<'a> {
    /// A record.
    Record(&'a dyn Fields),
    /// The members of a page next to its items. It has neither echoes nor essential fields.
    Page(&'a Extra),
    /// A value under a key, and the members next to it.
    Wrapped {
        key: &'a str,
        value: &'a dyn api_wire::ToWire,
        extra: &'a Extra,
    },
    /// The text of a body that was not read.
    Text(&'a str),
}

impl Proof {
    pub(crate) fn new(
        info: &OperationInfo,
        sent_values: SentValues,
        failure_keys: FailureKeys,
    ) -> Self {
        Self {
            echoes: info.echoes,
            essential: info.essential,
            sent_values,
            is_read: info.retry == Retry::Safe,
            failure_keys,
        }
    }

    /// Checks the text of an undocumented response.
    pub(crate) fn check_undocumented(&self, text: &str) -> Result<(), (Doubt, ReadError)> {
        let reason = match self.is_read {
            true => contradiction::in_undocumented_read(text, &self.failure_keys),
            false => contradiction::in_undocumented_write(text, &self.failure_keys),
        };
        match reason {
            Some(reason) => Err((Doubt::Contradiction, ReadError::wrapper(reason))),
            None => Ok(()),
        }
    }

    /// Whether the response can be about another record.
    pub(crate) fn has_echoes(&self) -> bool {
        !self.sent_values.is_empty()
    }

    /// Checks a response. The error has no values: they may be personal data.
    pub(crate) fn check(&self, document: Document<'_>) -> Result<(), (Doubt, ReadError)> {
        if let Some(reason) = document.contradiction(&self.failure_keys, self.is_read) {
            return Err((Doubt::Contradiction, ReadError::wrapper(reason)));
        }
        if self.has_echoes() {
            self.check_echoes(document)?;
        }
        for pointer in self.essential {
            let (mut is_present, mut is_ambiguous, mut first) = (false, false, None);
            document.find(pointer, &mut |value| {
                is_present |= document.has_value(&value);
                let text = scalar_text(&value);
                is_ambiguous |= *first.get_or_insert_with(|| text.clone()) != text;
            });
            let reason = match (is_present, is_ambiguous) {
                (true, false) => continue,
                (true, true) => format!("different values at `{pointer}`"),
                (false, _) => format!("missing `{pointer}`"),
            };
            return Err((Doubt::Incomplete, ReadError::wrapper(reason)));
        }
        Ok(())
    }

    fn check_echoes(&self, document: Document<'_>) -> Result<(), (Doubt, ReadError)> {
        for echo in self.echoes {
            let Some(sent) = self.sent_values.get(echo.request_field) else {
                continue;
            };
            let is_only = echo.response_fields.len() == 1;
            let (mut is_repeated, mut is_complete, mut is_other) = (false, true, false);
            for pointer in echo.response_fields {
                // Of duplicate keys, all must have the value.
                let (mut found, mut equal, mut comparable) = (0, 0, 0);
                document.find(pointer, &mut |value| {
                    found += 1;
                    equal += usize::from(is_same(sent, &value));
                    comparable += usize::from(is_same_kind(sent, &value));
                });
                is_repeated |= found > 0 && found == equal;
                is_complete &= found > 0;
                is_other |= comparable > equal;
            }
            // A field that is missing may be the one that the request means, unless another field
            // has another value of the same kind: an id in place of an id.
            if !is_repeated && (is_complete || (is_other && !is_only)) {
                let reason = format!(
                    "expected the `{}` of the request, found another value at {}",
                    echo.request_field,
                    echo.response_fields.join(" or ")
                );
                return Err((Doubt::WrongRecord, ReadError::wrapper(reason)));
            }
        }
        Ok(())
    }
}

impl Document<'_> {
    /// What contradicts the status. A record that is read may have errors of its own, but not one
    /// that was just saved.
    fn contradiction(&self, keys: &FailureKeys, is_read: bool) -> Option<String> {
        match self {
            Self::Record(fields) => contradiction_in_fields(*fields, keys, !is_read),
            Self::Page(extra) => contradiction::in_members(extra, keys),
            Self::Wrapped { value, extra, .. } => {
                contradiction::in_members(extra, keys).or_else(|| match value.to_wire() {
                    WireValue::Record(saved) if !is_read => {
                        contradiction_in_fields(saved, keys, false)
                    }
                    _ => None,
                })
            }
            Self::Text(text) => contradiction::in_text(text, keys),
        }
    }

    /// Whether a value that was found says anything.
    fn has_value(&self, value: &WireValue<'_>) -> bool {
        match (self, value) {
            (_, WireValue::String(text)) => !text.trim().is_empty(),
            (_, WireValue::Secret(text)) => !text.trim().is_empty(),
            (Self::Text(_), WireValue::Json(text)) => match serde_json::from_str::<String>(text) {
                Ok(text) => !text.trim().is_empty(),
                Err(_) => !text.starts_with(['{', '[']),
            },
            // It could not be read as the field's type.
            (_, WireValue::Json(_)) => false,
            _ => true,
        }
    }

    /// Calls `found` with each value at a JSON pointer but null: more than one if a key is
    /// duplicate.
    fn find(&self, pointer: &str, found: &mut dyn FnMut(WireValue<'_>)) {
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
            Self::Page(_) => {}
            Self::Text(text) => find_in_text(text, Some(path), found),
        }
    }
}

/// What contradicts the status in the undocumented members of a record, and of its records.
fn contradiction_in_fields(
    fields: &dyn Fields,
    keys: &FailureKeys,
    with_records: bool,
) -> Option<String> {
    let mut reason = None;
    fields.with_fields(&mut |values, extra| {
        reason = contradiction::in_members(extra, keys);
        if reason.is_none() && with_records {
            reason = values.iter().find_map(|value| match value.to_wire() {
                WireValue::Record(record) => contradiction_in_fields(record, keys, false),
                _ => None,
            });
        }
    });
    reason
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

/// The text of a scalar, to compare the values of duplicate keys.
fn scalar_text(value: &WireValue<'_>) -> Option<String> {
    match value {
        WireValue::Integer(integer) => Some(integer.to_string()),
        WireValue::String(text) => Some(text.to_string()),
        WireValue::Secret(text) => Some(text.to_string()),
        WireValue::Number(text) => Some(text.to_string()),
        WireValue::Json(text) => Some(text.trim_matches('"').to_owned()),
        _ => None,
    }
}

/// Whether the text that was sent is an id like this value, or a name like it.
fn is_same_kind(sent: &str, value: &WireValue<'_>) -> bool {
    let is_id = sent.parse::<i64>().is_ok();
    match value {
        WireValue::Integer(_) => is_id,
        WireValue::String(_) => !is_id,
        _ => false,
    }
}

/// Whether the text that was sent is this value.
fn is_same(sent: &str, value: &WireValue<'_>) -> bool {
    match value {
        WireValue::Integer(integer) => sent.parse() == Ok(*integer),
        WireValue::Bool(flag) => sent == flag.to_string(),
        WireValue::String(text) => sent == text,
        WireValue::Secret(text) => sent == *text,
        WireValue::Number(text) => is_same_json(sent, text),
        WireValue::Json(text) => match serde_json::from_str::<String>(text) {
            Ok(text) => sent == text,
            Err(_) => is_same_json(sent, text),
        },
        _ => false,
    }
}

/// Whether both are the same number, in any notation.
fn is_same_json(sent: &str, found: &str) -> bool {
    match (sent.parse::<Json>(), found.parse::<Json>()) {
        (Ok(sent), Ok(found)) => sent == found,
        _ => false,
    }
}
