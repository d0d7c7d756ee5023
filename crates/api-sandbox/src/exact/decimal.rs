//! The value of a JSON number.

/// The value of a JSON number, exactly: its digits times a power of ten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    /// Without zeros at either end; empty for zero.
    digits: String,
    exponent: i64,
}

/// Parsed exponents beyond this are all the same: no number of a request is as large or as small.
const MAX_EXPONENT: i64 = 1 << 40;

impl Decimal {
    /// Parses a number in the grammar of JSON.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) if !fraction.is_empty() => (whole, fraction),
            Some(_) => return None,
            None => (mantissa, ""),
        };
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let has_leading_zero = whole.len() > 1 && whole.starts_with('0');
        if whole.is_empty() || has_leading_zero || !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        let all = format!("{whole}{fraction}");
        let significant = all.trim_end_matches('0');
        let dropped = all.len() - significant.len();
        let places = i64::try_from(dropped).ok()? - i64::try_from(fraction.len()).ok()?;
        let digits = significant.trim_start_matches('0').to_owned();
        let is_zero = digits.is_empty();
        Some(Self {
            negative: negative && !is_zero,
            digits,
            exponent: if is_zero { 0 } else { exponent + places },
        })
    }

    pub(crate) fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.negative
    }

    /// The integer part, if it has 64 bits.
    pub(crate) fn integer_part(&self) -> Option<i64> {
        self.scaled(0)
    }

    /// The integer part of the number times a thousand, if it has 64 bits.
    pub(crate) fn thousandths(&self) -> Option<i64> {
        self.scaled(3)
    }

    /// The number in hundredths, if it has no more places, and 64 bits.
    pub(crate) fn cents(&self) -> Option<i64> {
        (self.exponent >= -2).then(|| self.scaled(2)).flatten()
    }

    /// Whether it is at least 0.01, with an integer part of 64 bits.
    pub(crate) fn is_payable(&self) -> bool {
        !self.negative && self.integer_part().is_some() && self.scaled(2) != Some(0)
    }

    fn scaled(&self, places: i64) -> Option<i64> {
        let integer = self.integer_text(self.exponent + places)?;
        let sign = if self.negative { "-" } else { "" };
        format!("{sign}{integer}").parse().ok()
    }

    /// The integer part of the digits times a power of ten; `None` if it has more digits than 64
    /// bits can have.
    fn integer_text(&self, exponent: i64) -> Option<String> {
        const MAX_DIGITS: i64 = 20;
        let count = i64::try_from(self.digits.len()).ok()? + exponent;
        if self.digits.is_empty() || count <= 0 {
            return Some("0".to_owned());
        }
        if count > MAX_DIGITS {
            return None;
        }
        let count = usize::try_from(count).ok()?;
        Some(match self.digits.get(..count) {
            Some(integer) => integer.to_owned(),
            None => format!("{:0<count$}", self.digits),
        })
    }

    /// The text with which `serde_json` parses and writes the exact value, if there is one: that of
    /// an integer of 64 bits, or of a number that a float represents exactly enough.
    pub(super) fn short_text(&self) -> Option<String> {
        // Of these the nearest float has a short text, and both directions round correctly.
        const MAX_FLOAT_DIGITS: usize = 15;
        const MAX_FLOAT_EXPONENT: i64 = 22;
        let sign = if self.negative { "-" } else { "" };
        if self.is_integer() {
            let text = format!("{sign}{}", self.integer_text(self.exponent)?);
            let fits = text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok();
            return fits.then_some(text);
        }
        (self.digits.len() <= MAX_FLOAT_DIGITS && self.exponent >= -MAX_FLOAT_EXPONENT)
            .then(|| format!("{sign}{}e{}", self.digits, self.exponent))
    }
}

/// Parses the part after the `e`; beyond [`MAX_EXPONENT`] it is that.
fn parse_exponent(text: &str) -> Option<i64> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'+' => (1, &text[1..]),
        b'-' => (-1, &text[1..]),
        _ => (1, text),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let exponent: i64 = digits.parse().unwrap_or(MAX_EXPONENT);
    Some(sign * exponent.min(MAX_EXPONENT))
}
