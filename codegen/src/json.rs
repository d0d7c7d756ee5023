//! JSON whose members keep the order in which they are put in, and how it is written.
//!
//! `serde_json::Map` sorts its keys unless a feature is turned on that changes every other user of it in the build, so
//! the documents have a small tree of their own. Texts are escaped by `serde_json`.

mod from;

use indexmap::IndexMap;

/// The media type of everything but callbacks.
pub(crate) const JSON: &str = "application/json";

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Boolean(bool),
    /// A number, as its text.
    Number(String),
    Text(String),
    /// A list, one element a line.
    List(Vec<Value>),
    /// An object, one member a line.
    Object(Object),
    /// A value that is one fact, and so is written on one line: the types of a field, say.
    Row(Box<Value>),
}

/// An object in the order of its making.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Object(IndexMap<String, Value>);

impl Object {
    /// The object with one more member.
    pub(crate) fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.put(key, value);
        self
    }

    /// Adds a member unless there is one of this key: an object that has a key twice is read differently by everyone.
    pub(crate) fn put(&mut self, key: &str, value: impl Into<Value>) {
        self.0.entry(key.to_owned()).or_insert_with(|| value.into());
    }

    /// Adds a member if there is a value.
    pub(crate) fn put_some(&mut self, key: &str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    /// Adds a mark: a member that says `true`, or nothing.
    pub(crate) fn put_mark(&mut self, key: &str, marked: bool) {
        if marked {
            self.put(key, true);
        }
    }

    /// Adds a list unless it is empty.
    pub(crate) fn put_list(&mut self, key: &str, list: Vec<Value>) {
        if !list.is_empty() {
            self.put(key, list);
        }
    }

    /// Adds an object unless it is empty.
    pub(crate) fn put_object(&mut self, key: &str, object: Object) {
        if !object.is_empty() {
            self.put(key, object);
        }
    }

    /// Adds all members of another object.
    pub(crate) fn extend(&mut self, other: Object) {
        for (key, value) in other.0 {
            self.put(&key, value);
        }
    }

    /// The schema with one more type, if it has a type.
    pub(crate) fn with_type(mut self, name: &str) -> Self {
        if let Some(ty) = self.0.get_mut("type") {
            let mut types = match &*ty {
                Value::Row(types) => types.elements().to_vec(),
                one => vec![one.clone()],
            };
            types.push(name.into());
            *ty = Value::row(types);
        }
        self
    }

    /// Whether it has this member.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// Whether it has no member.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Value {
    /// The elements of a list.
    fn elements(&self) -> &[Self] {
        match self {
            Self::List(list) => list,
            _ => &[],
        }
    }

    /// A value written on one line.
    pub(crate) fn row(value: impl Into<Value>) -> Self {
        Self::Row(Box::new(value.into()))
    }

    /// A number from its text, digit for digit; a text if JSON has no such number.
    pub(crate) fn decimal(text: &str) -> Self {
        match serde_json::from_str::<serde_json::Number>(text) {
            Ok(_) => Self::Number(text.to_owned()),
            Err(_) => Self::Text(text.to_owned()),
        }
    }

    /// The document: indented by two spaces, with a line end after it.
    pub(crate) fn document(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, 0);
        out.push('\n');
        out
    }

    fn write(&self, out: &mut String, depth: usize) {
        match self {
            Self::List(list) if !list.is_empty() => {
                let values = list.iter().map(|value| (None, value));
                block(out, depth, ['[', ']'], values);
            }
            Self::Object(object) if !object.is_empty() => {
                let members = object
                    .0
                    .iter()
                    .map(|(key, value)| (Some(key.as_str()), value));
                block(out, depth, ['{', '}'], members);
            }
            _ => self.write_row(out),
        }
    }

    fn write_row(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
            Self::Number(text) => out.push_str(text),
            Self::Text(text) => out.push_str(&quoted(text)),
            Self::List(list) => {
                out.push('[');
                for (index, value) in list.iter().enumerate() {
                    out.push_str(if index == 0 { "" } else { ", " });
                    value.write_row(out);
                }
                out.push(']');
            }
            Self::Object(object) if object.is_empty() => out.push_str("{}"),
            Self::Object(object) => {
                out.push_str("{ ");
                for (index, (key, value)) in object.0.iter().enumerate() {
                    out.push_str(if index == 0 { "" } else { ", " });
                    out.push_str(&quoted(key));
                    out.push_str(": ");
                    value.write_row(out);
                }
                out.push_str(" }");
            }
            Self::Row(value) => value.write_row(out),
        }
    }
}

fn block<'a>(
    out: &mut String,
    depth: usize,
    [open, close]: [char; 2],
    members: impl Iterator<Item = (Option<&'a str>, &'a Value)>,
) {
    out.push(open);
    for (index, (key, value)) in members.enumerate() {
        out.push_str(if index == 0 { "\n" } else { ",\n" });
        out.push_str(&"  ".repeat(depth + 1));
        if let Some(key) = key {
            out.push_str(&quoted(key));
            out.push_str(": ");
        }
        value.write(out, depth + 1);
    }
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
    out.push(close);
}

/// A text in quotes. Characters that an editor does not show are no part of a description.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
