//! Conversion of records, as JSON text: no code is compiled per record.

use std::borrow::Cow;
use std::mem::replace;

use api_wire::{Cursor, Fields, Json, Kind, ReadError, Record, from_str, to_string};

use crate::converted::{Converted, Lost};
use crate::map::{Nesting, RecordMap, Target, Value};
use crate::pointer::Pointer;

/// Why a value is lost that another type has read as another value.
const OTHER_TYPE: &str = "The other version has another type, which has another value.";

/// Converts a record by a table of the fields that differ.
///
/// # Errors
///
/// The other record requires what this one does not have: an envelope, or a type of an amount.
pub fn convert<R: Record>(
    record: &dyn Fields,
    map: &'static RecordMap,
) -> Result<Converted<R>, ReadError> {
    let conversion = Conversion::of(record, map)?;
    let value: R = from_str(&conversion.text)?;
    let lost = conversion.lost(&value)?;
    Ok(Converted::new(value, lost))
}

/// A record as JSON text of another version.
#[derive(Default)]
struct Conversion {
    text: String,
    lost: Vec<Lost>,
    /// The values that another type reads.
    of_another_type: Vec<Reread>,
    /// Where the original has the current value, and where the other record has it.
    from: Pointer,
    to: Pointer,
}

/// A value that another type reads.
struct Reread {
    from: String,
    to: String,
    value: Json,
    is_kept: bool,
}

impl Conversion {
    fn of(record: &dyn Fields, map: &'static RecordMap) -> Result<Self, ReadError> {
        let text = to_string(record);
        let mut conversion = Self::default();
        conversion.record(&mut Cursor::new(&text), map)?;
        Ok(conversion)
    }

    fn record(
        &mut self,
        cursor: &mut Cursor<'_>,
        map: &'static RecordMap,
    ) -> Result<(), ReadError> {
        if cursor.kind()? != Kind::Object {
            // A mismatch.
            return self.copy(cursor);
        }
        self.text.push('{');
        let start = self.text.len();
        let mut first = true;
        cursor.enter()?;
        while cursor.next_member(&mut first)? {
            let (raw, key) = member_key(cursor)?;
            match map.find(&key).map(|field| &field.to) {
                None => {
                    self.comma(start);
                    self.text.push_str(raw);
                    self.text.push(':');
                    self.copy(cursor)?;
                }
                Some(Target::Lost(reason)) => {
                    self.lost.push(Lost {
                        pointer: self.from.with_key(&key).into_text(),
                        value: cursor.skip_value()?.parse()?,
                        reason,
                    });
                }
                Some(Target::Field(name, value)) => {
                    self.comma(start);
                    // Names of fields have no characters to escape.
                    self.text.push_str(&format!("\"{name}\":"));
                    self.in_key(&key, name, |conversion| conversion.value(cursor, value))?;
                }
            }
        }
        self.text.push('}');
        Ok(())
    }

    fn value(&mut self, cursor: &mut Cursor<'_>, value: &'static Value) -> Result<(), ReadError> {
        match value {
            Value::Same => self.copy(cursor),
            Value::Records(nesting, map) => self.nested(cursor, nesting, map),
            Value::OfAnotherType => {
                let raw = cursor.skip_value()?;
                self.text.push_str(raw);
                self.of_another_type.push(Reread {
                    from: self.from.text().to_owned(),
                    to: self.to.text().to_owned(),
                    value: raw.parse()?,
                    is_kept: false,
                });
                Ok(())
            }
        }
    }

