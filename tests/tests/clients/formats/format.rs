//! Data formats.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A data format, as a service uses it.
pub(crate) trait Format {
    const NAME: &'static str;

    /// Serializes a value and deserializes the result.
    fn round_trip<T: Serialize + DeserializeOwned>(value: &T) -> Result<T, String>;
}

fn text<E: std::fmt::Display>(error: E) -> String {
    error.to_string()
}

/// JSON, from a text that can be borrowed.
pub(crate) struct Json;

impl Format for Json {
    const NAME: &'static str = "JSON";

    fn round_trip<T: Serialize + DeserializeOwned>(value: &T) -> Result<T, String> {
        serde_json::from_slice(&serde_json::to_vec(value).map_err(text)?).map_err(text)
    }
}

/// A column of type `jsonb`: other white space, keys in another order, and no duplicates.
pub(crate) struct Jsonb;

impl Format for Jsonb {
    const NAME: &'static str = "jsonb";

    fn round_trip<T: Serialize + DeserializeOwned>(value: &T) -> Result<T, String> {
        let json = serde_json::to_string(value).map_err(text)?;
        let stored: Value = serde_json::from_str(&json).map_err(text)?;
        let returned = serde_json::to_string_pretty(&stored).map_err(text)?;
        serde_json::from_str(&returned).map_err(text)
    }
}

/// CBOR.
pub(crate) struct Cbor;

impl Format for Cbor {
    const NAME: &'static str = "CBOR";

    fn round_trip<T: Serialize + DeserializeOwned>(value: &T) -> Result<T, String> {
        let mut bytes = Vec::new();
        ciborium::into_writer(value, &mut bytes).map_err(text)?;
        ciborium::from_reader(&bytes[..]).map_err(text)
    }
}

/// MessagePack, with the names of fields.
pub(crate) struct MessagePack;

impl Format for MessagePack {
    const NAME: &'static str = "MessagePack";

    fn round_trip<T: Serialize + DeserializeOwned>(value: &T) -> Result<T, String> {
        rmp_serde::from_slice(&rmp_serde::to_vec_named(value).map_err(text)?).map_err(text)
    }
}

/// YAML.
pub(crate) struct Yaml;

impl Format for Yaml {
    const NAME: &'static str = "YAML";

    fn round_trip<T: Serialize + DeserializeOwned>(value: &T) -> Result<T, String> {
        serde_yaml::from_str(&serde_yaml::to_string(value).map_err(text)?).map_err(text)
    }
}
