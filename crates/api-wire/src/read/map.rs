//! Maps: unreadable entries are kept with their key.

use std::collections::{BTreeMap, BTreeSet};

use crate::json::budget::tree_entry_size;
use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::json::kind::Kind;
use crate::read::list::read_collection;
use crate::record::expected::OBJECT;
use crate::record::field::Field;
use crate::record::leftover::{Leftover, Leftovers, Reason, Step};
use crate::record::traits::{FromWire, ReadResult};

/// Reads the value of an entry at the cursor; `None` if the key is in the map already.
type ReadEntry<'f> =
    dyn FnMut(&str, &mut Cursor<'_>, &mut Leftovers) -> Result<Option<ReadResult>, ReadError> + 'f;

/// Reads a map. Not generic, so that it is compiled once.
fn read_map(
    cursor: &mut Cursor<'_>,
    leftovers: &mut Leftovers,
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
    cursor.enter()?;
    let mut first = true;
    // Keys of entries that were seen and are not in the map.
    let mut left_out = BTreeSet::new();
    let mut is_filled = false;
    while cursor.next_member(&mut first)? {
        let key = cursor.string()?;
        cursor.expect_colon()?;
        let mark = cursor.mark();
        let start = leftovers.elements.len();
        let result = if left_out.contains(&*key) {
            None
        } else {
            read_entry(&key, cursor, leftovers).map_err(|error| error.inside(&key))?
        };
        is_filled |= matches!(result, Some(ReadResult::Value));
        if let Some(ReadResult::Null | ReadResult::Mismatch(_)) = result {
            cursor.spend(tree_entry_size(left_out.len(), size_of::<String>()))?;
            cursor.spend_allocation(key.len())?;
            left_out.insert(key.to_string());
        }
        let reason = match result {
            // A null is like an absent key, as everywhere.
            Some(ReadResult::Value | ReadResult::Null) => None,
            Some(ReadResult::Mismatch(expected)) => Some(Reason::Mismatch(expected)),
            None => Some(Reason::Duplicate),
        };
        if let Some(reason) = reason {
            leftovers.elements.truncate(start);
            cursor.reset(mark);
            let leftover = Leftover::read(cursor, reason).map_err(|error| error.inside(&key))?;
            leftovers.push(leftover, cursor)?;
        }
        leftovers.nest(start, cursor, || Step::Key((*key).into()))?;
    }
    leftovers.empty_map = !is_filled;
    Ok(ReadResult::Value)
}

impl<T: FromWire> FromWire for BTreeMap<String, T> {
    fn blank() -> Self {
        BTreeMap::new()
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
        read_map(cursor, leftovers, &mut |key, cursor, leftovers| {
            if self.contains_key(key) {
                return Ok(None);
            }
            let mut value = None;
            let result = T::read_into(&mut value, cursor, field, leftovers)?;
            if let Some(value) = value {
                cursor.spend(tree_entry_size(self.len(), size_of::<(String, T)>()))?;
                cursor.spend_allocation(key.len())?;
                self.insert(key.to_owned(), value);
            }
            Ok(Some(result))
        })
    }
}
