//! Objects of any data format as JSON text.

use std::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};

use crate::data_format::buffer::{Buffer, Request};
use crate::data_format::number::has_arbitrary_precision;

/// Writes an object to a buffer.
pub(crate) fn buffer_object<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Buffer, D::Error> {
    deserializer.deserialize_map(BufferedObject)
}

struct BufferedObject;

impl<'de> Visitor<'de> for BufferedObject {
    type Value = Buffer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Buffer, A::Error> {
        // A map of known length is in memory, and so are its floats. JSON text has no length.
        let request = match entries.size_hint() {
            Some(_) if !has_arbitrary_precision() => Request::Any,
            _ => Request::ExactRaw,
        };
        let mut buffer = Buffer::default();
        let first = entries.next_key()?;
        buffer.push_members(first, entries, request)?;
        Ok(buffer)
    }
}
