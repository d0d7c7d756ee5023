//! Records: each value goes straight into its field, and what has no field is kept.

use crate::cursor::{Cursor, Kind};
use crate::error::{ReadError, ReadErrorKind};
use crate::extra::Extra;
use crate::fields::{FieldsMut, Record};
use crate::members::{ObjectReader, keep_unknown};
use crate::slot::{ReadField, ReadResult};
use crate::table::{OBJECT, Schema};

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
        let mut place = ReadError::new(ReadErrorKind::Encoding, "the text is not UTF-8");
        let good = bytes
            .get(..error.valid_up_to())
            .and_then(|good| std::str::from_utf8(good).ok());
        if let Some(good) = good {
            place = ReadError::at(
                ReadErrorKind::Encoding,
                "the text is not UTF-8",
                good,
                good.len(),
            );
        }
        place
    })
}

fn read_document(text: &str, record: &mut dyn FieldsMut) -> Result<(), ReadError> {
    let mut cursor = Cursor::new(text);
    match read_record(record, &mut cursor)? {
        ReadResult::Value => cursor.end(),
        _ => Err(cursor.error(ReadErrorKind::Wrapper, "an object is due here")),
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
    let table = record.schema();
    let mut result = Ok(());
    record.with_fields_mut(&mut |slots, extra| result = read_object(table, slots, extra, cursor));
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
    table: &'static Schema,
    slots: &mut [&mut dyn ReadField],
    extra: &mut Extra,
    cursor: &mut Cursor<'_>,
) -> Result<(), ReadError> {
    let mut reader = ObjectReader::new(table);
    cursor.open()?;
    let mut first = true;
    while cursor.next_member(&mut first)? {
        if let Some(place) = reader.next_key(cursor) {
            reader.read(place, slots, extra, cursor)?;
            continue;
        }
        let key = cursor.string()?;
        match reader.find(&key) {
            Some(place) => reader.read(place, slots, extra, cursor)?,
            None => keep_unknown(&key, extra, cursor)?,
        }
    }
    reader.finish(cursor)
}
