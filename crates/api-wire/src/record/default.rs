//! Documented defaults.

use rust_decimal::Decimal;

use crate::json::error::ReadError;
use crate::record::extra::Extra;
use crate::record::traits::Fields;

/// A value that is there, in place of which a default could be: of a text, it is borrowed.
pub trait Stated<'r, T> {
    /// The value.
    fn stated(&'r self) -> T;
}

impl<'r> Stated<'r, &'r str> for String {
    fn stated(&'r self) -> &'r str {
        self
    }
}

impl<T: Clone> Stated<'_, T> for T {
    fn stated(&self) -> T {
        self.clone()
    }
}

/// The value of a field of a record, or its default if it is absent. An error if a value is there, under
/// any of its names, and cannot be read.
pub fn or_default<T>(
    record: &dyn Fields,
    extra: &Extra,
    field: &str,
    value: Option<T>,
    default: T,
) -> Result<T, ReadError> {
    if let Some(value) = value {
        return Ok(value);
    }
    let mut fields = record.schema().fields().iter();
    let field = fields.find(|described| described.name() == field.trim_start_matches("r#"));
    let mut names = field.into_iter().flat_map(|field| field.wire_names());
    match names.find(|name| extra.get(name).is_some()) {
        None => Ok(default),
        Some(name) => Err(ReadError::wrapper(format!("unexpected value at `/{name}`"))),
    }
}

/// The decimal that a literal writes, digit by digit.
pub const fn decimal(literal: &str) -> Decimal {
    let (mut bytes, mut digits, mut scale, mut is_fraction) = (literal.as_bytes(), 0, 0, false);
    while let [byte, rest @ ..] = bytes {
        match byte {
            b'0'..=b'9' => {
                digits = digits * 10 + (*byte - b'0') as u64;
                scale += is_fraction as u32;
            }
            b'.' => is_fraction = true,
            b'-' | b' ' | b'_' => {}
            _ => panic!("expected a decimal, such as `0.5`"),
        }
        bytes = rest;
    }
    let is_negative = matches!(literal.as_bytes(), [b'-', ..]);
    Decimal::from_parts(digits as u32, (digits >> 32) as u32, 0, is_negative, scale)
}
