//! Writing records and bodies.

use std::fmt::Write;

use crate::json::string::write_string;
use crate::record::extra::Extra;
use crate::record::field::Field;
use crate::record::interleave::{ByKey, Entry, interleave};
use crate::record::leftover::{Element, Leftover, Reason};
use crate::record::schema::Schema;
use crate::record::traits::{Fields, ToWire, WireList, WireMap, WireValue};
use crate::types::secret::HIDDEN;
use crate::write::mask;

/// The JSON text of a record or body.
///
/// Absent values and empty lists are omitted. The values in `extra` are written at their original
/// index in a list, or under their original key.
#[doc(alias = "serialize")]
pub fn to_string(fields: &dyn Fields) -> String {
    to_string_for(WireValue::Record(fields), Purpose::Wire)
}

/// What a text is written for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// For the remote API, or as its response was.
    Wire,
    /// For serde: decimals are strings, since data formats have floats only, and serde itself
    /// buffers numbers as floats. Duplicates are omitted, since in many formats the last value of a
    /// key is used, and here the first.
    Serde,
    /// For serde, without secrets, personal data and values that are not described.
    Redacted,
    /// As the response was, with [placeholders](crate::write::mask) in place of the same values.
    Masked,
    /// A value of a field that is secret or personal data: nothing of it is kept but its form.
    Hidden,
}

impl Purpose {
    /// What the value of a field is written for.
    fn of_field(self, field: &Field) -> Self {
        match self {
            Purpose::Masked if field.is_sensitive() => Purpose::Hidden,
            purpose => purpose,
        }
    }

    /// Whether numbers and duplicates are written as they were read.
    fn is_as_read(self) -> bool {
        matches!(self, Purpose::Wire | Purpose::Masked | Purpose::Hidden)
    }
}

/// The JSON text of a value.
pub(crate) fn to_string_for(value: WireValue<'_>, purpose: Purpose) -> String {
    let mut out = String::new();
    write_value(&mut out, value, 0, &[], purpose);
    out
}

fn write_record(out: &mut String, fields: &dyn Fields, purpose: Purpose) {
    let mut members = CommaWriter::open(out, '{');
    write_members(out, &mut members, fields, purpose);
    out.push('}');
}

/// Writes the fields of a record, and its `extra`.
pub(crate) fn write_members(
    out: &mut String,
    members: &mut CommaWriter,
    fields: &dyn Fields,
    purpose: Purpose,
) {
    fields.with_fields(&mut |values, extra| {
        for (field, value) in fields.schema().fields().iter().zip(values) {
            let elements = extra.elements_of(field.wire_name());
            if is_written(fields.schema(), field, *value, extra, &elements) {
                write_key(members.next(out), extra.name_of(field));
                if purpose == Purpose::Redacted && field.is_sensitive() {
                    write_string(out, HIDDEN);
                } else {
                    match value.to_wire() {
                        WireValue::Number(text) if field.is_as_string() => {
                            write_value(
                                out,
                                WireValue::String(text),
                                0,
                                &[],
                                purpose.of_field(field),
                            );
                        }
                        value => {
                            write_value(out, value, 0, &elements, purpose.of_field(field));
                        }
                    }
                }
            }
        }
        for (key, leftover) in extra.members().chain(extra.duplicates()) {
            if !is_superseded(key, leftover, fields, values, extra)
                && is_kept(leftover.reason, purpose)
            {
                let mut described = fields.schema().fields().iter();
                match described.find(|field| field.wire_names().contains(&key)) {
                    Some(field) => {
                        write_key(members.next(out), key);
                        write_json(out, leftover.json.as_str(), purpose.of_field(field));
                    }
                    None => write_unknown(members.next(out), key, leftover, purpose),
                }
            }
        }
    });
}

/// Writes a member that is not described.
pub(crate) fn write_unknown(out: &mut String, key: &str, leftover: &Leftover, purpose: Purpose) {
    write_key(out, key_for(key, purpose));
    write_json(out, leftover.json.as_str(), purpose);
}

/// The key of a member that is not described, or of an entry of a map.
fn key_for(key: &str, purpose: Purpose) -> &str {
    match purpose {
        Purpose::Masked => mask::name(key),
        Purpose::Hidden => mask::TEXT,
        Purpose::Wire | Purpose::Serde | Purpose::Redacted => key,
    }
}

/// Whether a field is written: an empty list is if it is required or has unreadable items.
fn is_written(
    schema: &Schema,
    field: &Field,
    value: &dyn ToWire,
    extra: &Extra,
    elements: &[&Element],
) -> bool {
    if !value.is_omitted() || !elements.is_empty() {
        return true;
    }
    match value.to_wire() {
        WireValue::List(_) => schema.is_required(field),
        WireValue::Map(_) => schema.is_required(field) || extra.has_empty_map(field),
        _ => false,
    }
}

/// Whether a mismatched value has since been replaced by a valid one in its field.
fn is_superseded(
    key: &str,
    leftover: &Leftover,
    fields: &dyn Fields,
    values: &[&dyn ToWire],
    extra: &Extra,
) -> bool {
    if !matches!(leftover.reason, Reason::Mismatch(_)) {
        return false;
    }
    let mut rows = fields.schema().fields().iter().zip(values);
    rows.any(|(field, value)| extra.name_of(field) == key && !value.is_omitted())
}

