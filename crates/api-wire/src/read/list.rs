//! Lists: unreadable items are kept with their index.

use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::json::kind::Kind;
use crate::record::expected::{ARRAY, Expected};
use crate::record::field::Field;
use crate::record::leftover::{Leftover, Leftovers, Reason, Step};
use crate::record::traits::{FromWire, ReadResult};

static NON_NULL: Expected = Expected::new("non-null item");

/// Reads one item of a list at the cursor.
pub(crate) type ReadItem<'f> =
    dyn FnMut(&mut Cursor<'_>, &mut Leftovers) -> Result<ReadResult, ReadError> + 'f;

/// Reads a list. Not generic, so that it is compiled once.
pub(crate) fn read_list(
    cursor: &mut Cursor<'_>,
    leftovers: &mut Leftovers,
    read_item: &mut ReadItem<'_>,
) -> Result<ReadResult, ReadError> {
    match cursor.kind()? {
        Kind::Array => {}
        Kind::Null => {
            cursor.null()?;
            return Ok(ReadResult::Null);
        }
        _ => return Ok(ReadResult::Mismatch(&ARRAY)),
    }
    cursor.enter()?;
    let mut first = true;
    let mut index = 0;
    while cursor.next_item(&mut first)? {
        let mark = cursor.mark();
        let start = leftovers.elements.len();
        let result =
            read_item(cursor, leftovers).map_err(|error| error.inside(&index.to_string()))?;
        let expected = match result {
            ReadResult::Value => None,
            ReadResult::Null => Some(&NON_NULL),
            ReadResult::Mismatch(expected) => Some(expected),
        };
        if let Some(expected) = expected {
            leftovers.elements.truncate(start);
            cursor.reset(mark);
            let leftover = Leftover::read(cursor, Reason::Mismatch(expected))
                .map_err(|error| error.inside(&index.to_string()))?;
            leftovers.push(leftover, cursor)?;
        }
        leftovers.nest(start, cursor, || Step::Index(index))?;
        index += 1;
    }
    Ok(ReadResult::Value)
}

/// Reads a collection, which is kept only if it is one.
pub(crate) fn read_collection<C: FromWire>(
    into: &mut Option<C>,
    cursor: &mut Cursor<'_>,
    field: &Field,
    leftovers: &mut Leftovers,
) -> Result<ReadResult, ReadError> {
    let result = into
        .insert(C::blank())
        .read_over(cursor, field, leftovers)?;
    if !matches!(result, ReadResult::Value) {
        *into = None;
    }
    Ok(result)
}

impl<T: FromWire> FromWire for Vec<T> {
    fn blank() -> Self {
        Vec::new()
    }

    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        leftovers: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        read_collection(into, cursor, field, leftovers)
    }

    fn read_over(
        &mut self,
        cursor: &mut Cursor<'_>,
        field: &Field,
        leftovers: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        read_list(cursor, leftovers, &mut |cursor, leftovers| {
            T::read_item(self, cursor, field, leftovers)
        })
    }
}
