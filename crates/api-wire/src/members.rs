//! The members of an object: from its keys to the fields of a table.

use std::borrow::Cow;

use crate::cursor::Cursor;
use crate::error::{ReadError, ReadErrorKind};
use crate::extra::{Extra, Leftover, Leftovers, Step, Why};
use crate::found::found;
use crate::seen::Seen;
use crate::slot::{ReadField, ReadResult};
use crate::table::{Expected, Field, Schema};

/// Keeps the value of a key that no field has. The cursor stands after the key.
pub(crate) fn keep_unknown(
    key: &str,
    extra: &mut Extra,
    cursor: &mut Cursor<'_>,
) -> Result<(), ReadError> {
    cursor.colon()?;
    let raw = cursor.skip().map_err(|error| error.inside(key))?;
    extra.keep(key, Leftover::new(raw, Why::Unknown));
    Ok(())
}

/// Which field a key belongs to, and which of its wire names it is.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    field: usize,
    name: usize,
}

impl Place {
    /// The wire name of the field, whichever name the key is.
    pub(crate) fn wire(self, table: &'static Schema) -> &'static str {
        table.fields().get(self.field).map_or("", Field::wire_name)
    }
}

/// The members of one object that belong to a table.
pub(crate) struct ObjectReader {
    table: &'static Schema,
    /// The field after the last one: records come in a stable order, so it is tried first.
    hint: usize,
    /// Which fields have come under their first wire name.
    seen: Seen,
    /// Which fields have come under another one.
    seen_other: Seen,
}

impl ObjectReader {
    pub(crate) fn new(table: &'static Schema) -> Self {
        ObjectReader {
            table,
            hint: 0,
            seen: Seen::new(),
            seen_other: Seen::new(),
        }
    }

    /// Steps over the key at the cursor if it is the one that was guessed.
    #[inline]
    pub(crate) fn next_key(&self, cursor: &mut Cursor<'_>) -> Option<Place> {
        let field = self.table.fields().get(self.hint)?;
        let found = field.is_plain() && cursor.take_key(field.wire_name());
        found.then_some(Place {
            field: self.hint,
            name: 0,
        })
    }

    /// The field that has this wire name. They are gone through from the guessed one on.
    pub(crate) fn find(&self, key: &str) -> Option<Place> {
        let fields = self.table.fields();
        let (before, after) = fields.split_at_checked(self.hint).unwrap_or((fields, &[]));
        if let Some(index) = after.iter().position(|field| field.wire_name() == key) {
            return Some(Place {
                field: self.hint + index,
                name: 0,
            });
        }
        if let Some(field) = before.iter().position(|field| field.wire_name() == key) {
            return Some(Place { field, name: 0 });
        }
        if !self.table.has_second_names() {
            return None;
        }
        fields.iter().enumerate().find_map(|(field, row)| {
            let name = row.wire_names().iter().position(|name| *name == key)?;
            Some(Place { field, name })
        })
    }

    /// Reads the value of a key into its field. The cursor stands after the key.
    pub(crate) fn read(
        &mut self,
        place: Place,
        slots: &mut [&mut dyn ReadField],
        extra: &mut Extra,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), ReadError> {
        let fields = self.table.fields();
        let (Some(field), Some(slot)) = (fields.get(place.field), slots.get_mut(place.field))
        else {
            return Ok(());
        };
        let name = field
            .wire_names()
            .get(place.name)
            .copied()
            .unwrap_or(field.wire_name());
        self.hint = place.field + 1;
        cursor.colon()?;
        let seen = if place.name == 0 {
            &mut self.seen
        } else {
            &mut self.seen_other
        };
        let mut again = seen.set(place.field);
        if field.wire_names().len() > 1 {
            let other = if place.name == 0 {
                &self.seen_other
            } else {
                &self.seen
            };
            again |= other.has(place.field) && !slot.is_omitted();
        }
        let result = if again {
            keep_again(field, name, extra, cursor)
        } else {
            read_value(field, name, *slot, extra, cursor)
        };
        result.map_err(|error| error.inside(name))
    }

