//! Exact numbers, parsed from their text. There is no `f64`.

use rust_decimal::Decimal;

use crate::json::scan;

/// Most digits of a decimal.
const DIGITS: usize = 29;
/// Most fractional digits of a decimal.
const SCALE: usize = 28;

/// The key of an object in place of a number that a data format may not hold: the one that
/// serde_json uses with its feature `arbitrary_precision`.
pub(crate) const NUMBER_KEY: &str = "$serde_json::private::Number";

/// Whether a text is a number of JSON's grammar: no plus sign, space, separator or leading zero.
pub(crate) fn is_number(text: &str) -> bool {
    scan::number_len(text.as_bytes()) == Ok(text.len())
}

/// Whether a text is a number with a fraction or an exponent.
pub(crate) fn is_fractional(text: &str) -> bool {
    is_number(text) && text.contains(['.', 'e', 'E'])
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
    if let Some(decimal) = small_decimal(text) {
        return Some(decimal);
    }
    match Decimal::from_str_exact(text) {
        Ok(decimal) => Some(decimal),
        Err(_) => ScientificParts::parse(text)?.decimal(),
    }
}

/// The value of a number's text if it is short and has no exponent, as nearly all amounts.
fn small_decimal(text: &str) -> Option<Decimal> {
    // So many digits are an `i64`.
    if text.len() > 18 {
        return None;
    }
    let mut number = 0;
    let mut scale = None;
    let digits = text.strip_prefix('-').unwrap_or(text);
    for byte in digits.bytes() {
        match byte {
            b'0'..=b'9' => {
                number = number * 10 + i64::from(byte - b'0');
                scale = scale.map(|scale: u32| scale + 1);
            }
            b'.' if scale.is_none() => scale = Some(0),
            _ => return None,
        }
    }
    let number = if digits.len() < text.len() {
        -number
    } else {
        number
    };
    Decimal::try_new(number, scale.unwrap_or(0)).ok()
}

/// A number in scientific notation: digits without zeros at either end, and a power of ten.
#[derive(PartialEq)]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_decimals_are_those_of_the_exact_parser() {
        let wholes = ["0", "1", "12", "907", "123456", "99999999999"];
        let fractions = ["", ".0", ".5", ".50", ".05", ".00", ".123456", ".000001"];
        for (sign, whole) in ["", "-"]
            .into_iter()
            .flat_map(|sign| wholes.map(|whole| (sign, whole)))
        {
            for fraction in fractions {
                let text = format!("{sign}{whole}{fraction}");
                let parts = |decimal: Decimal| {
                    (
                        decimal.mantissa(),
                        decimal.scale(),
                        decimal.is_sign_negative(),
                    )
                };
                let exact = Decimal::from_str_exact(&text).ok().map(parts);
                let small = small_decimal(&text).map(parts);
                assert!(small.is_some() || text.len() > 18, "{text}");
                assert_eq!(small.or(exact), exact, "{text}");
            }
        }
        for text in [
            "1e3",
            "1E-2",
            "1.5e0",
            "1234567890123456789",
            "0.12345678901234567",
        ] {
            assert_eq!(small_decimal(text), None, "{text}");
        }
    }
}
