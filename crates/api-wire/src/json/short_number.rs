//! Short numbers without an exponent, as nearly all are: scanned and parsed at once.

use rust_decimal::Decimal;

use crate::json::cursor::Cursor;

/// The most bytes of a short number: so many digits are an `i64`.
const MAX_LEN: usize = 18;

/// A number of at most 18 bytes without an exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShortNumber {
    /// All digits, and the sign.
    digits: i64,
    /// The number of fractional digits.
    scale: u32,
}

impl ShortNumber {
    pub(crate) fn from_text(text: &str) -> Option<Self> {
        let (number, length) = ShortNumber::at_start(text.as_bytes())?;
        (length == text.len()).then_some(number)
    }

    /// The number at the start of a text, and its length.
    #[inline]
    fn at_start(text: &[u8]) -> Option<(Self, usize)> {
        // One byte more, which shows whether the number ends.
        let text = text.get(..=MAX_LEN).unwrap_or(text);
        let is_negative = text.first() == Some(&b'-');
        let start = usize::from(is_negative);
        let (mut number, mut end) = digits(text, start, 0);
        let starts_with_zero = text.get(start) == Some(&b'0');
        if end == start || (starts_with_zero && end > start + 1) {
            return None;
        }
        let mut scale = 0;
        if text.get(end) == Some(&b'.') {
            let point = end;
            (number, end) = digits(text, point + 1, number);
            scale = end - point - 1;
            if scale == 0 {
                return None;
            }
        }
        if end > MAX_LEN || matches!(text.get(end), Some(b'e' | b'E')) {
            return None;
        }
        let digits = i64::try_from(number).ok()?;
        let number = ShortNumber {
            digits: if is_negative { -digits } else { digits },
            scale: u32::try_from(scale).ok()?,
        };
        Some((number, end))
    }

    /// The value if it is an integer: `3`, `3.0`, but not `3.5`.
    #[inline]
    pub(crate) fn integer(self) -> Option<i64> {
        match self.scale {
            0 => Some(self.digits),
            scale => {
                let unit = 10_i64.pow(scale);
                (self.digits % unit == 0).then_some(self.digits / unit)
            }
        }
    }

    /// The value with its trailing zeros.
    #[inline]
    pub(crate) fn decimal(self) -> Option<Decimal> {
        Decimal::try_new(self.digits, self.scale).ok()
    }
}

/// Appends the digits from an offset on to a number, and returns their end. 19 digits are a `u64`.
#[inline]
fn digits(text: &[u8], from: usize, mut number: u64) -> (u64, usize) {
    let mut end = from;
    while let Some(digit @ b'0'..=b'9') = text.get(end) {
        number = number * 10 + u64::from(digit - b'0');
        end += 1;
    }
    (number, end)
}

impl Cursor<'_> {
    /// Reads a short number if the next value is one, and not a binary float. Else only white space
    /// is skipped.
    #[inline]
    pub(crate) fn short_number(&mut self) -> Option<ShortNumber> {
        self.skip_whitespace();
        let (number, length) = ShortNumber::at_start(self.rest())?;
        if number.scale > 0 && self.has_floats() {
            return None;
        }
        self.position += length;
        Some(number)
    }
}