    fn nested(
        &mut self,
        cursor: &mut Cursor<'_>,
        nesting: &'static [Nesting],
        map: &'static RecordMap,
    ) -> Result<(), ReadError> {
        let Some((outer, inner)) = nesting.split_first() else {
            return self.record(cursor, map);
        };
        let mut first = true;
        match (outer, cursor.kind()?) {
            (Nesting::List, Kind::Array) => {
                self.text.push('[');
                let start = self.text.len();
                cursor.enter()?;
                let mut index = 0;
                while cursor.next_item(&mut first)? {
                    self.comma(start);
                    self.in_item(index, |conversion| conversion.nested(cursor, inner, map))?;
                    index += 1;
                }
                self.text.push(']');
                Ok(())
            }
            (Nesting::Map, Kind::Object) => {
                self.text.push('{');
                let start = self.text.len();
                cursor.enter()?;
                while cursor.next_member(&mut first)? {
                    let (raw, key) = member_key(cursor)?;
                    self.comma(start);
                    self.text.push_str(raw);
                    self.text.push(':');
                    self.in_key(&key, &key, |conversion| {
                        conversion.nested(cursor, inner, map)
                    })?;
                }
                self.text.push('}');
                Ok(())
            }
            // A mismatch.
            _ => self.copy(cursor),
        }
    }

    fn copy(&mut self, cursor: &mut Cursor<'_>) -> Result<(), ReadError> {
        self.text.push_str(cursor.skip_value()?);
        Ok(())
    }

    /// A comma, unless the object or array that starts here is empty.
    fn comma(&mut self, start: usize) {
        if self.text.len() > start {
            self.text.push(',');
        }
    }

    /// Calls `f` for a member, with its names.
    fn in_key<T>(&mut self, from: &str, to: &str, f: impl FnOnce(&mut Self) -> T) -> T {
        self.at((self.from.with_key(from), self.to.with_key(to)), f)
    }

    /// Calls `f` for an item.
    fn in_item<T>(&mut self, index: usize, f: impl FnOnce(&mut Self) -> T) -> T {
        self.at((self.from.with_index(index), self.to.with_index(index)), f)
    }

    fn at<T>(&mut self, (from, to): (Pointer, Pointer), f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (replace(&mut self.from, from), replace(&mut self.to, to));
        let result = f(self);
        (self.from, self.to) = outer;
        result
    }

    /// What is lost, once the other record is read.
    fn lost(mut self, record: &dyn Fields) -> Result<Vec<Lost>, ReadError> {
        if !self.of_another_type.is_empty() {
            let text = to_string(record);
            let values = &mut self.of_another_type;
            find_kept(&mut Cursor::new(&text), &Pointer::default(), values)?;
        }
        let changed = self
            .of_another_type
            .into_iter()
            .filter(|value| !value.is_kept);
        self.lost.extend(changed.map(|value| Lost {
            pointer: value.from,
            value: value.value,
            reason: OTHER_TYPE,
        }));
        Ok(self.lost)
    }
}

/// A key of an object: as text, and as a string.
fn member_key<'a>(cursor: &mut Cursor<'a>) -> Result<(&'a str, Cow<'a, str>), ReadError> {
    let raw = cursor.skip_value()?;
    let key = Cursor::new(raw).string()?;
    cursor.expect_colon()?;
    Ok((raw, key))
}

/// Marks the values that a text has at their pointers.
fn find_kept(
    cursor: &mut Cursor<'_>,
    pointer: &Pointer,
    values: &mut [Reread],
) -> Result<(), ReadError> {
    let mut first = true;
    let is_above = |value: &Reread| value.to.starts_with(pointer.text());
    if !values.iter().any(is_above) {
        return cursor.skip_value().map(drop);
    }
    if values.iter().any(|value| value.to == pointer.text()) {
        let found: Json = cursor.skip_value()?.parse()?;
        let mut at_pointer = values.iter_mut().filter(|value| value.to == pointer.text());
        // Of a repeated key, each value is found once.
        let same = at_pointer.find(|value| !value.is_kept && value.value == found);
        if let Some(value) = same {
            value.is_kept = true;
        }
        return Ok(());
    }
    match cursor.kind()? {
        Kind::Object => {
            cursor.enter()?;
            while cursor.next_member(&mut first)? {
                let (_, key) = member_key(cursor)?;
                find_kept(cursor, &pointer.with_key(&key), values)?;
            }
        }
        Kind::Array => {
            cursor.enter()?;
            let mut index = 0;
            while cursor.next_item(&mut first)? {
                find_kept(cursor, &pointer.with_index(index), values)?;
                index += 1;
            }
        }
        _ => drop(cursor.skip_value()?),
    }
    Ok(())
}
