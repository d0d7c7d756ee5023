//! `Debug` of records, bodies and parameters, without secrets and personal data.

use std::cell::Cell;
use std::fmt;

use crate::record::extra::Extra;
use crate::record::field::Field;
use crate::record::traits::{Fields, WireValue};
use crate::types::secret::HIDDEN;

/// Prints the fields that have a value; a sensitive one as `[hidden]`.
///
/// Of `extra`, only the names of fields are printed.
pub fn debug(fields: &dyn Fields, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut out = f.debug_struct(fields.schema().name());
    fields.with_fields(&mut |values, extra| {
        for (field, value) in fields.schema().fields().iter().zip(values) {
            if value.is_omitted() {
                continue;
            }
            if field.is_sensitive() {
                out.field(field.name(), &Hidden);
            } else {
                out.field(field.name(), &DebugValue::new(value.to_wire()));
            }
        }
        if !extra.is_empty() {
            out.field("extra", &DebugExtra(extra, fields.schema().fields()));
        }
    });
    out.finish()
}

/// Printed in place of a sensitive value.
pub(crate) struct Hidden;

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

/// The leftovers of a record with these fields.
struct DebugExtra<'a>(&'a Extra, &'static [Field]);

impl fmt::Debug for DebugExtra<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(self.1, f)
    }
}

/// A value that is printed once: it borrows and is not cloned.
struct DebugValue<'a>(Cell<WireValue<'a>>);

impl<'a> DebugValue<'a> {
    fn new(value: WireValue<'a>) -> Self {
        DebugValue(Cell::new(value))
    }
}

impl fmt::Debug for DebugValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.replace(WireValue::Absent) {
            WireValue::Absent => f.write_str("None"),
            WireValue::Null => f.write_str("null"),
            WireValue::Bool(value) => fmt::Debug::fmt(&value, f),
            WireValue::Integer(value) => fmt::Display::fmt(&value, f),
            WireValue::Number(text) => f.write_str(&text),
            WireValue::String(text) => fmt::Debug::fmt(&text, f),
            WireValue::Secret(_) => fmt::Debug::fmt(&Hidden, f),
            WireValue::Json(text) => write!(f, "Json({} bytes)", text.len()),
            WireValue::Record(fields) => debug(fields, f),
            WireValue::List(items) => {
                let items = (0..items.count()).map(|index| DebugValue::new(items.item(index)));
                f.debug_list().entries(items).finish()
            }
            WireValue::Map(entries) => {
                let mut map = f.debug_map();
                entries.for_each(&mut |key, value| {
                    map.entry(&key, &DebugValue::new(value));
                });
                map.finish()
            }
        }
    }
}
