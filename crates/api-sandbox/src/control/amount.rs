//! Exact amounts.

use std::fmt;

use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::exact::Decimal;

/// An amount of a request, exactly. It equals every text with the same value: `125.5` is `125.50`.
#[derive(Clone)]
pub struct Amount {
    text: String,
    value: Decimal,
}

impl Amount {
    /// Parses a number in the grammar of JSON.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Some(Self {
            value: Decimal::parse(text)?,
            text: text.to_owned(),
        })
    }

    /// The number as text, as in `125.5`.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The amount in hundredths; `None` if it has more places, or more than 64 bits.
    pub fn to_cents(&self) -> Option<i64> {
        self.value.cents()
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq for Amount {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Eq for Amount {}

impl PartialEq<str> for Amount {
    fn eq(&self, other: &str) -> bool {
        Decimal::parse(other).is_some_and(|value| value == self.value)
    }
}

impl PartialEq<&str> for Amount {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = RawValue::from_string(self.text.clone());
        number.map_err(S::Error::custom)?.serialize(serializer)
    }
}
