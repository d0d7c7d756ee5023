//! The bits of integers: `int32` and `int64`. The JSON Schema library checks the formats of texts only.

use jsonschema::paths::Location;
use jsonschema::{Keyword, ValidationError};
use serde_json::{Map, Value};

/// The keyword that the sandbox writes beside a format of integers. No document has it.
pub(super) const KEYWORD: &str = "x-sandbox-bits";

/// Writes the keyword beside each format of integers in a schema.
pub(super) fn write(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let bits = match members.get("format").and_then(Value::as_str) {
                Some("int32") => Some(32),
                Some("int64") => Some(64),
                _ => None,
            };
            if let Some(bits) = bits {
                members.insert(KEYWORD.to_owned(), bits.into());
            }
            members.values_mut().for_each(write);
        }
        Value::Array(elements) => elements.iter_mut().for_each(write),
        _ => {}
    }
}

/// The keyword as the library asks for it.
pub(super) fn keyword<'a>(
    _parent: &'a Map<String, Value>,
    bits: &'a Value,
    _place: Location,
) -> Result<Box<dyn for<'i> Keyword<'i>>, ValidationError<'a>> {
    match bits.as_i64() {
        Some(32) => Ok(Box::new(Bits(32))),
        _ => Ok(Box::new(Bits(64))),
    }
}

/// How many bits a number may have.
struct Bits(i32);

impl<'i> Keyword<'i> for Bits {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        if self.is_valid(instance) {
            return Ok(());
        }
        let text = format!("the value has more than {} bits", self.0);
        Err(ValidationError::custom(text))
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        let Value::Number(number) = instance else {
            return true;
        };
        match (number.as_i64(), number.as_f64()) {
            (Some(number), _) => self.0 == 64 || i32::try_from(number).is_ok(),
            // Read as a float: written with a point, or too large. The largest floats within stand for larger numbers,
            // too, so they are not taken.
            (None, Some(number)) => number.abs() < 2f64.powi(self.0 - 1),
            (None, None) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_the_bits_that_its_format_says() {
        let fits = |bits, text: &str| {
            let value: Value = serde_json::from_str(text).expect("JSON");
            Bits(bits).is_valid(&value)
        };
        for text in [
            "-9223372036854775808",
            "9223372036854775807",
            "3.0",
            "\"x\"",
        ] {
            assert!(fits(64, text), "{text}");
        }
        for text in ["-9223372036854775809", "9223372036854775808", "1e19"] {
            assert!(!fits(64, text), "{text}");
        }
        for (text, fit) in [
            ("2147483647", true),
            ("-2147483648", true),
            ("2147483648", false),
            ("-2147483649", false),
        ] {
            assert_eq!(fits(32, text), fit, "{text}");
        }
    }
}
