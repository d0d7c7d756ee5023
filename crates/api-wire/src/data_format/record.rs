//! Records and bodies through serde.

use serde::{Deserializer, Serialize, Serializer, de};

use crate::data_format::json::JsonText;
use crate::data_format::text::Text;
use crate::read::record::read_document;
use crate::record::traits::{Fields, FieldsMut, FromWire, WireValue};
use crate::write::record::{Purpose, to_string_for};

/// Serializes a record or body as a map.
pub fn serialize<S: Serializer>(fields: &dyn Fields, serializer: S) -> Result<S::Ok, S::Error> {
    let text = to_string_for(WireValue::Record(fields), Purpose::Serde);
    JsonText(&text).serialize(serializer)
}

/// Deserializes a record or body from a map.
pub fn deserialize<'de, R, D>(deserializer: D) -> Result<R, D::Error>
where
    R: FieldsMut + FromWire,
    D: Deserializer<'de>,
{
    let text = Text::read(deserializer)?;
    let mut record = R::blank();
    match read_document(&mut text.cursor(), &mut record) {
        Ok(()) => Ok(record),
        Err(error) => Err(de::Error::custom(error.without_offset())),
    }
}
