//! Exact numbers, parsed from their text. There is no `f64`.

use rust_decimal::Decimal;

use crate::json::scan;
use crate::json::short_number::ShortNumber;

/// Most digits of a decimal.
const DIGITS: usize = 29;
/// Most fractional digits of a decimal.
const SCALE: usize = 28;

/// Whether a text is a number of JSON's grammar: no plus sign, space, separator or leading zero.
pub(crate) fn is_number(text: &str) -> bool {
    scan::number_len(text.as_bytes()) == Ok(text.len())
}

/// Whether a number has a fraction or an exponent.
pub(crate) fn is_fractional(number: &str) -> bool {
    number.contains(['.', 'e', 'E'])
}

/// The value of a number's text if it is an integer: `3`, `3.0`, `3e2`, but not `3.5`.
pub(crate) fn integer(text: &str) -> Option<i64> {
    match text.parse() {
        Ok(integer) => Some(integer),
        Err(_) => ScientificParts::parse(text)?.integer(),
    }
}

/// The value of a number's text if a decimal can hold every digit.
///
/// Trailing zeros are kept where they fit: `3.50` stays `3.50`.
pub(crate) fn decimal(text: &str) -> Option<Decimal> {
    if let Some(number) = ShortNumber::from_text(text) {
        return number.decimal();
    }
    match Decimal::from_str_exact(text) {
        Ok(decimal) => Some(decimal),
        Err(_) => ScientificParts::parse(text)?.decimal(),
    }
}

/// A number in scientific notation: digits without zeros at either end, and a power of ten.
pub(crate) struct ScientificParts {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl ScientificParts {
    /// Parses a text for which [`is_number`] is true.
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

    /// The signed digits times ten to this power.
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

    /// The same text for all notations of a number.
    pub(crate) fn canonical(&self) -> String {
        let sign = if self.negative { "-" } else { "" };
        format!("{sign}{}e{}", self.digits, self.exponent)
    }
}

/// An exponent, clamped to a range far beyond that of any decimal.
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
