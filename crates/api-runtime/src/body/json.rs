//! JSON text, read one level at a time: duplicate keys and the text of numbers are kept, and other
//! values are skipped. Nothing is found in a text that is not JSON of the expected kind.

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
        assert_eq!(values(json, "a"), ["1.0", "\"x\"", "3"]);
        assert_eq!(values(json, "b"), [r#"{"a": 2}"#]);
        assert!(values(json, "c").is_empty());
        let keys: Vec<_> = members(json).into_iter().map(|one| one.0).collect();
        assert_eq!(keys, ["a", "b", "a", "a"]);
        let mut found = Vec::new();
        at_pointer(json, "/b/a", &mut |value| found.push(value.to_owned()));
        assert_eq!(found, ["2"]);
        for other in ["[]", "7", "{\"a\":1", "null", ""] {
            assert!(values(other, "a").is_empty() && members(other).is_empty());
        }
    }

    #[test]
    fn items_are_limited_and_counted() {
        assert_eq!(items("[1, [2], 3]", 2), (vec!["1", "[2]"], 3));
        assert_eq!(items("[]", 2), (vec![], 0));
        assert_eq!(items("[1", 2), (vec![], 0));
    }

    #[test]
    fn content_is_a_value_that_says_something() {
        for json in ["7", "true", "\"a\"", "[[0, 1]]", r#"{"a": {"b": "c"}}"#] {
            assert!(has_content(json), "{json}");
        }
        for json in [
            "null",
            "0",
            "0.0",
            "false",
            "\" \"",
            "[]",
            r#"{"a": [null, ""]}"#,
        ] {
            assert!(!has_content(json), "{json}");
        }
    }
}
