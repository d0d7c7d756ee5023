//! All generated records, with their schemas and round trips.

use std::any::Any;
use std::fmt::Debug;

use api_wire::{
    Fields, Mismatch, ReadError, Record, Redacted, Schema, from_str, mismatches, to_string,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A value of any generated record.
pub(crate) trait AnyRecord: Any + Debug + Fields {
    fn is_same(&self, other: &dyn AnyRecord) -> bool;
    /// The record, written by serde.
    fn serialized(&self) -> String;
}

impl<R: Record + PartialEq + Debug + Serialize + 'static> AnyRecord for R {
    fn is_same(&self, other: &dyn AnyRecord) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref() == Some(self)
    }

    fn serialized(&self) -> String {
        serde_json::to_string(self).expect("a record is a map")
    }
}

/// One generated record, without its type.
pub(crate) struct Entry {
    /// The package that declares it.
    pub(crate) package: &'static str,
    /// Its name.
    pub(crate) name: &'static str,
    /// Its fields.
    pub(crate) schema: fn() -> &'static Schema,
    read: fn(&str) -> Result<Box<dyn AnyRecord>, ReadError>,
    deserialize: fn(&str) -> serde_json::Result<Box<dyn AnyRecord>>,
}

/// The result of reading a text as a record and writing it.
pub(crate) struct RoundTrip {
    /// The record as JSON text.
    pub(crate) written: String,
    /// The mismatches.
    pub(crate) mismatches: Vec<Mismatch>,
    /// All debug output.
    pub(crate) printed: String,
    /// Whether the written text reads as the same record.
    pub(crate) is_same_when_reread: bool,
    /// Whether the serde traits read the same record; `formats` has other data formats.
    pub(crate) is_same_with_serde: bool,
}

impl Entry {
    /// Reads a record and writes it again.
    pub(crate) fn round_trip(&self, text: &str) -> Result<RoundTrip, ReadError> {
        let record = (self.read)(text)?;
        let written = to_string(&*record);
        let mismatches = mismatches(&*record);
        let printed = format!("{record:?} {record:#?} {mismatches:?}");
        let is_record = |read: Box<dyn AnyRecord>| read.is_same(&*record);
        let is_same_when_reread = (self.read)(&written).is_ok_and(is_record);
        let is_same_by_serde = (self.deserialize)(text).is_ok_and(is_record);
        // Of several values of a key, serde serializes the first.
        let has_duplicates = mismatches
            .iter()
            .any(|mismatch| mismatch.found.starts_with("duplicate"));
        let is_same_when_deserialized = match self.copy(&*record) {
            // A mismatch under an alias is a duplicate once the field has a value.
            Some(copy) if has_duplicates => {
                let again = self.copy(&*copy);
                let third = again.as_ref().and_then(|again| self.copy(&**again));
                third
                    .zip(again)
                    .is_some_and(|(third, again)| third.is_same(&*again))
            }
            copy => copy.is_some_and(is_record),
        };
        Ok(RoundTrip {
            written,
            mismatches,
            printed,
            is_same_when_reread,
            is_same_with_serde: is_same_by_serde && is_same_when_deserialized,
        })
    }

    /// The record, serialized and deserialized.
    fn copy(&self, record: &dyn AnyRecord) -> Option<Box<dyn AnyRecord>> {
        (self.deserialize)(&record.serialized()).ok()
    }

    /// All that is shown of a record, or the errors.
    pub(crate) fn shown(&self, text: &str) -> String {
        let by_serde = (self.deserialize)(text).err();
        let record = match (self.read)(text) {
            Ok(record) => record,
            Err(error) => return format!("{error} {error:?} {by_serde:?}"),
        };
        let redacted = serde_json::to_string(&Redacted(&*record)).expect("a record is a map");
        let mismatches = mismatches(&*record);
        let texts: Vec<String> = mismatches.iter().map(ToString::to_string).collect();
        format!("{record:?} {record:#?} {redacted} {mismatches:?} {texts:?} {by_serde:?}")
    }
}

fn schema<R: Record>() -> &'static Schema {
    R::default().schema()
}

fn read<R: AnyRecord + Record>(text: &str) -> Result<Box<dyn AnyRecord>, ReadError> {
    Ok(Box::new(from_str::<R>(text)?))
}

fn deserialize<R>(text: &str) -> serde_json::Result<Box<dyn AnyRecord>>
where
    R: AnyRecord + DeserializeOwned,
{
    Ok(Box::new(serde_json::from_str::<R>(text)?))
}

/// The record of this name, declared by a package or shared.
pub(crate) fn named(package: &str, name: &str) -> &'static Entry {
    let mut named = ALL.iter().filter(|entry| entry.name == name);
    let own = named.clone().find(|entry| entry.package == package);
    let found = own.or_else(|| named.find(|entry| entry.package == "pos-model"));
    found.unwrap_or_else(|| panic!("{package} has no {name}"))
}

/// A record of a crate.
macro_rules! entry {
    ($package:literal, $record:path, $name:literal) => {
        Entry {
            package: $package,
            name: $name,
            schema: schema::<$record>,
            read: read::<$record>,
            deserialize: deserialize::<$record>,
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/records.rs"));
