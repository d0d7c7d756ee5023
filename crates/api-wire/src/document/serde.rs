//! serde's traits, for serde_json only.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use serde_json::value::RawValue;

use crate::json::value::Json;
use crate::read::record::from_str;
use crate::record::traits::{Fields, Record};
use crate::write::record::to_string;

/// Serializes a record or body as a raw value of serde_json.
pub fn serialize<S: Serializer>(fields: &dyn Fields, serializer: S) -> Result<S::Ok, S::Error> {
    let raw = RawValue::from_string(to_string(fields)).map_err(ser::Error::custom)?;
    raw.serialize(serializer)
}

/// Deserializes a record from a raw value of serde_json.
pub fn deserialize<'de, R: Record, D: Deserializer<'de>>(deserializer: D) -> Result<R, D::Error> {
    let raw = Box::<RawValue>::deserialize(deserializer)?;
    from_str(raw.get()).map_err(de::Error::custom)
}

/// Works with serde_json only.
impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(self.as_str()).map_err(ser::Error::custom)?;
        raw.serialize(serializer)
    }
}

/// Works with serde_json only.
impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        raw.get().parse().map_err(de::Error::custom)
    }
}