    /// Makes sure that every envelope has come.
    pub(crate) fn finish(&self, cursor: &Cursor<'_>) -> Result<(), ReadError> {
        if !self.table.has_wrappers() {
            return Ok(());
        }
        for (index, field) in self.table.fields().iter().enumerate() {
            if field.is_wrapper() && !self.seen.has(index) && !self.seen_other.has(index) {
                let message = format!("`{}` is missing", field.wire_name());
                return Err(cursor.error(ReadErrorKind::Wrapper, message));
            }
        }
        Ok(())
    }
}

fn read_value(
    field: &'static Field,
    name: &'static str,
    slot: &mut dyn ReadField,
    extra: &mut Extra,
    cursor: &mut Cursor<'_>,
) -> Result<(), ReadError> {
    let mark = cursor.mark();
    let mut keep = Leftovers::default();
    match slot.read(cursor, field, &mut keep)? {
        ReadResult::Value => {
            if name != field.wire_name() {
                extra.note_name(name);
            }
        }
        ReadResult::Null if field.is_wrapper() => {
            cursor.go_back(mark);
            return Err(cursor.error(ReadErrorKind::Wrapper, "a value is due here, not null"));
        }
        ReadResult::Null => {}
        ReadResult::Mismatch(expected) => {
            cursor.go_back(mark);
            return keep_misshapen(field, name, expected, extra, cursor);
        }
    }
    if keep.is_empty() {
        return Ok(());
    }
    keep_parts(field, keep, extra, cursor)
}

#[cold]
fn keep_parts(
    field: &'static Field,
    keep: Leftovers,
    extra: &mut Extra,
    cursor: &Cursor<'_>,
) -> Result<(), ReadError> {
    if field.is_strict()
        && let Some((path, kept)) = keep.first_mismatch()
    {
        let error = inexact(field, kept, cursor);
        // Paths are kept inside out, just as an error is put together.
        return Err(path.iter().fold(error, |error, step| match step {
            Step::Index(index) => error.inside(&index.to_string()),
            Step::Key(key) => error.inside(key),
        }));
    }
    if keep.empty_map {
        extra.note_empty_map(field);
    }
    if !keep.elements.is_empty() {
        extra.keep_elements(Cow::Borrowed(field.wire_name()), keep);
    }
    Ok(())
}

#[cold]
fn keep_misshapen(
    field: &Field,
    name: &str,
    expected: &'static Expected,
    extra: &mut Extra,
    cursor: &mut Cursor<'_>,
) -> Result<(), ReadError> {
    let mark = cursor.mark();
    let kept = Leftover::new(cursor.skip()?, Why::Misshapen(expected));
    if field.is_strict() || field.is_wrapper() {
        cursor.go_back(mark);
        return Err(inexact(field, &kept, cursor));
    }
    extra.keep(name, kept);
    Ok(())
}

#[cold]
fn keep_again(
    field: &Field,
    name: &str,
    extra: &mut Extra,
    cursor: &mut Cursor<'_>,
) -> Result<(), ReadError> {
    let mark = cursor.mark();
    let kept = Leftover::new(cursor.skip()?, Why::Again);
    if field.is_strict() {
        cursor.go_back(mark);
        return Err(inexact(field, &kept, cursor));
    }
    extra.keep(name, kept);
    Ok(())
}

/// The error of a mismatch that is never tolerated.
fn inexact(field: &Field, kept: &Leftover, cursor: &Cursor<'_>) -> ReadError {
    let (expected, found) = found(kept, field.is_sensitive());
    let kind = if field.is_wrapper() {
        ReadErrorKind::Wrapper
    } else {
        ReadErrorKind::Strict
    };
    cursor.error(kind, format!("expected {expected}, found {found}"))
}
