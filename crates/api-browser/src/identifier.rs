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
        for c in "$_azAZ09\0 \n!\"'()<>-./:;@[`{~\u{7f}é٣ａ\u{200d}\u{2028}".chars() {
            let can_start = "$_azAZ".contains(c);
            let can_continue = can_start || "09".contains(c);
            assert_eq!(is_identifier(&format!("a{c}")), can_continue, "{c:?}");
            assert_eq!(is_identifier(&c.to_string()), can_start, "{c:?}");
        }
        assert!(!is_identifier(""));
        assert!(is_identifier(&"x".repeat(MAX_LEN)));
        assert!(!is_identifier(&"x".repeat(MAX_LEN + 1)));
    }
}
