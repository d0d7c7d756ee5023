//! What services put values in.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::format::Format;

/// The ways in which serde passes on a value.
pub(crate) const CARRIERS: [&str; 4] = ["itself", "internally tagged", "untagged", "flattened"];

#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "carrier_type")]
enum InternallyTagged<T> {
    Other,
    Kept(T),
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(untagged)]
enum Untagged<T> {
    Never([bool; 3]),
    Kept(T),
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Flattened<T> {
    row_number: i64,
    #[serde(flatten)]
    kept: T,
}

/// The result of each carrier in a format: nothing if the same value is read.
pub(crate) fn round_trips<F, T>(value: &T) -> [Option<String>; 4]
where
    F: Format,
    T: Clone + DeserializeOwned + PartialEq + Serialize,
{
    let same = |result: Result<bool, String>| match result {
        Ok(true) => None,
        Ok(false) => Some("another value".to_owned()),
        Err(error) => Some(error),
    };
    let flattened = Flattened {
        row_number: 5,
        kept: value.clone(),
    };
    let kept = || value.clone();
    [
        same(F::round_trip(value).map(|read| read == *value)),
        same(round_trip::<F, _>(&InternallyTagged::Kept(kept()))),
        same(round_trip::<F, _>(&Untagged::Kept(kept()))),
        same(round_trip::<F, _>(&flattened)),
    ]
}

fn round_trip<F, T>(value: &T) -> Result<bool, String>
where
    F: Format,
    T: DeserializeOwned + PartialEq + Serialize,
{
    F::round_trip(value).map(|read| read == *value)
}

/// Reads the JSON text of a remote API in each carrier.
pub(crate) fn read_json<T: DeserializeOwned>(json: &str) -> [Result<T, String>; 4] {
    fn read<C: DeserializeOwned>(json: &str) -> Result<C, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }
    let tagged = json.replacen('{', "{\"carrier_type\": \"Kept\", ", 1);
    let flattened = json.replacen('{', "{\"row_number\": 5, ", 1);
    [
        read(json),
        read(&tagged).and_then(|read| match read {
            InternallyTagged::Kept(value) => Ok(value),
            InternallyTagged::Other => Err("other".to_owned()),
        }),
        read(json).and_then(|read| match read {
            Untagged::Kept(value) => Ok(value),
            Untagged::Never(_) => Err("never".to_owned()),
        }),
        read(&flattened).map(|read: Flattened<T>| read.kept),
    ]
}
