//! The nonce of a `Content-Security-Policy`.

use crate::error::InvalidValue;

/// The fewest characters: 128 bits in Base64.
const MIN_LEN: usize = 22;

/// A checked nonce, which needs no escaping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Nonce(String);

impl Nonce {
    pub(crate) fn new(text: &str) -> Result<Self, InvalidValue> {
        let invalid = |reason| Err(InvalidValue::new("nonce", reason));
        if !is_base64_value(text) {
            return invalid("expected Base64");
        }
        if text.trim_end_matches('=').len() < MIN_LEN {
            return invalid("expected at least 128 random bits, which are 22 characters");
        }
        Ok(Self(text.to_owned()))
    }

    /// The source in a policy, and a space.
    pub(crate) fn source(&self) -> String {
        format!("'nonce-{}' ", self.0)
    }

    /// The attribute of a `<script>` element.
    pub(crate) fn attribute(&self) -> String {
        format!(" nonce=\"{}\"", self.0)
    }
}

/// Whether the text is a `base64-value` of the policy's grammar: of either alphabet, with up to two
/// `=` at the end.
fn is_base64_value(text: &str) -> bool {
    let digits = text.trim_end_matches('=');
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || b"+/-_".contains(&byte);
    text.len() - digits.len() <= 2 && !digits.is_empty() && digits.bytes().all(is_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consists_of_base64_characters() {
        for c in "azAZ09+/-_\0 \n!\"'<>&=.,:;@[`{~\u{7f}é٣ａ\u{2028}".chars() {
            let is_digit = "azAZ09+/-_".contains(c);
            let middle = format!("0123456789{c}0123456789012345");
            assert_eq!(Nonce::new(&middle).is_ok(), is_digit, "{middle:?}");
            let end = format!("0123456789012345678901{c}");
            assert_eq!(Nonce::new(&end).is_ok(), is_digit || c == '=', "{end:?}");
        }
        let digits = "a".repeat(MIN_LEN);
        assert!(Nonce::new(&format!("{digits}==")).is_ok());
        for text in ["", "==", &format!("{digits}==="), &format!("={digits}")] {
            assert!(Nonce::new(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn has_at_least_128_bits() {
        assert!(Nonce::new(&"a".repeat(MIN_LEN)).is_ok());
        let short = format!("{}==", "a".repeat(MIN_LEN - 1));
        let error = Nonce::new(&short).unwrap_err();
        assert_eq!(error.name(), "nonce");
        assert!(error.reason().contains("128"), "{error}");
    }
}
