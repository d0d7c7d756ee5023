//! What can be filled in from the wire: a field, and the types that stand in it.

use crate::cursor::Cursor;
use crate::error::ReadError;
use crate::extra::Leftovers;
use crate::fields::Record;
use crate::record::read_record;
use crate::shape::ToWire;
use crate::table::{Expected, Field};

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
        keep: &mut Leftovers,
    ) -> Result<ReadResult, ReadError>;
}

/// A type that can stand in an optional field, a list or a map.
pub trait FromWire: ToWire + Sized {
    /// Reads the value at the cursor. `into` is `Some` afterwards only if it is [`ReadResult::Value`].
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        keep: &mut Leftovers,
    ) -> Result<ReadResult, ReadError>;

    /// Reads the value at the cursor as the next item of a list.
    fn read_item(
        list: &mut Vec<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        keep: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        let mut item = None;
        let reading = Self::read_into(&mut item, cursor, field, keep)?;
        list.extend(item);
        Ok(reading)
    }
}

impl<T: FromWire> ReadField for Option<T> {
    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        field: &Field,
        keep: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        T::read_into(self, cursor, field, keep)
    }
}

/// A wrapper field: the record itself.
impl<R: Record> ReadField for R {
    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        read_record(self, cursor)
    }
}

impl<R: Record> FromWire for Box<R> {
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        let reading = read_record(&mut **into.insert(Box::default()), cursor)?;
        if !matches!(reading, ReadResult::Value) {
            *into = None;
        }
        Ok(reading)
    }
}
