//! JSON text, read one level at a time: duplicate keys and the text of numbers are kept, and other
//! values are skipped. Nothing is found in a text that is not JSON of the expected kind.

use api_wire::{Cursor, Kind, ReadError};

/// The content of a JSON string.
pub(crate) fn string(json: &str) -> Option<String> {
    serde_json::from_str(json).ok()
}

/// The members of an object.
pub(crate) fn members(json: &str) -> Vec<(String, &str)> {
    let mut members = Vec::new();
    match api_wire::for_each_member(json, &mut |key, value| {
        members.push((key.to_owned(), value))
    }) {
        Ok(()) => members,
        Err(_) => Vec::new(),
    }
}

/// The values of one key of an object: more than one if the key is repeated.
pub(crate) fn values<'a>(json: &'a str, key: &str) -> Vec<&'a str> {
    let mut values = Vec::new();
    let is_object = api_wire::for_each_member(json, &mut |name, value| {
        if name == key {
            values.push(value);
        }
    });
    is_object.map(|()| values).unwrap_or_default()
}

/// The first items of an array, up to `max`, and the number of all.
pub(crate) fn items(json: &str, max: usize) -> (Vec<&str>, usize) {
    let (mut items, mut count) = (Vec::new(), 0);
    let is_array = api_wire::for_each_item(json, &mut |item| {
        count += 1;
        if count <= max {
            items.push(item);
        }
    });
    is_array.map(|()| (items, count)).unwrap_or_default()
}

/// Calls `f` with each value at a JSON pointer but null: more than one if a key is repeated.
pub(crate) fn at_pointer(json: &str, pointer: &str, f: &mut dyn FnMut(&str)) {
    let Some((_, path)) = pointer.split_once('/') else {
        if json != "null" {
            f(json);
        }
        return;
    };
    let (first, rest) = match path.find('/') {
        Some(end) => path.split_at(end),
        None => (path, ""),
    };
    for value in values(json, first) {
        at_pointer(value, rest, f);
    }
}

/// Whether a value says anything: has a scalar that is not null, false, zero or blank.
pub(crate) fn has_content(json: &str) -> bool {
    finds_content(&mut Cursor::new(json)).unwrap_or_default()
}

fn finds_content(cursor: &mut Cursor<'_>) -> Result<bool, ReadError> {
    let mut first = true;
    match cursor.kind()? {
        Kind::Null => cursor.null()?,
        Kind::Bool => return cursor.bool(),
        Kind::Number => return Ok(cursor.number()?.parse() != Ok(0.0)),
        Kind::String => return Ok(!cursor.string()?.trim().is_empty()),
        Kind::Array => {
            cursor.enter()?;
            while cursor.next_item(&mut first)? {
                if finds_content(cursor)? {
                    return Ok(true);
                }
            }
        }
        Kind::Object => {
            cursor.enter()?;
            while cursor.next_member(&mut first)? {
                cursor.string()?;
                cursor.expect_colon()?;
                if finds_content(cursor)? {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}
