//! What can be filled in from the wire: a field, and the types that stand in it.

use crate::cursor::Cursor;
use crate::error::ReadError;
use crate::extra::Keep;
use crate::fields::Record;
use crate::record::read_fields;
use crate::shape::Show;
use crate::table::{Expected, Field};

/// What became of a value that was read.
#[derive(Clone, Copy, Debug)]
pub enum Reading {
    /// It is in its place.
    Filled,
    /// It was null.
    Null,
    /// It has another shape than this one. The caller keeps its text.
    Misshapen(&'static Expected),
}

/// A field that can be filled in.
pub trait Slot: Show {
    /// Reads the value at the cursor into the field.
    ///
    /// After [`Reading::Misshapen`] the cursor may stand anywhere, and the field is as it was.
    /// An error means that the whole document is lost: it is no JSON, or an exact value is not exact.
    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        field: &Field,
        keep: &mut Keep,
    ) -> Result<Reading, ReadError>;
}

/// A type that can stand in an optional field, a list or a map.
pub trait Readable: Show + Sized {
    /// Reads the value at the cursor. `into` is `Some` afterwards only if it is [`Reading::Filled`].
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        keep: &mut Keep,
    ) -> Result<Reading, ReadError>;

    /// Reads the value at the cursor as the next item of a list.
    fn read_item(
        list: &mut Vec<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        keep: &mut Keep,
    ) -> Result<Reading, ReadError> {
        let mut item = None;
        let reading = Self::read_into(&mut item, cursor, field, keep)?;
        list.extend(item);
        Ok(reading)
    }
}

impl<T: Readable> Slot for Option<T> {
    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        field: &Field,
        keep: &mut Keep,
    ) -> Result<Reading, ReadError> {
        T::read_into(self, cursor, field, keep)
    }
}

/// A wrapper field: the record itself.
impl<R: Record> Slot for R {
    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Keep,
    ) -> Result<Reading, ReadError> {
        read_fields(self, cursor)
    }
}

impl<R: Record> Readable for Box<R> {
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Keep,
    ) -> Result<Reading, ReadError> {
        let reading = read_fields(&mut **into.insert(Box::default()), cursor)?;
        if !matches!(reading, Reading::Filled) {
            *into = None;
        }
        Ok(reading)
    }
}
