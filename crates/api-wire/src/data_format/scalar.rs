//! Ids, enums, dates, changes and secrets through serde.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

use crate::data_format::as_wire;
use crate::record::traits::{FromWire, ToWire};
use crate::types::case_insensitive::CaseInsensitive;
use crate::types::change::Change;
use crate::types::date::Date;
use crate::types::date::local_date_time::LocalDateTime;
use crate::types::date::timestamp::Timestamp;
use crate::types::id::Id;
use crate::types::open_enum::OpenEnum;
use crate::types::secret::Secret;

/// Deserializes a string and parses it.
pub fn deserialize_from_str<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: fmt::Display>,
    D: Deserializer<'de>,
{
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(de::Error::custom)
}

/// Serializes an integer or a string. As a key of a JSON object an integer becomes a string.
impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Id::Integer(integer) => serializer.serialize_i64(*integer),
            Id::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        as_wire::deserialize(deserializer)
    }
}

macro_rules! as_string {
    ($($type:ty => |$value:ident| $text:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                serializer.collect_str(&$text)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserialize_from_str(deserializer)
            }
        }
    )*};
}

as_string! {
    Date => |value| value;
    LocalDateTime => |value| value;
    Timestamp => |value| value.in_records();
}

/// Serializes the original text.
impl<E: OpenEnum> Serialize for CaseInsensitive<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de, E: OpenEnum> Deserialize<'de> for CaseInsensitive<E> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

/// Serializes the value, or null. [`Change::Leave`] is an error, since it has no value: its field
/// needs `#[serde(default, skip_serializing_if = "Change::is_leave")]`.
impl<T: ToWire> Serialize for Change<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_leave() {
            let message = "expected a value or `skip_serializing_if`, found `Change::Leave`";
            return Err(ser::Error::custom(message));
        }
        as_wire::serialize(self, serializer)
    }
}

impl<'de, T: FromWire> Deserialize<'de> for Change<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        as_wire::deserialize(deserializer)
    }
}

/// Deserializes a string, with errors that do not show another value. There is no `Serialize`:
/// records and bodies write their secrets, and nothing else does.
impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        as_wire::deserialize(deserializer)
    }
}
