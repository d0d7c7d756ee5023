//! Reading records: each value goes straight into its field, or else to `extra`.

use crate::json::budget::MemoryBudget;
use crate::json::bytes::text_of;
use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::json::kind::Kind;
use crate::read::object::ObjectReader;
use crate::record::expected::OBJECT;
use crate::record::extra::Extra;
use crate::record::field::Field;
use crate::record::leftover::Leftovers;
use crate::record::schema::Schema;
use crate::record::traits::{FieldsMut, FromWire, ReadField, ReadResult, Record};
use crate::types::change::Change;

/// Reads a record from a whole document.
///
/// A mismatched value is not an error: it is kept, and [`mismatches`](crate::mismatches) reports
/// it. For errors see [`ReadErrorKind`](crate::ReadErrorKind).
#[doc(alias = "deserialize")]
#[doc(alias = "parse")]
pub fn from_str<R: Record>(text: &str) -> Result<R, ReadError> {
    let mut record = R::default();
    read_document(&mut Cursor::new(text), &mut record)?;
    Ok(record)
}

/// Like [`from_str`], with the memory that the record may take.
pub fn from_str_within<R: Record>(text: &str, budget: &mut MemoryBudget) -> Result<R, ReadError> {
    let mut record = R::default();
    let mut cursor = Cursor::within(text, budget.clone());
    let result = read_document(&mut cursor, &mut record);
    *budget = cursor.into_budget();
    result.map(|()| record)
}

/// Reads a record from the bytes of a whole document: UTF-8, with or without a byte order mark. A string
/// with other bytes is a mismatch: see [`text_of`].
pub fn from_slice<R: Record>(bytes: &[u8]) -> Result<R, ReadError> {
    from_str(&text_of(bytes)?).map_err(|error| error.in_bytes(bytes))
}

pub(crate) fn read_document(
    cursor: &mut Cursor<'_>,
    record: &mut dyn FieldsMut,
) -> Result<(), ReadError> {
    let start = cursor.mark();
    match read_record(record, cursor)? {
        ReadResult::Value => cursor.end(),
        _ => {
            cursor.reset(start);
            Err(cursor.wrapper_error(OBJECT.text))
        }
    }
}

/// Reads the object at the cursor into a record. Null and other kinds leave it unchanged.
pub fn read_record(
    record: &mut dyn FieldsMut,
    cursor: &mut Cursor<'_>,
) -> Result<ReadResult, ReadError> {
    match expect_object(cursor) {
        Ok(ReadResult::Value) => read_members(record, cursor),
        other => other,
    }
}

/// Reads a nested record into an optional field.
pub fn read_optional_record<R: FieldsMut + FromWire>(
    into: &mut Option<R>,
    cursor: &mut Cursor<'_>,
) -> Result<ReadResult, ReadError> {
    match expect_object(cursor) {
        Ok(ReadResult::Value) => read_members(into.insert(R::blank()), cursor),
        other => other,
    }
}

/// Reads a nested record as the next item of a list, in place.
pub fn read_record_item<R: FieldsMut + FromWire>(
    list: &mut Vec<R>,
    cursor: &mut Cursor<'_>,
) -> Result<ReadResult, ReadError> {
    match expect_object(cursor) {
        Ok(ReadResult::Value) => {
            cursor.spend_item(list)?;
            list.push(R::blank());
            match list.last_mut() {
                Some(record) => read_members(record, cursor),
                None => Ok(ReadResult::Null),
            }
        }
        other => other,
    }
}

/// Whether an object is at the cursor: the value of a record. Null is skipped.
fn expect_object(cursor: &mut Cursor<'_>) -> Result<ReadResult, ReadError> {
    match cursor.kind()? {
        Kind::Object => Ok(ReadResult::Value),
        Kind::Null => {
            cursor.null()?;
            Ok(ReadResult::Null)
        }
        _ => Ok(ReadResult::Mismatch(&OBJECT)),
    }
}

/// Reads the members of the object at the cursor into a record.
fn read_members(
    record: &mut dyn FieldsMut,
    cursor: &mut Cursor<'_>,
) -> Result<ReadResult, ReadError> {
    let schema = record.schema();
    let mut result = Ok(());
    record
        .with_fields_mut(&mut |fields, extra| result = read_object(schema, fields, extra, cursor));
    result.map(|()| ReadResult::Value)
}

fn read_object(
    schema: &'static Schema,
    fields: &mut [&mut dyn ReadField],
    extra: &mut Extra,
    cursor: &mut Cursor<'_>,
) -> Result<(), ReadError> {
    let mut reader = ObjectReader::new(schema);
    cursor.enter()?;
    let mut first = true;
    while cursor.next_member(&mut first)? {
        reader.read_any(fields, extra, cursor)?;
        while let Some(found) = reader.skip_predicted(cursor) {
            reader.read(found, fields, extra, cursor)?;
        }
    }
    reader.finish(cursor)
}

impl<T: FromWire> ReadField for Option<T> {
    fn blank() -> Self {
        None
    }

    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        field: &Field,
        leftovers: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        T::read_into(self, cursor, field, leftovers)
    }
}

/// A list, a map, or a field that is required: the value itself.
impl<T: FromWire> ReadField for T {
    fn blank() -> Self {
        <T as FromWire>::blank()
    }

    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        field: &Field,
        leftovers: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        self.read_over(cursor, field, leftovers)
    }
}

/// An absent value stays [`Change::Leave`], a null is [`Change::Clear`].
impl<T: FromWire> ReadField for Change<T> {
    fn blank() -> Self {
        Change::Leave
    }

    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        field: &Field,
        leftovers: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        let mut value = None;
        let result = T::read_into(&mut value, cursor, field, leftovers)?;
        *self = match (result, value) {
            (ReadResult::Value, Some(value)) => Change::Set(value),
            (ReadResult::Null, _) => Change::Clear,
            _ => return Ok(result),
        };
        Ok(ReadResult::Value)
    }
}

impl<R: Record> FromWire for Box<R> {
    fn blank() -> Self {
        Box::default()
    }

    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        match expect_object(cursor) {
            Ok(ReadResult::Value) => {
                cursor.spend_allocation(size_of::<R>())?;
                read_members(&mut **into.insert(Box::default()), cursor)
            }
            other => other,
        }
    }
}
