//! Lists: the good items are read, the others are kept with their place.

use crate::cursor::{Cursor, Kind};
use crate::error::ReadError;
use crate::extra::{Keep, Kept, Step, Why};
use crate::slot::{Readable, Reading, Slot};
use crate::table::{Expected, Field, LIST};

static ITEM: Expected = Expected::new("item that is not null");

/// Reads one item of a list at the cursor.
pub(crate) type ReadItem<'f> =
    dyn FnMut(&mut Cursor<'_>, &mut Keep) -> Result<Reading, ReadError> + 'f;

/// Reads a list. It is not generic, so that it is compiled once.
pub(crate) fn read_list(
    cursor: &mut Cursor<'_>,
    keep: &mut Keep,
    read_item: &mut ReadItem<'_>,
) -> Result<Reading, ReadError> {
    match cursor.kind()? {
        Kind::List => {}
        Kind::Null => {
            cursor.null()?;
            return Ok(Reading::Null);
        }
        _ => return Ok(Reading::Misshapen(&LIST)),
    }
    cursor.open()?;
    let mut first = true;
    let mut index = 0;
    while cursor.next_item(&mut first)? {
        let mark = cursor.mark();
        let kept_before = keep.elements.len();
        let reading = read_item(cursor, keep).map_err(|error| error.inside(&index.to_string()))?;
        let expected = match reading {
            Reading::Filled => None,
            Reading::Null => Some(&ITEM),
            Reading::Misshapen(expected) => Some(expected),
        };
        if let Some(expected) = expected {
            keep.elements.truncate(kept_before);
            cursor.go_back(mark);
            let raw = cursor
                .skip()
                .map_err(|error| error.inside(&index.to_string()))?;
            keep.push(Kept::new(raw, Why::Misshapen(expected)));
        }
        keep.put_inside(kept_before, || Step::Index(index));
        index += 1;
    }
    Ok(Reading::Filled)
}

impl<T: Readable> Slot for Vec<T> {
    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        field: &Field,
        keep: &mut Keep,
    ) -> Result<Reading, ReadError> {
        read_list(cursor, keep, &mut |cursor, keep| {
            T::read_item(self, cursor, field, keep)
        })
    }
}

impl<T: Readable> Readable for Vec<T> {
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        keep: &mut Keep,
    ) -> Result<Reading, ReadError> {
        let reading = into.insert(Vec::new()).read(cursor, field, keep)?;
        if !matches!(reading, Reading::Filled) {
            *into = None;
        }
        Ok(reading)
    }
}
