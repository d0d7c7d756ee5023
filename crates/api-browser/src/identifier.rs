//! JavaScript identifiers.

/// The longest identifier, in bytes.
const MAX_LEN: usize = 100;

/// Whether the text can be written into a script as an identifier. ASCII only: it suffices, and has
/// no lookalikes. Reserved words pass: they do no more harm than a misspelled name.
pub(crate) fn is_identifier(text: &str) -> bool {
    let is_start = |c: char| c.is_ascii_alphabetic() || c == '_' || c == '$';
    text.len() <= MAX_LEN
        && text.starts_with(is_start)
        && text.chars().all(|c| is_start(c) || c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consists_of_ascii_letters_digits_underscore_and_dollar() {
        const START: &str = "$ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
        for c in '\0'..=char::MAX {
            let can_start = START.contains(c);
            let can_continue = can_start || "0123456789".contains(c);
            let mut buffer = [b'a'; 5];
            let len = c.encode_utf8(&mut buffer[1..]).len();
            let text = std::str::from_utf8(&buffer[..=len]).unwrap();
            assert_eq!(is_identifier(text), can_continue, "{text:?}");
            assert_eq!(is_identifier(&text[1..]), can_start, "{text:?}");
        }
        assert!(!is_identifier(""));
        assert!(is_identifier(&"x".repeat(MAX_LEN)));
        assert!(!is_identifier(&"x".repeat(MAX_LEN + 1)));
    }
}
