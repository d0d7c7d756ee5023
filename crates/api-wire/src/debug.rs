//! Debug of records and bodies: what is there, with secrets and personal data hidden.

use std::cell::Cell;
use std::fmt;

use crate::fields::Fields;
use crate::shape::WireValue;

/// Prints the fields that have a value; a hidden one prints as `[hidden]`.
///
/// Of what came beside the fields, only the names are printed.
pub fn debug(fields: &dyn Fields, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut out = f.debug_struct(fields.schema().name());
    fields.with_fields(&mut |shows, extra| {
        for (field, show) in fields.schema().fields().iter().zip(shows) {
            if show.is_omitted() {
                continue;
            }
            if field.is_sensitive() {
                out.field(field.name(), &Hidden);
            } else {
                out.field(field.name(), &Shown::new(show.to_wire()));
            }
        }
        if !extra.is_empty() {
            out.field("extra", extra);
        }
    });
    out.finish()
}

/// What stands for a value that is not shown.
pub(crate) struct Hidden;

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[hidden]")
    }
}

/// A shape, shown once: shapes borrow and are not cloned.
struct Shown<'a>(Cell<WireValue<'a>>);

impl<'a> Shown<'a> {
    fn new(shape: WireValue<'a>) -> Self {
        Shown(Cell::new(shape))
    }
}

impl fmt::Debug for Shown<'_> {
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
                let items = (0..items.count()).map(|index| Shown::new(items.item(index)));
                f.debug_list().entries(items).finish()
            }
            WireValue::Map(entries) => {
                let mut map = f.debug_map();
                entries.for_each(&mut |key, shape| {
                    map.entry(&key, &Shown::new(shape));
                });
                map.finish()
            }
        }
    }
}
