//! Documents as they were read, with placeholders in place of secrets, personal data and what is not described.
//!
//! A placeholder has the form of its value, so that the text is read as the same types: `"x"`, `1`, `1.5`, `true`,
//! `"2000-01-01"`. An unknown key is kept if it looks like a name. In a field that is secret or personal data, all keys
//! are placeholders, too.

use crate::document::page::Page;
use crate::document::totals::Totals;
use crate::document::wrapped::Wrapped;
use crate::json::value::Json;
use crate::record::extra::{Extra, Source};
use crate::record::traits::{Fields, FromWire, Record, ToWire, WireValue};
use crate::write::mask;
use crate::write::record::{
    CommaWriter, Purpose, to_string_for, write_key, write_list, write_members, write_unknown,
    write_value,
};

/// A record or body.
pub fn record(fields: &dyn Fields) -> String {
    to_string_for(WireValue::Record(fields), Purpose::Masked)
}

/// JSON that is not described. `None` if it is no JSON.
pub fn json(text: &str) -> Option<String> {
    let json: Json = text.parse().ok()?;
    Some(to_string_for(
        WireValue::Json(json.as_str()),
        Purpose::Masked,
    ))
}

/// A text that is not described.
pub fn text(text: &str) -> &'static str {
    mask::text(text)
}

/// A value in its wrapper.
pub fn wrapped<R: ToWire>(wrapped: &Wrapped<R>) -> String {
    let value = &wrapped.value;
    document(&wrapped.extra, &[], &|out, source| {
        let elements = wrapped.extra.elements_of(&source.key);
        write_value(out, value.to_wire(), 0, &elements, Purpose::Masked);
    })
}

/// A page of a list.
pub fn page<T: FromWire, F: Record>(page: &Page<T, F>) -> String {
    let totals = Totals {
        total_records: page.total_records,
        current_page: page.current_page,
        total_pages: page.total_pages,
        per_page: page.per_page,
        extra: Extra::default(),
    };
    let fields: [&dyn Fields; 2] = [&totals, &page.metadata];
    document(&page.extra, &fields, &|out, source| {
        let elements = page.extra.elements_of(&source.key);
        let wrapped_in = source.wrapped_in;
        write_list(out, &page.items, wrapped_in, 0, &elements, Purpose::Masked);
    })
}

/// An object: the value that has a key of its own, fields beside it, and what is not described.
fn document(extra: &Extra, fields: &[&dyn Fields], write: &dyn Fn(&mut String, &Source)) -> String {
    let mut out = String::new();
    let mut members = CommaWriter::open(&mut out, '{');
    if let Some(source) = extra.source() {
        write_key(members.next(&mut out), &source.key);
        write(&mut out, source);
    }
    for fields in fields {
        write_members(&mut out, &mut members, *fields, Purpose::Masked);
    }
    for (key, leftover) in extra.members().chain(extra.duplicates()) {
        write_unknown(members.next(&mut out), key, leftover, Purpose::Masked);
    }
    out.push('}');
    out
}
