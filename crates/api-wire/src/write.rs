//! Writing: a record or body as JSON text.

use std::fmt::Write;

use crate::extra::{Element, Extra, Leftover, Why};
use crate::fields::Fields;
use crate::layout::{Spot, by_key, lay_out};
use crate::scan;
use crate::shape::{ToWire, WireList, WireMap, WireValue};
use crate::table::{Field, Schema};

/// The JSON text of a record or body.
///
/// Absent values and empty lists are left out. What a record kept beside its fields is written back:
/// at its place in a list, and under the key that it had.
pub fn to_string(fields: &dyn Fields) -> String {
    let mut out = String::new();
    write_record(&mut out, fields);
    out
}

fn write_record(out: &mut String, fields: &dyn Fields) {
    fields.with_fields(&mut |shows, extra| {
        let mut members = Separated::open(out, '{');
        for (field, show) in fields.schema().fields().iter().zip(shows) {
            let kept = extra.elements_of(field.wire_name());
            if is_written(fields.schema(), field, *show, extra, &kept) {
                write_key(members.next(out), extra.name_of(field));
                write_shape(out, show.to_wire(), 0, &kept);
            }
        }
        for (key, kept) in extra.members().chain(extra.further()) {
            if !is_replaced(key, kept, fields, shows, extra) {
                write_key(members.next(out), key);
                out.push_str(kept.json.as_str());
            }
        }
        out.push('}');
    });
}

/// Whether a field is written. An empty list is, where it is expected or has kept items.
fn is_written(
    table: &Schema,
    field: &Field,
    show: &dyn ToWire,
    extra: &Extra,
    kept: &[&Element],
) -> bool {
    if !show.is_omitted() || !kept.is_empty() {
        return true;
    }
    match show.to_wire() {
        WireValue::List(_) => table.expects(field),
        WireValue::Map(_) => table.expects(field) || extra.had_empty_map(field),
        _ => false,
    }
}

/// Whether a value of a wrong shape has since been replaced by a good one in its field.
fn is_replaced(
    key: &str,
    kept: &Leftover,
    fields: &dyn Fields,
    shows: &[&dyn ToWire],
    extra: &Extra,
) -> bool {
    if !matches!(kept.why, Why::Misshapen(_)) {
        return false;
    }
    let mut rows = fields.schema().fields().iter().zip(shows);
    rows.any(|(field, show)| extra.name_of(field) == key && !show.is_omitted())
}

fn write_shape(out: &mut String, shape: WireValue<'_>, level: usize, kept: &[&Element]) {
    match shape {
        WireValue::Absent | WireValue::Null => out.push_str("null"),
        WireValue::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        // Writing to a string cannot fail.
        WireValue::Integer(value) => drop(write!(out, "{value}")),
        WireValue::Number(text) => out.push_str(&text),
        WireValue::String(text) => write_text(out, &text),
        WireValue::Secret(text) => write_text(out, text),
        WireValue::Json(text) => out.push_str(text),
        WireValue::Record(fields) => write_record(out, fields),
        WireValue::List(items) => write_list(out, items, level, kept),
        WireValue::Map(entries) => write_map(out, entries, level, kept),
    }
}

fn write_list(out: &mut String, items: &dyn WireList, level: usize, kept: &[&Element]) {
    let mut separated = Separated::open(out, '[');
    lay_out(items.count(), level, kept, &mut |_, spot| {
        separated.next(out);
        match spot {
            Spot::Item(index, parts) => write_shape(out, items.item(index), level + 1, parts),
            Spot::Kept(element) => out.push_str(element.kept.json.as_str()),
        }
    });
    out.push(']');
}

fn write_map(out: &mut String, entries: &dyn WireMap, level: usize, kept: &[&Element]) {
    let mut separated = Separated::open(out, '{');
    let kept = by_key(level, kept);
    entries.for_each(&mut |key, shape| {
        let parts: Vec<&Element> = match kept.get(key) {
            Some(kept) => kept
                .iter()
                .copied()
                .filter(|element| !element.is_leaf(level))
                .collect(),
            None => Vec::new(),
        };
        write_key(separated.next(out), key);
        write_shape(out, shape, level + 1, &parts);
    });
    for (key, element) in kept
        .iter()
        .flat_map(|(key, kept)| kept.iter().map(move |one| (key, one)))
    {
        let is_replaced =
            matches!(element.kept.why, Why::Misshapen(_)) && entries.contains_key(key);
        if element.is_leaf(level) && !is_replaced {
            write_key(separated.next(out), key);
            out.push_str(element.kept.json.as_str());
        }
    }
    out.push('}');
}

/// Commas between, but not before the first.
struct Separated {
    is_first: bool,
}

impl Separated {
    fn open(out: &mut String, bracket: char) -> Self {
        out.push(bracket);
        Separated { is_first: true }
    }

    fn next<'o>(&mut self, out: &'o mut String) -> &'o mut String {
        if !std::mem::take(&mut self.is_first) {
            out.push(',');
        }
        out
    }
}

fn write_key(out: &mut String, key: &str) {
    write_text(out, key);
    out.push(':');
}

/// A text as a JSON string.
pub(crate) fn write_text(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    loop {
        let plain = scan::plain(rest.as_bytes());
        // What is not plain is one byte long, so this is always a split.
        let (plain, special) = rest.split_at_checked(plain).unwrap_or((rest, ""));
        out.push_str(plain);
        let mut characters = special.chars();
        match characters.next() {
            Some('"') => out.push_str("\\\""),
            Some('\\') => out.push_str("\\\\"),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            // Writing to a string cannot fail.
            Some(other) => drop(write!(out, "\\u{:04x}", u32::from(other))),
            None => break,
        }
        rest = characters.as_str();
    }
    out.push('"');
}
