//! What services put values in.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::format::Format;

/// The ways in which serde passes on a value.
pub(crate) const CARRIERS: [&str; 6] = [
    "itself",
    "internally tagged",
    "adjacently tagged",
    "content before tag",
    "untagged",
    "flattened",
];

#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "carrier_type")]
enum InternallyTagged<T> {
    Other,
    Kept(T),
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "tag", content = "content")]
enum AdjacentlyTagged<T> {
    Other,
    Kept(T),
}

/// Serialized in this order, and deserialized as [`AdjacentlyTagged`].
#[derive(Serialize)]
struct ContentFirst<'a, T> {
    content: &'a T,
    tag: &'static str,
}

/// A struct that reads as the enum.
#[derive(Debug, PartialEq)]
struct ContentBeforeTag<T>(AdjacentlyTagged<T>);

impl<T: Serialize> Serialize for ContentBeforeTag<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            AdjacentlyTagged::Other => unreachable!("the value is kept"),
            AdjacentlyTagged::Kept(content) => ContentFirst {
                content,
                tag: "Kept",
            }
            .serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ContentBeforeTag<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        AdjacentlyTagged::deserialize(deserializer).map(ContentBeforeTag)
    }
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
pub(crate) fn round_trips<F, T>(value: &T) -> [Option<String>; 6]
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
        same(round_trip::<F, _>(&AdjacentlyTagged::Kept(kept()))),
        same(round_trip::<F, _>(&ContentBeforeTag(
            AdjacentlyTagged::Kept(kept()),
        ))),
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
pub(crate) fn read_json<T: DeserializeOwned>(json: &str) -> [Result<T, String>; 6] {
    fn read<C: DeserializeOwned>(json: &str) -> Result<C, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }
    let tagged = json.replacen('{', "{\"carrier_type\": \"Kept\", ", 1);
    let adjacent = format!("{{\"tag\": \"Kept\", \"content\": {json}}}");
    let content_first = format!("{{\"content\": {json}, \"tag\": \"Kept\"}}");
    let flattened = json.replacen('{', "{\"row_number\": 5, ", 1);
    let of_adjacent = |read| match read {
        AdjacentlyTagged::Kept(value) => Ok(value),
        AdjacentlyTagged::Other => Err("other".to_owned()),
    };
    [
        read(json),
        read(&tagged).and_then(|read| match read {
            InternallyTagged::Kept(value) => Ok(value),
            InternallyTagged::Other => Err("other".to_owned()),
        }),
        read(&adjacent).and_then(of_adjacent),
        read(&content_first).and_then(of_adjacent),
        read(json).and_then(|read| match read {
            Untagged::Kept(value) => Ok(value),
            Untagged::Never(_) => Err("never".to_owned()),
        }),
        read(&flattened).map(|read: Flattened<T>| read.kept),
    ]
}
