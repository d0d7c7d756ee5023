//! Amounts in a service's own structs, in the notation of records.
//!
//! The serde traits of `rust_decimal` depend on its features, and round floats.
//!
//! ```
//! use api_wire::{Decimal, Timestamp};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Paid {
//!     #[serde(with = "api_wire::as_wire")]
//!     amount: Decimal,
//!     at: Option<Timestamp>,
//! }
//!
//! let paid: Paid = serde_json::from_str(r#"{"amount": 12.50, "at": "2026-11-22T10:00:00Z"}"#)?;
//! assert_eq!(
//!     serde_json::to_string(&paid)?,
//!     r#"{"amount":"12.50","at":"2026-11-22T10:00:00.000Z"}"#
//! );
//! # Ok::<(), serde_json::Error>(())
//! ```

use serde::{Deserializer, Serialize, Serializer, de};

use crate::data_format::json::JsonText;
use crate::data_format::text::Text;
use crate::read::object::read_strictly;
use crate::record::traits::{ReadField, ToWire, WireValue};
use crate::write::record::{Purpose, to_string_for};

/// Serializes a value as a record does: a decimal as a string, an absent value as null.
pub fn serialize<T: ToWire, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serialize_wire(value.to_wire(), serializer)
}

pub(crate) fn serialize_wire<S: Serializer>(
    value: WireValue<'_>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    JsonText(&to_string_for(value, Purpose::Serde)).serialize(serializer)
}

/// Deserializes a value as a body does: a mismatch is an error, and so is a binary float for a
/// decimal.
pub fn deserialize<'de, T: ReadField, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let text = Text::read(deserializer)?;
    let mut value = T::blank();
    match read_strictly(&mut value, &mut text.cursor()) {
        Ok(()) => Ok(value),
        Err(error) => Err(de::Error::custom(error.without_offset())),
    }
}
