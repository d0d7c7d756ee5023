//! JSON text through serde.

use serde::ser::{self, Serialize, SerializeMap, Serializer};
use serde::{Deserialize, Deserializer, de};
use serde_json::value::RawValue;

use crate::data_format::text::Text;
use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::json::kind::Kind;
use crate::json::value::Json;

/// The text of one value, which is serialized as that value.
pub(crate) struct JsonText<'a>(pub(crate) &'a str);

impl Serialize for JsonText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut cursor = Cursor::new(self.0);
        match cursor.kind().map_err(ser::Error::custom)? {
            Kind::Null => serializer.serialize_unit(),
            Kind::Bool => serializer.serialize_bool(cursor.bool().map_err(ser::Error::custom)?),
            Kind::Number => {
                serialize_number(cursor.number().map_err(ser::Error::custom)?, serializer)
            }
            Kind::String => match cursor.string() {
                Ok(text) => serializer.serialize_str(&text),
                Err(_) => serialize_raw(self.0, serializer),
            },
            Kind::Array => serializer.collect_seq(items(&mut cursor).map_err(ser::Error::custom)?),
            Kind::Object => {
                let members = members(&mut cursor).map_err(ser::Error::custom)?;
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (key, value) in &members {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}

fn items<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<JsonText<'a>>, ReadError> {
    let (mut items, mut first) = (Vec::new(), true);
    cursor.enter()?;
    while cursor.next_item(&mut first)? {
        items.push(JsonText(cursor.skip_value()?));
    }
    Ok(items)
}

fn members<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<(String, JsonText<'a>)>, ReadError> {
    let (mut members, mut first) = (Vec::new(), true);
    cursor.enter()?;
    while cursor.next_member(&mut first)? {
        let key = cursor.string()?.into_owned();
        cursor.expect_colon()?;
        members.push((key, JsonText(cursor.skip_value()?)));
    }
    Ok(members)
}

/// Serializes an integer, or else the digits of a number.
fn serialize_number<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if let Ok(integer) = text.parse() {
        return serializer.serialize_i64(integer);
    }
    if let Ok(integer) = text.parse() {
        return serializer.serialize_u64(integer);
    }
    serialize_raw(text, serializer)
}

/// Serializes JSON text: JSON has it as it is, and YAML in a map with serde_json's key of raw values.
fn serialize_raw<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    let raw: &RawValue = serde_json::from_str(text).map_err(ser::Error::custom)?;
    raw.serialize(serializer)
}

/// Serializes the value, with the digits of its numbers.
impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        JsonText(self.as_str()).serialize(serializer)
    }
}

/// Deserializes any value. A binary float has its shortest digits.
impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Text::read(deserializer)?.text;
        text.parse().map_err(de::Error::custom)
    }
}
