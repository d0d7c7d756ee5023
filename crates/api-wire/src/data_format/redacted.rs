//! Records and bodies without secrets and personal data.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::data_format::json::JsonText;
use crate::record::traits::{Fields, WireValue};
use crate::write::debug::debug;
use crate::write::record::{Purpose, to_string_for};

/// Serializes a record or body without secrets and personal data, for logs and analytics.
///
/// In their place is `"[hidden]"`, as it is in place of values that are not described: unknown
/// fields, mismatched values, and JSON of undocumented types. Their keys are kept.
///
/// ```
/// use api_wire::{Extra, Record, Redacted, from_str};
///
/// #[derive(Clone, Default, PartialEq, Record)]
/// pub struct Customer {
///     pub id: Option<i64>,
///     #[wire(pii)]
///     pub name: Option<String>,
///     pub extra: Extra,
/// }
///
/// let customer: Customer = from_str(r#"{"id": 7, "name": "Ada", "level": "gold"}"#)?;
/// assert_eq!(
///     serde_json::to_string(&Redacted(&customer))?,
///     r#"{"id":7,"name":"[hidden]","level":"[hidden]"}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "mask")]
#[derive(Clone, Copy)]
pub struct Redacted<'a>(pub &'a dyn Fields);

impl Serialize for Redacted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = to_string_for(WireValue::Record(self.0), Purpose::Redacted);
        JsonText(&text).serialize(serializer)
    }
}

/// The `Debug` of the record, which has no secrets and personal data either.
impl fmt::Debug for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug(self.0, f)
    }
}
