//! Exact decimals with three places, and cents.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A quantity or weight in thousandths: exact, and enough for what a till weighs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Milli(pub(crate) i64);

impl Milli {
    pub(crate) fn units(units: i64) -> Self {
        Self(units.saturating_mul(1000))
    }

    pub(crate) fn times(self, count: i64) -> Self {
        Self(self.0.saturating_mul(count))
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// As text, as in `3.5`.
    pub(crate) fn text(self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, rest) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        let mut text = format!("{sign}{whole}.{rest:03}");
        // One place is always shown.
        let least = text.len() - 2;
        text.truncate(text.trim_end_matches('0').len().max(least));
        text
    }

    /// As a JSON number.
    pub(crate) fn number(self) -> Value {
        if self.0 % 1000 == 0 {
            return (self.0 / 1000).into();
        }
        self.text().parse::<f64>().map_or(Value::Null, Value::from)
    }
}

/// A share of an amount, in thousandths of a percent, rounded half away from zero.
pub(crate) fn share(amount: i64, milli_percent: i64) -> i64 {
    rounded(i128::from(amount) * i128::from(milli_percent), 100_000)
}

/// The part of an amount that is a tax which the amount includes already.
pub(crate) fn included_share(amount: i64, milli_percent: i64) -> i64 {
    rounded(
        i128::from(amount) * i128::from(milli_percent),
        100_000 + i128::from(milli_percent),
    )
}

fn rounded(numerator: i128, denominator: i128) -> i64 {
    let half = if numerator < 0 {
        -denominator / 2
    } else {
        denominator / 2
    };
    i64::try_from((numerator + half) / denominator.max(1)).unwrap_or(i64::MAX)
}

/// An amount of cents or units from a number or a numeric text; a fraction is cut off.
pub(crate) fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64().or_else(|| {
            let number = number.as_f64()?;
            // Within this range a float holds every whole number.
            (number.abs() < 9.0e15).then(|| number.trunc() as i64)
        }),
        Value::String(text) => {
            let text = text.trim();
            let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
            whole.parse().ok()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantity_is_shown_as_in_the_documents() {
        assert_eq!(Milli(3500).text(), "3.5");
        assert_eq!(Milli(7000).text(), "7.0");
        assert_eq!(Milli(-125).text(), "-0.125");
        assert_eq!(Milli(7000).number(), 7);
        assert_eq!(Milli(3500).number(), 3.5);
    }

    #[test]
    fn taxes_are_rounded_half_up() {
        assert_eq!(share(5000, 8_500), 425);
        assert_eq!(share(4750, 8_500), 404); // 403.75
        assert_eq!(share(10, 5_000), 1); // 0.5
        assert_eq!(included_share(1070, 7_000), 70);
    }

    #[test]
    fn a_fraction_is_cut_off() {
        assert_eq!(whole(&"250.75".into()), Some(250));
        assert_eq!(whole(&serde_json::json!(250.75)), Some(250));
        assert_eq!(whole(&"a".into()), None);
    }
}
