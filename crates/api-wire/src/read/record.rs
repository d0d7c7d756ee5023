//! Records: each value goes straight into its field, and what has no field is kept.

use crate::json::cursor::{Cursor, Kind};
use crate::json::error::{ReadError, ReadErrorKind};
use crate::read::object::{ObjectReader, keep_unknown};
use crate::record::expected::OBJECT;
use crate::record::extra::Extra;
use crate::record::field::Field;
use crate::record::leftover::Leftovers;
use crate::record::schema::Schema;
use crate::record::traits::{FieldsMut, FromWire, ReadField, ReadResult, Record};

/// Reads a record from a whole document.
///
/// A value of another shape than expected is no error: it is kept, and [`mismatches`](crate::mismatches)
/// lists it. An error means that the text is not one JSON object, or that something is amiss that is
/// never tolerated: see [`ReadErrorKind`].
pub fn from_str<R: Record>(text: &str) -> Result<R, ReadError> {
    let mut record = R::default();
    read_document(text, &mut record)?;
    Ok(record)
}

/// Reads a record from the bytes of a whole document: UTF-8, with or without a byte order mark.
pub fn from_slice<R: Record>(bytes: &[u8]) -> Result<R, ReadError> {
    from_str(from_utf8(bytes)?)
}

/// The text of a body. It is checked once, so that everything after can read text.
pub fn from_utf8(bytes: &[u8]) -> Result<&str, ReadError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let mut place = ReadError::new(ReadErrorKind::Encoding, "invalid UTF-8");
        let good = bytes
            .get(..error.valid_up_to())
            .and_then(|good| std::str::from_utf8(good).ok());
        if let Some(good) = good {
            place = ReadError::at(ReadErrorKind::Encoding, "invalid UTF-8", good, good.len());
        }
        place
    })
}

fn read_document(text: &str, record: &mut dyn FieldsMut) -> Result<(), ReadError> {
    let mut cursor = Cursor::new(text);
    let start = cursor.mark();
    match read_record(record, &mut cursor)? {
        ReadResult::Value => cursor.end(),
        _ => {
            cursor.reset(start);
            Err(cursor.wrapper_error(OBJECT.text))
        }
    }
}

/// Reads the object at the cursor into a record. Null and other kinds leave it as it is.
pub fn read_record(
    record: &mut dyn FieldsMut,
    cursor: &mut Cursor<'_>,
) -> Result<ReadResult, ReadError> {
    match cursor.kind()? {
        Kind::Object => {}
        Kind::Null => {
            cursor.null()?;
            return Ok(ReadResult::Null);
        }
        _ => return Ok(ReadResult::Mismatch(&OBJECT)),
    }
    let schema = record.schema();
    let mut result = Ok(());
    record
        .with_fields_mut(&mut |fields, extra| result = read_object(schema, fields, extra, cursor));
    result.map(|()| ReadResult::Value)
}

/// Reads a nested record into an optional field.
pub fn read_optional_record<R: Record>(
    into: &mut Option<R>,
    cursor: &mut Cursor<'_>,
) -> Result<ReadResult, ReadError> {
    if cursor.kind()? == Kind::Null {
        cursor.null()?;
        return Ok(ReadResult::Null);
    }
    let reading = read_record(into.insert(R::default()), cursor)?;
    if !matches!(reading, ReadResult::Value) {
        *into = None;
    }
    Ok(reading)
}

/// Reads a nested record as the next item of a list, in the place where it stays.
pub fn read_record_item<R: Record>(
    list: &mut Vec<R>,
    cursor: &mut Cursor<'_>,
) -> Result<ReadResult, ReadError> {
    list.push(R::default());
    let reading = match list.last_mut() {
        Some(record) => read_record(record, cursor)?,
        None => ReadResult::Null,
    };
    if !matches!(reading, ReadResult::Value) {
        list.pop();
    }
    Ok(reading)
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
        if let Some(found) = reader.match_hint(cursor) {
            reader.read(found, fields, extra, cursor)?;
            continue;
        }
        let key = cursor.string()?;
        match reader.find(&key) {
            Some(found) => reader.read(found, fields, extra, cursor)?,
            None => keep_unknown(&key, extra, cursor)?,
        }
    }
    reader.finish(cursor)
}

impl<T: FromWire> ReadField for Option<T> {
    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        field: &Field,
        leftovers: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        T::read_into(self, cursor, field, leftovers)
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
