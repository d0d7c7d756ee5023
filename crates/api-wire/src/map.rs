//! Maps from text: the good entries are read, the others are kept with their key.

use std::collections::{BTreeMap, BTreeSet};

use crate::cursor::{Cursor, Kind};
use crate::error::ReadError;
use crate::extra::{Leftover, Leftovers, Step, Why};
use crate::slot::{FromWire, ReadField, ReadResult};
use crate::table::{Field, OBJECT};

/// What a map does with an entry: reads its value at the cursor, or says that the key was there.
type ReadEntry<'f> =
    dyn FnMut(&str, &mut Cursor<'_>, &mut Leftovers) -> Result<Option<ReadResult>, ReadError> + 'f;

/// Reads a map. It is not generic, so that it is compiled once.
fn read_map(
    cursor: &mut Cursor<'_>,
    keep: &mut Leftovers,
    read_entry: &mut ReadEntry<'_>,
) -> Result<ReadResult, ReadError> {
    match cursor.kind()? {
        Kind::Object => {}
        Kind::Null => {
            cursor.null()?;
            return Ok(ReadResult::Null);
        }
        _ => return Ok(ReadResult::Mismatch(&OBJECT)),
    }
    cursor.open()?;
    let mut first = true;
    // Keys that have come and are not in the map.
    let mut left_out = BTreeSet::new();
    let mut is_filled = false;
    while cursor.next_member(&mut first)? {
        let key = cursor.string()?;
        cursor.colon()?;
        let mark = cursor.mark();
        let kept_before = keep.elements.len();
        let reading = if left_out.contains(&*key) {
            None
        } else {
            read_entry(&key, cursor, keep).map_err(|error| error.inside(&key))?
        };
        is_filled |= matches!(reading, Some(ReadResult::Value));
        if let Some(ReadResult::Null | ReadResult::Mismatch(_)) = reading {
            left_out.insert(key.to_string());
        }
        let why = match reading {
            // A null reads like an absent key, as everywhere.
            Some(ReadResult::Value | ReadResult::Null) => None,
            Some(ReadResult::Mismatch(expected)) => Some(Why::Misshapen(expected)),
            None => Some(Why::Again),
        };
        if let Some(why) = why {
            keep.elements.truncate(kept_before);
            cursor.go_back(mark);
            let raw = cursor.skip().map_err(|error| error.inside(&key))?;
            keep.push(Leftover::new(raw, why));
        }
        keep.put_inside(kept_before, || Step::Key((*key).into()));
    }
    keep.empty_map = !is_filled;
    Ok(ReadResult::Value)
}

impl<T: FromWire> ReadField for BTreeMap<String, T> {
    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        field: &Field,
        keep: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        read_map(cursor, keep, &mut |key, cursor, keep| {
            if self.contains_key(key) {
                return Ok(None);
            }
            let mut value = None;
            let reading = T::read_into(&mut value, cursor, field, keep)?;
            if let Some(value) = value {
                self.insert(key.to_owned(), value);
            }
            Ok(Some(reading))
        })
    }
}

impl<T: FromWire> FromWire for BTreeMap<String, T> {
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        keep: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        let reading = into.insert(BTreeMap::new()).read(cursor, field, keep)?;
        if !matches!(reading, ReadResult::Value) {
            *into = None;
        }
        Ok(reading)
    }
}
