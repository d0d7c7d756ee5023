//! Lists: the good items are read, the others are kept with their place.

use crate::cursor::{Cursor, Kind};
use crate::error::ReadError;
use crate::extra::{Leftover, Leftovers, Step, Why};
use crate::slot::{FromWire, ReadField, ReadResult};
use crate::table::{Expected, Field, LIST};

static ITEM: Expected = Expected::new("item that is not null");

/// Reads one item of a list at the cursor.
pub(crate) type ReadItem<'f> =
    dyn FnMut(&mut Cursor<'_>, &mut Leftovers) -> Result<ReadResult, ReadError> + 'f;

/// Reads a list. It is not generic, so that it is compiled once.
pub(crate) fn read_list(
    cursor: &mut Cursor<'_>,
    keep: &mut Leftovers,
    read_item: &mut ReadItem<'_>,
) -> Result<ReadResult, ReadError> {
    match cursor.kind()? {
        Kind::List => {}
        Kind::Null => {
            cursor.null()?;
            return Ok(ReadResult::Null);
        }
        _ => return Ok(ReadResult::Mismatch(&LIST)),
    }
    cursor.open()?;
    let mut first = true;
    let mut index = 0;
    while cursor.next_item(&mut first)? {
        let mark = cursor.mark();
        let kept_before = keep.elements.len();
        let reading = read_item(cursor, keep).map_err(|error| error.inside(&index.to_string()))?;
        let expected = match reading {
            ReadResult::Value => None,
            ReadResult::Null => Some(&ITEM),
            ReadResult::Mismatch(expected) => Some(expected),
        };
        if let Some(expected) = expected {
            keep.elements.truncate(kept_before);
            cursor.go_back(mark);
            let raw = cursor
                .skip()
                .map_err(|error| error.inside(&index.to_string()))?;
            keep.push(Leftover::new(raw, Why::Misshapen(expected)));
        }
        keep.put_inside(kept_before, || Step::Index(index));
        index += 1;
    }
    Ok(ReadResult::Value)
}

impl<T: FromWire> ReadField for Vec<T> {
    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        field: &Field,
        keep: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        read_list(cursor, keep, &mut |cursor, keep| {
            T::read_item(self, cursor, field, keep)
        })
    }
}

impl<T: FromWire> FromWire for Vec<T> {
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        keep: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        let reading = into.insert(Vec::new()).read(cursor, field, keep)?;
        if !matches!(reading, ReadResult::Value) {
            *into = None;
        }
        Ok(reading)
    }
}
