//! The traits of values and records.

use std::borrow::Cow;

use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::record::expected::Expected;
use crate::record::extra::Extra;
use crate::record::field::Field;
use crate::record::leftover::Leftovers;
use crate::record::schema::Schema;

/// A value as JSON.
#[non_exhaustive]
pub enum WireValue<'a> {
    /// No value: the field is omitted.
    Absent,
    /// An explicit null.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Integer(i64),
    /// The text of a JSON number.
    Number(Cow<'a, str>),
    /// A string.
    String(Cow<'a, str>),
    /// A string that is written, but never printed.
    Secret(&'a str),
    /// The JSON text of a value.
    Json(&'a str),
    /// A record or body.
    Record(&'a dyn Fields),
    /// A list.
    List(&'a dyn WireList),
    /// A map with strings as keys.
    Map(&'a dyn WireMap),
}

/// A type that can be written.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of a field",
    note = "numbers are `i64`, `i32` or `Decimal`: a binary fraction, such as `f64`, is not exact"
)]
pub trait ToWire {
    /// The value as JSON.
    fn to_wire(&self) -> WireValue<'_>;

    /// Whether there may be mismatches in the value. A scalar has none.
    fn is_composite(&self) -> bool {
        true
    }

    /// Whether a field with this value is omitted: absent, or an empty list or map.
    fn is_omitted(&self) -> bool {
        matches!(self.to_wire(), WireValue::Absent)
    }

    /// The name of the type, for tests that list the facts of a crate.
    #[doc(hidden)]
    fn type_name(&self) -> &'static str {
        std::any::type_name::<Self>()
    }
}

/// The items of a list.
pub trait WireList {
    /// The number of items.
    fn count(&self) -> usize;
    /// The item at this index; absent past the end.
    fn item(&self, index: usize) -> WireValue<'_>;
}

/// The entries of a map.
pub trait WireMap {
    /// Whether there is an entry with this key.
    fn contains_key(&self, key: &str) -> bool;
    /// Calls `f` for every entry in the order of the keys.
    fn for_each(&self, f: &mut dyn FnMut(&str, WireValue<'_>));
}

/// The result of reading a value that is valid JSON.
#[derive(Clone, Copy, Debug)]
pub enum ReadResult {
    /// The value was stored.
    Value,
    /// The value is null.
    Null,
    /// The value has another type than this. The caller keeps its text.
    Mismatch(&'static Expected),
}

/// A field that can be read.
pub trait ReadField: ToWire {
    /// The value of a field that has not been read.
    fn blank() -> Self
    where
        Self: Sized;

    /// Reads the value at the cursor into the field.
    ///
    /// After [`ReadResult::Mismatch`] the field is unchanged and the position of the cursor is
    /// unspecified. An error aborts the document: invalid JSON, or a mismatch in a `strict` field.
    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        field: &Field,
        leftovers: &mut Leftovers,
    ) -> Result<ReadResult, ReadError>;
}

/// A type that can be read: as an optional field, or in a list or map.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of a field",
    note = "numbers are `i64`, `i32` or `Decimal`: a binary fraction, such as `f64`, is not exact"
)]
pub trait FromWire: ToWire + Sized {
    /// A value to read into, such as an empty string.
    fn blank() -> Self;

    /// Reads the value at the cursor. `into` is `Some` afterwards only for [`ReadResult::Value`].
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        leftovers: &mut Leftovers,
    ) -> Result<ReadResult, ReadError>;

    /// Reads the value at the cursor and appends it to a list.
    fn read_item(
        list: &mut Vec<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        leftovers: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        let mut item = None;
        let reading = Self::read_into(&mut item, cursor, field, leftovers)?;
        if let Some(item) = item {
            cursor.spend_item(list)?;
            list.push(item);
        }
        Ok(reading)
    }

    /// Reads the value at the cursor over this one, which stays as it is unless the result is
    /// [`ReadResult::Value`].
    fn read_over(
        &mut self,
        cursor: &mut Cursor<'_>,
        field: &Field,
        leftovers: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        let mut value = None;
        let result = Self::read_into(&mut value, cursor, field, leftovers)?;
        if let Some(value) = value {
            *self = value;
        }
        Ok(result)
    }
}

/// A struct with a schema: a record, a body, or an operation.
///
/// Code that writes, prints, validates or reports works on `&dyn Fields`, so that it is compiled
/// once and not for every record.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no table of fields",
    note = "records derive `Record`, bodies `Body`, operations `Parameters`"
)]
pub trait Fields {
    /// The names and marks of the fields.
    fn schema(&self) -> &'static Schema;

    /// Calls `f` with all fields, in the order of the schema, and `extra`.
    fn with_fields(&self, f: &mut dyn FnMut(&[&dyn ToWire], &Extra));
}

/// Does not compile without a table: of a struct with marks that derives nothing but setters.
pub fn has_table<T: Fields>() {}

// An operation can be sent by reference.
impl<F: Fields + ?Sized> Fields for &F {
    fn schema(&self) -> &'static Schema {
        (**self).schema()
    }

    fn with_fields(&self, f: &mut dyn FnMut(&[&dyn ToWire], &Extra)) {
        (**self).with_fields(f);
    }
}

/// [`Fields`] that can be read, implemented by the derives of [`Record`](derive@crate::Record) and, for
/// serde, of [`Body`](crate::Body).
pub trait FieldsMut: Fields {
    /// Calls `f` with all fields, in the order of the schema, and `extra`.
    fn with_fields_mut(&mut self, f: &mut dyn FnMut(&mut [&mut dyn ReadField], &mut Extra));
}

/// A struct that is read: see [its derive](derive@crate::Record).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a record",
    label = "expected a struct that derives `Record`",
    note = "request bodies are not returned"
)]
pub trait Record: FieldsMut + FromWire + Default {}
