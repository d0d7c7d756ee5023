//! Which texts may be shown: names of fields, and of values of a closed set.

/// The maximum length of a name in bytes.
const MAX_NAME: usize = 48;

/// The sightings from which a name is shown.
pub(crate) const MIN_SIGHTINGS: u32 = 20;

/// The venues from which a name is shown.
pub(crate) const MIN_VENUES: u32 = 2;

/// The maximum number of digits in a name: more are those of an id or a telephone number.
const MAX_DIGITS: usize = 4;

/// Whether a key can be the name of a field, such as `total_records`.
pub(crate) fn is_field_name(key: &str) -> bool {
    is_name(key, |byte| byte == b'_' || byte == b'-')
}

/// Whether a text can be the value of a closed set, such as `in progress`: at most three words.
pub(crate) fn is_value_name(text: &str) -> bool {
    is_name(text, |byte| b"_-. ".contains(&byte)) && text.bytes().filter(|b| *b == b' ').count() < 3
}

fn is_name(text: &str, is_separator: fn(u8) -> bool) -> bool {
    let is_first = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    text.len() <= MAX_NAME
        && text.bytes().next().is_some_and(is_first)
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || is_separator(byte))
        && text.bytes().filter(u8::is_ascii_digit).count() <= MAX_DIGITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_words_of_ascii() {
        for name in ["a", "total_records", "address-2", "_links", "loyaltyPoints"] {
            assert!(is_field_name(name) && is_value_name(name), "{name}");
        }
        for text in [
            "",
            "7",
            "+1",
            "a b c d",
            "Zoë",
            "a/b",
            "a:b",
            "d41d8cd98f",
            "a@b",
        ] {
            assert!(!is_field_name(text) && !is_value_name(text), "{text}");
        }
        assert!(is_value_name("in progress") && !is_field_name("in progress"));
        assert!(!is_field_name(&"a".repeat(MAX_NAME + 1)));
    }
}
