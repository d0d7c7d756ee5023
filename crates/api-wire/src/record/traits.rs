//! The traits of values and records: how they are read, written and looked at.

use std::borrow::Cow;

use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::record::expected::Expected;
use crate::record::extra::Extra;
use crate::record::field::Field;
use crate::record::leftover::Leftovers;
use crate::record::schema::Schema;

/// What a value looks like on the wire.
#[non_exhaustive]
pub enum WireValue<'a> {
    /// There is no value: the field is left out.
    Absent,
    /// An explicit null.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Integer(i64),
    /// The text of a JSON number.
    Number(Cow<'a, str>),
    /// A text.
    String(Cow<'a, str>),
    /// A text that is only written, never shown.
    Secret(&'a str),
    /// A value as JSON text.
    Json(&'a str),
    /// A record or body.
    Record(&'a dyn Fields),
    /// A list.
    List(&'a dyn WireList),
    /// A map from text.
    Map(&'a dyn WireMap),
}

/// Something that has a shape on the wire: every type that a field can have.
pub trait ToWire {
    /// What the value looks like.
    fn to_wire(&self) -> WireValue<'_>;

    /// Whether there are values inside that may have mismatches of their own. A scalar has none.
    fn is_composite(&self) -> bool {
        true
    }

    /// Whether a field of this value is left out: absent, or an empty list or map.
    fn is_omitted(&self) -> bool {
        matches!(self.to_wire(), WireValue::Absent)
    }
}

/// The items of a list.
pub trait WireList {
    /// How many there are.
    fn count(&self) -> usize;
    /// One of them; absent past the end.
    fn item(&self, index: usize) -> WireValue<'_>;
}

/// The entries of a map.
pub trait WireMap {
    /// How many there are.
    fn count(&self) -> usize;
    /// Whether there is one of this key.
    fn contains_key(&self, key: &str) -> bool;
    /// Lends every entry, in the order of the keys.
    fn for_each(&self, f: &mut dyn FnMut(&str, WireValue<'_>));
}

/// What became of a value that was read.
#[derive(Clone, Copy, Debug)]
pub enum ReadResult {
    /// It is in its place.
    Value,
    /// It was null.
    Null,
    /// It has another shape than this one. The caller keeps its text.
    Mismatch(&'static Expected),
}

/// A field that can be filled in.
pub trait ReadField: ToWire {
    /// Reads the value at the cursor into the field.
    ///
    /// After [`ReadResult::Mismatch`] the cursor may stand anywhere, and the field is as it was.
    /// An error means that the whole document is lost: it is no JSON, or an exact value is not exact.
    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        field: &Field,
        leftovers: &mut Leftovers,
    ) -> Result<ReadResult, ReadError>;
}

/// A type that can stand in an optional field, a list or a map.
pub trait FromWire: ToWire + Sized {
    /// Reads the value at the cursor. `into` is `Some` afterwards only if it is [`ReadResult::Value`].
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        leftovers: &mut Leftovers,
    ) -> Result<ReadResult, ReadError>;

    /// Reads the value at the cursor as the next item of a list.
    fn read_item(
        list: &mut Vec<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        leftovers: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        let mut item = None;
        let reading = Self::read_into(&mut item, cursor, field, leftovers)?;
        list.extend(item);
        Ok(reading)
    }
}

/// A struct whose fields are known by a table. The macros implement it.
///
/// All code that shows, writes, checks or compares works on `&dyn Fields`, so that it exists once
/// and not once per record.
pub trait Fields {
    /// The names and marks of the fields.
    fn schema(&self) -> &'static Schema;

    /// Lends all fields, in the order of the table, and what came beside them.
    fn with_fields(&self, f: &mut dyn FnMut(&[&dyn ToWire], &Extra));
}

/// [`Fields`] that can be filled in from the wire. The macro [`record!`](crate::record) implements it.
pub trait FieldsMut: Fields {
    /// Lends all fields to be filled in, in the order of the table, and a place for the rest.
    fn with_fields_mut(&mut self, f: &mut dyn FnMut(&mut [&mut dyn ReadField], &mut Extra));
}

/// What is read from the wire: see the macro [`record!`](crate::record).
pub trait Record: FieldsMut + FromWire + Default {}
