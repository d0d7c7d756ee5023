//! JSON text in any data format.

use serde::de::{DeserializeSeed, Deserializer};
use serde::ser::{self, Serialize, SerializeMap, Serializer};
use serde::{Deserialize, de};

use crate::data_format::buffer::{Buffer, BufferedValue, Request};
use crate::data_format::number::serialize_number;
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
            Kind::String => serializer.serialize_str(&cursor.string().map_err(ser::Error::custom)?),
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

/// Serializes the value. A number that no format can hold exactly is a map with the key
/// `$serde_json::private::Number`, which is deserialized as that number.
impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        JsonText(self.as_str()).serialize(serializer)
    }
}

/// Deserializes any value. A binary float has its shortest digits.
impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        buffer_value(deserializer)?
            .text
            .parse()
            .map_err(de::Error::custom)
    }
}

/// Writes a value to a buffer.
pub(crate) fn buffer_value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Buffer, D::Error> {
    let mut buffer = Buffer::default();
    let value = BufferedValue {
        buffer: &mut buffer,
        request: Request::first(),
    };
    value.deserialize(deserializer)?;
    Ok(buffer)
}
