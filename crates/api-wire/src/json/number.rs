//! Numbers from their text, exact or not at all. No `f64` is ever made.

use rust_decimal::Decimal;

use crate::json::scan;

/// Most digits of any decimal.
const DIGITS: usize = 29;
/// Most digits after the point of any decimal.
const SCALE: usize = 28;

/// Whether a text is a number by JSON's grammar: no plus sign, space, separator or leading zero.
pub(crate) fn is_number(text: &str) -> bool {
    scan::number_len(text.as_bytes()) == Ok(text.len())
}

/// The integer that a number's text stands for, if it is one: `3`, `3.0`, `3e2`, but not `3.5`.
pub(crate) fn integer(text: &str) -> Option<i64> {
    match text.parse() {
        Ok(integer) => Some(integer),
        Err(_) => ScientificParts::parse(text)?.integer(),
    }
}

/// The decimal that a number's text stands for, if it has room for every digit.
///
/// Digits after the point are kept as written where they fit: `3.50` stays `3.50`.
pub(crate) fn decimal(text: &str) -> Option<Decimal> {
    match Decimal::from_str_exact(text) {
        Ok(decimal) => Some(decimal),
        Err(_) => ScientificParts::parse(text)?.decimal(),
    }
}

/// A number taken apart: its digits, without zeros at either end, times a power of ten.
#[derive(PartialEq)]
pub(crate) struct ScientificParts {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl ScientificParts {
    /// Takes apart what [`is_number`] says is a number.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let negative = text.starts_with('-');
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, self::exponent(exponent)),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{}{fraction}", whole.trim_start_matches('-'));
        let digits = digits.trim_start_matches('0');
        let significant = digits.trim_end_matches('0');
        let zeros = i64::try_from(digits.len() - significant.len()).ok()?;
        let fraction = i64::try_from(fraction.len()).ok()?;
        if significant.is_empty() {
            return Some(ScientificParts {
                negative: false,
                digits: String::new(),
                exponent: 0,
            });
        }
        let exponent = exponent.checked_add(zeros)?.checked_sub(fraction)?;
        Some(ScientificParts {
            negative,
            digits: significant.to_owned(),
            exponent,
        })
    }

    /// The digits times ten to the given power, with their sign.
    fn scaled(&self, power: i64) -> Option<i128> {
        if self.digits.is_empty() {
            return Some(0);
        }
        let power = usize::try_from(power)
            .ok()
            .filter(|power| *power <= DIGITS)?;
        if self.digits.len() + power > DIGITS {
            return None;
        }
        let digits: i128 = self.digits.parse().ok()?;
        let value = digits.checked_mul(10_i128.checked_pow(u32::try_from(power).ok()?)?)?;
        Some(if self.negative { -value } else { value })
    }

    fn integer(&self) -> Option<i64> {
        i64::try_from(self.scaled(self.exponent)?).ok()
    }

    fn decimal(&self) -> Option<Decimal> {
        if self.exponent >= 0 {
            return Decimal::try_from_i128_with_scale(self.scaled(self.exponent)?, 0).ok();
        }
        let scale = usize::try_from(-self.exponent)
            .ok()
            .filter(|scale| *scale <= SCALE)?;
        Decimal::try_from_i128_with_scale(self.scaled(0)?, u32::try_from(scale).ok()?).ok()
    }

    /// One text for all spellings of the number.
    pub(crate) fn canonical(&self) -> String {
        let sign = if self.negative { "-" } else { "" };
        format!("{sign}{}e{}", self.digits, self.exponent)
    }
}

/// An exponent. One that no number of ours reaches is as good as a huge one.
fn exponent(text: &str) -> i64 {
    let huge = i64::MAX / 4;
    match text.strip_prefix('-') {
        Some(text) => -text.parse().unwrap_or(huge).min(huge),
        None => text
            .trim_start_matches('+')
            .parse()
            .unwrap_or(huge)
            .min(huge),
    }
}