/// Whether a value that is not in a field is written.
fn is_kept(reason: Reason, purpose: Purpose) -> bool {
    purpose.is_as_read() || !matches!(reason, Reason::Duplicate)
}

/// Writes a value that is not described.
fn write_json(out: &mut String, text: &str, purpose: Purpose) {
    match purpose {
        Purpose::Wire | Purpose::Serde => out.push_str(text),
        Purpose::Redacted => write_string(out, HIDDEN),
        Purpose::Masked => mask::write_json(out, text, &mask::name),
        Purpose::Hidden => mask::write_json(out, text, &|_| mask::TEXT),
    }
}

pub(crate) fn write_value(
    out: &mut String,
    value: WireValue<'_>,
    level: usize,
    elements: &[&Element],
    purpose: Purpose,
) {
    match value {
        WireValue::Absent | WireValue::Null => out.push_str("null"),
        WireValue::Record(fields) => write_record(out, fields, purpose),
        WireValue::List(items) => write_list(out, items, None, level, elements, purpose),
        WireValue::Map(entries) => write_map(out, entries, level, elements, purpose),
        WireValue::Bool(_) if purpose == Purpose::Hidden => out.push_str("true"),
        WireValue::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        WireValue::Integer(_) if purpose == Purpose::Hidden => out.push('1'),
        // Writing to a string cannot fail.
        WireValue::Integer(value) => drop(write!(out, "{value}")),
        WireValue::Number(text) if purpose == Purpose::Hidden => out.push_str(mask::number(&text)),
        WireValue::Number(text) if purpose.is_as_read() => out.push_str(&text),
        WireValue::Number(text) => write_string(out, &text),
        WireValue::String(text) if purpose == Purpose::Hidden => {
            write_string(out, mask::text(&text));
        }
        WireValue::String(text) => write_string(out, &text),
        WireValue::Secret(_) if purpose == Purpose::Redacted => write_string(out, HIDDEN),
        WireValue::Secret(text) if purpose.is_as_read() && purpose != Purpose::Wire => {
            write_string(out, mask::text(text));
        }
        WireValue::Secret(text) => write_string(out, text),
        WireValue::Json(text) => write_json(out, text, purpose),
    }
}

/// Writes a list, whose items may be in a wrapper each.
pub(crate) fn write_list(
    out: &mut String,
    items: &dyn WireList,
    wrapped_in: Option<&str>,
    level: usize,
    elements: &[&Element],
    purpose: Purpose,
) {
    let mut commas = CommaWriter::open(out, '[');
    interleave(items.count(), level, elements, &mut |_, entry| {
        commas.next(out);
        match entry {
            Entry::Item(index, parts) => match wrapped_in {
                Some(wrapper) => {
                    let entry = Wrapper(wrapper, items, index);
                    write_map(out, &entry, level + 1, parts, purpose);
                }
                None => write_value(out, items.item(index), level + 1, parts, purpose),
            },
            Entry::Leftover(element) => write_json(out, element.leftover.json.as_str(), purpose),
        }
    });
    out.push(']');
}

/// The one described member of an item's wrapper.
struct Wrapper<'a>(&'a str, &'a dyn WireList, usize);

impl WireMap for Wrapper<'_> {
    fn contains_key(&self, key: &str) -> bool {
        key == self.0
    }

    fn for_each(&self, f: &mut dyn FnMut(&str, WireValue<'_>)) {
        f(self.0, self.1.item(self.2));
    }
}

fn write_map(
    out: &mut String,
    entries: &dyn WireMap,
    level: usize,
    elements: &[&Element],
    purpose: Purpose,
) {
    let mut commas = CommaWriter::open(out, '{');
    let elements = ByKey::new(level, elements);
    entries.for_each(&mut |key, value| {
        let shown = match purpose {
            Purpose::Hidden => mask::TEXT,
            _ => key,
        };
        write_key(commas.next(out), shown);
        write_value(out, value, level + 1, &elements.parts(key), purpose);
    });
    for (key, element) in elements.leaves() {
        let is_superseded =
            matches!(element.leftover.reason, Reason::Mismatch(_)) && entries.contains_key(key);
        let is_kept = is_kept(element.leftover.reason, purpose);
        if !is_superseded && is_kept {
            write_unknown(commas.next(out), key, &element.leftover, purpose);
        }
    }
    out.push('}');
}

/// Writes commas between elements.
pub(crate) struct CommaWriter {
    is_first: bool,
}

impl CommaWriter {
    pub(crate) fn open(out: &mut String, bracket: char) -> Self {
        out.push(bracket);
        CommaWriter { is_first: true }
    }

    pub(crate) fn next<'o>(&mut self, out: &'o mut String) -> &'o mut String {
        if !std::mem::take(&mut self.is_first) {
            out.push(',');
        }
        out
    }
}

pub(crate) fn write_key(out: &mut String, key: &str) {
    write_string(out, key);
    out.push(':');
}
