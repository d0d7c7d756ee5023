//! JSON values of any kind, as text.

use std::fmt;
use std::str::FromStr;

use serde::de::DeserializeOwned;

use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::json::kind::Kind;
use crate::json::number::ScientificParts;
use crate::json::string::write_string;

/// Any JSON value, as the text that was read: numbers of any size stay exact.
///
/// Two values are equal whatever their white space, escapes, order of keys and notation of numbers.
/// `Debug` prints the kind and the size, never the value.
///
/// ```
/// use api_wire::Json;
///
/// let json: Json = r#"{"amount": 12.50}"#.parse()?;
/// assert_eq!(json.as_str(), r#"{"amount": 12.50}"#);
/// assert_eq!(json, r#"{ "amount" : 1.25e1 }"#.parse()?);
/// # Ok::<(), api_wire::ReadError>(())
/// ```
#[derive(Clone)]
pub struct Json(Box<str>);

impl Json {
    /// From the text of one value, which a cursor has read.
    pub(crate) fn from_valid(text: &str) -> Self {
        Json(text.into())
    }

    /// The JSON text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Deserializes the value with serde_json.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&self.0)
    }

    fn kind(&self) -> Kind {
        Kind::of(&self.0)
    }
}

/// `null`
impl Default for Json {
    fn default() -> Self {
        Json("null".into())
    }
}

/// Accepts any JSON text; white space around the value is dropped.
impl FromStr for Json {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut cursor = Cursor::new(text);
        let value = cursor.skip_value()?;
        cursor.end()?;
        Ok(Json::from_valid(value))
    }
}

impl From<serde_json::Value> for Json {
    fn from(value: serde_json::Value) -> Self {
        Json(value.to_string().into())
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
            || match (canonical(&self.0), canonical(&other.0)) {
                (Ok(ours), Ok(theirs)) => ours == theirs,
                _ => false,
            }
    }
}

impl Eq for Json {}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Json({:?}, {} bytes)", self.kind(), self.0.len())
    }
}

/// The same text for all notations of a value.
fn canonical(text: &str) -> Result<String, ReadError> {
    let mut out = String::with_capacity(text.len());
    write_canonical(&mut Cursor::new(text), &mut out)?;
    Ok(out)
}

fn write_canonical(cursor: &mut Cursor<'_>, out: &mut String) -> Result<(), ReadError> {
    let mut first = true;
    match cursor.kind()? {
        Kind::Null | Kind::Bool => out.push_str(cursor.skip_value()?),
        Kind::Number => {
            let text = cursor.number()?;
            match ScientificParts::parse(text) {
                Some(parts) => out.push_str(&parts.canonical()),
                None => out.push_str(text),
            }
        }
        Kind::String => write_string(out, &cursor.string()?),
        Kind::Array => {
            cursor.enter()?;
            out.push('[');
            while cursor.next_item(&mut first)? {
                write_canonical(cursor, out)?;
                out.push(',');
            }
            out.push(']');
        }
        Kind::Object => {
            cursor.enter()?;
            let mut members = Vec::new();
            while cursor.next_member(&mut first)? {
                let key = cursor.string()?;
                cursor.expect_colon()?;
                let mut value = String::new();
                write_canonical(cursor, &mut value)?;
                members.push((key, value));
            }
            members.sort_by(|left, right| left.0.cmp(&right.0));
            out.push('{');
            for (key, value) in members {
                write_string(out, &key);
                out.push(':');
                out.push_str(&value);
                out.push(',');
            }
            out.push('}');
        }
    }
    Ok(())
}
