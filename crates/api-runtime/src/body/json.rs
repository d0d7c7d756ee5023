//! JSON text, read one level at a time: duplicate keys and the text of numbers are kept, and other
//! values are skipped. Nothing is found in a text that is not JSON of the expected kind.

use api_wire::{Cursor, Kind, ReadError, Tree};

/// The content of a JSON string. Its escapes stay if one of them is half of a surrogate pair.
pub(crate) fn string(json: &str) -> Option<String> {
    let escaped = json.strip_prefix('"')?.strip_suffix('"')?;
    Some(serde_json::from_str(json).unwrap_or_else(|_| escaped.to_owned()))
}

pub(crate) fn json_string(text: &str) -> String {
    // Serializing a string does not fail.
    serde_json::to_string(text).unwrap_or_default()
}

/// The content of a JSON string, or the text of a number.
pub(crate) fn string_or_number(json: &str) -> Option<String> {
    match Kind::of(json) {
        Kind::Number => Some(json.to_owned()),
        _ => string(json),
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

/// The values of a body at some JSON pointers: several if a key is repeated.
pub(crate) struct Found<'a>(Vec<(&'static str, &'a str)>);

impl<'a> Found<'a> {
    /// Looks for all pointers in one walk, as the body may be large. A key is the pointer to a member.
    ///
    /// The text was read before, so that it is valid.
    pub(crate) fn new(json: &'a str, pointers: impl Iterator<Item = &'static str>) -> Self {
        let paths = pointers.map(|pointer| (pointer, pointer.strip_prefix('/').unwrap_or(pointer)));
        let mut paths: Vec<_> = paths.collect();
        paths.sort_unstable();
        paths.dedup();
        let mut found = Self(Vec::new());
        let _ = found.look(&mut Cursor::new(json), &paths);
        found
    }

    /// The values at a pointer, in the order of the text.
    pub(crate) fn at(&self, pointer: &'static str) -> impl Iterator<Item = &'a str> {
        let found = self.0.iter().filter(move |(other, _)| *other == pointer);
        found.map(|(_, value)| *value)
    }

    /// The first value at a pointer, unless it is null.
    pub(crate) fn value(&self, pointer: &'static str) -> Option<&'a str> {
        self.at(pointer).next().filter(|value| *value != "null")
    }

    /// Looks into the next value for pointers, of which the path inside it is given.
    fn look(
        &mut self,
        cursor: &mut Cursor<'a>,
        paths: &[(&'static str, &'static str)],
    ) -> Result<(), ReadError> {
        if paths.is_empty() || cursor.kind()? != Kind::Object {
            return cursor.skip_value().map(drop);
        }
        cursor.enter()?;
        let mut first = true;
        while cursor.next_member(&mut first)? {
            let key = cursor.string()?;
            cursor.expect_colon()?;
            if !paths.iter().any(|(_, path)| path.starts_with(&*key)) {
                cursor.skip_value()?;
                continue;
            }
            let (mut here, mut deeper) = (Vec::new(), Vec::new());
            for (pointer, path) in paths {
                match path.strip_prefix(&*key) {
                    None => {}
                    // Not a slash between two keys.
                    Some(_) if key.contains('/') => {}
                    Some("") => here.push(*pointer),
                    Some(rest) => {
                        deeper.extend(rest.strip_prefix('/').map(|rest| (*pointer, rest)))
                    }
                }
            }
            if here.is_empty() {
                self.look(cursor, &deeper)?;
            } else {
                let value = cursor.skip_value()?;
                self.0
                    .extend(here.into_iter().map(|pointer| (pointer, value)));
                if !deeper.is_empty() {
                    self.look(&mut Cursor::new(value), &deeper)?;
                }
            }
        }
        Ok(())
    }
}

/// Calls `f` with the text of each string and number in a tree, and the key that it is under.
pub(crate) fn for_each_text(tree: &Tree, f: &mut dyn FnMut(&str, &str)) {
    tree.for_each_scalar("", &mut |key, json| {
        if let Some(text) = string_or_number(json) {
            f(key, &text);
        }
    });
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
        // Not even half of a surrogate pair is nothing.
        Kind::String => return Ok(!matches!(cursor.string(), Ok(text) if text.trim().is_empty())),
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
