//! JSON text, read one level at a time: duplicate keys and the text of numbers are kept, and other
//! values are skipped.

use std::fmt;

use serde::Deserializer as _;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// The kind of a JSON value, by its first character.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum JsonKind {
    Null,
    Bool,
    Number,
    String,
    Array,
    Object,
}

impl JsonKind {
    pub(crate) fn of(json: &str) -> Self {
        match json.trim_start().as_bytes().first() {
            Some(b'{') => Self::Object,
            Some(b'[') => Self::Array,
            Some(b'"') => Self::String,
            Some(b't' | b'f') => Self::Bool,
            Some(b'n') | None => Self::Null,
            Some(_) => Self::Number,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "boolean",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

/// The first two values under each of these keys of an object. `None` if it is not an object.
pub(crate) fn values_of<'a>(json: &'a str, keys: &[&str]) -> Option<Vec<Vec<&'a str>>> {
    let mut values = vec![Vec::new(); keys.len()];
    let mut select = |key: &str| keys.iter().position(|known| *known == key);
    let mut add = |index: usize, value| {
        if let Some(values) = values.get_mut(index).filter(|values| values.len() < 2) {
            values.push(value);
        }
    };
    for_each_member(json, &mut select, &mut add)?;
    Some(values)
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
    // Nothing is at the pointer in a text that is no object, or that ends early.
    let _ = api_wire::for_each_member(json, &mut |key, value| {
        if key == first {
            at_pointer(value, rest, f);
        }
    });
}

/// All members of an object. `None` if it is not an object.
pub(crate) fn members(json: &str) -> Option<Vec<(String, &str)>> {
    let mut members = Vec::new();
    let mut select = |key: &str| Some(key.to_owned());
    let mut add = |key, value| members.push((key, value));
    for_each_member(json, &mut select, &mut add)?;
    Some(members)
}

/// The first items of an array, up to `max`, and the number of all. `None` if it is not an array.
pub(crate) fn items(json: &str, max: usize) -> Option<(Vec<&str>, usize)> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    deserializer.deserialize_seq(ItemVisitor { max }).ok()
}

/// Calls `f` with each item of an array, one at a time: there may be millions of them.
pub(crate) fn for_each_item(json: &str, f: &mut dyn FnMut(&str)) {
    struct EachItem<'f>(&'f mut dyn FnMut(&str));

    impl<'de> Visitor<'de> for EachItem<'_> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an array")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
            while let Some(item) = items.next_element::<&RawValue>()? {
                (self.0)(item.get());
            }
            Ok(())
        }
    }

    let _ = serde_json::Deserializer::from_str(json).deserialize_seq(EachItem(f));
}

/// Calls `f` with each member for whose key `select` returns something.
fn for_each_member<'a, K>(
    json: &'a str,
    select: &mut dyn FnMut(&str) -> Option<K>,
    f: &mut dyn FnMut(K, &'a str),
) -> Option<()> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let visitor = MemberVisitor { select, f };
    deserializer.deserialize_map(visitor).ok()
}

struct MemberVisitor<'v, 'a, K> {
    select: &'v mut dyn FnMut(&str) -> Option<K>,
    f: &'v mut dyn FnMut(K, &'a str),
}

impl<'a, K> Visitor<'a> for MemberVisitor<'_, 'a, K> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match (self.select)(&key) {
                Some(selected) => (self.f)(selected, map.next_value::<&RawValue>()?.get()),
                None => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

struct ItemVisitor {
    max: usize,
}

impl<'a> Visitor<'a> for ItemVisitor {
    type Value = (Vec<&'a str>, usize);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'a>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        let mut count = 0;
        while items.len() < self.max {
            let Some(item) = seq.next_element::<&RawValue>()? else {
                return Ok((items, count));
            };
            items.push(item.get());
            count += 1;
        }
        while seq.next_element::<IgnoredAny>()?.is_some() {
            count += 1;
        }
        Ok((items, count))
    }
}

/// Whether a value says anything: has a scalar that is not null, false, zero or blank.
///
/// Nothing of it is kept, since it may be large.
pub(crate) fn has_content(json: &str) -> bool {
    let mut rest = json;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || "[]{},:".contains(c));
        let (token, after) = rest.split_at(token_end(rest));
        let is_key = token.starts_with('"') && after.trim_start().starts_with(':');
        match token {
            "" => return false,
            "null" | "false" => {}
            "true" => return true,
            _ if is_key => {}
            text if text.starts_with('"') => {
                if !text.trim_matches('"').trim().is_empty() {
                    return true;
                }
            }
            number => {
                if number.parse::<f64>() != Ok(0.0) {
                    return true;
                }
            }
        }
        rest = after;
    }
}

/// The length of the scalar at the start of a JSON text.
fn token_end(json: &str) -> usize {
    if !json.starts_with('"') {
        let is_end = |c: char| c.is_ascii_whitespace() || ",]}".contains(c);
        return json.find(is_end).unwrap_or(json.len());
    }
    let mut is_escaped = false;
    let closing = json.bytes().skip(1).position(|byte| {
        let is_closing = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_closing
    });
    closing.map_or(json.len(), |position| position + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_duplicate_and_escaped_keys_are_found() {
        let json = r#" {"a": 1.0, "b": {"a": 2}, "\u0061": "x", "a": 3} "#;
        assert_eq!(
            values_of(json, &["a", "c", "b"]).unwrap(),
            [vec!["1.0", "\"x\""], vec![], vec![r#"{"a": 2}"#]]
        );
        let keys: Vec<_> = members(json)
            .unwrap()
            .into_iter()
            .map(|one| one.0)
            .collect();
        assert_eq!(keys, ["a", "b", "a", "a"]);
        for other in ["[]", "7", "{\"a\":1", "null", ""] {
            assert!(
                values_of(other, &["a"]).is_none() && members(other).is_none(),
                "{other}"
            );
        }
    }

    #[test]
    fn items_are_limited_and_counted() {
        assert_eq!(items("[1, [2], 3]", 2).unwrap(), (vec!["1", "[2]"], 3));
        assert_eq!(items("[]", 2).unwrap(), (vec![], 0));
        assert!(items("{}", 2).is_none() && items("[1", 2).is_none());
    }
}
