//! Fixed-point decimals, and amounts in cents.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::exact::decimal;

/// A quantity, weight or percentage as an exact fixed-point number with three places; in JSON a
/// number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Thousandths(pub(crate) i64);

impl Serialize for Thousandths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_number().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Thousandths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        let thousandths = (number * 1_000.0).round();
        if number.abs() > 1e12 || (thousandths / 1_000.0 - number).abs() > 1e-9 {
            return Err(D::Error::custom("expected a number with at most 3 places"));
        }
        Ok(Self(thousandths as i64))
    }
}

impl Thousandths {
    pub(crate) fn from_units(units: i64) -> Self {
        Self(units.saturating_mul(1000))
    }

    pub(crate) fn saturating_mul(self, count: i64) -> Self {
        Self(self.0.saturating_mul(count))
    }

    pub(crate) fn saturating_add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// As a JSON string, with at least one place: `3.5`, `7.0`.
    pub(crate) fn to_text(self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, fraction) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        let mut text = format!("{sign}{whole}.{fraction:03}");
        let min_len = text.len() - 2;
        text.truncate(text.trim_end_matches('0').len().max(min_len));
        text
    }

    /// As a JSON number.
    pub(crate) fn to_number(self) -> Value {
        if self.0 % 1000 == 0 {
            return (self.0 / 1000).into();
        }
        self.to_text()
            .parse::<f64>()
            .map_or(Value::Null, Value::from)
    }
}

/// A percentage of an amount, in thousandths of a percent, rounded half away from zero.
pub(crate) fn percentage(amount: i64, milli_percent: i64) -> i64 {
    checked_percentage(amount, milli_percent).unwrap_or(i64::MAX)
}

/// A percentage as of [`percentage`]; `None` if it has more than 64 bits.
pub(crate) fn checked_percentage(amount: i64, milli_percent: i64) -> Option<i64> {
    div_rounded(i128::from(amount) * i128::from(milli_percent), 100_000)
}

pub(crate) fn included_tax(amount: i64, milli_percent: i64) -> i64 {
    div_rounded(
        i128::from(amount) * i128::from(milli_percent),
        100_000 + i128::from(milli_percent),
    )
    .unwrap_or(i64::MAX)
}

fn div_rounded(numerator: i128, denominator: i128) -> Option<i64> {
    let half = if numerator < 0 {
        -denominator / 2
    } else {
        denominator / 2
    };
    i64::try_from((numerator + half) / denominator.max(1)).ok()
}

/// The integer part of a number or a numeric string, if it has 64 bits.
pub(crate) fn integer_part(value: &Value) -> Option<i64> {
    decimal(value)?.integer_part()
}
