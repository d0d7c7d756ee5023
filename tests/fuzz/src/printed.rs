//! What is printed ends up in logs: it must neither break a line, nor change how others are shown, nor fill the log.

use std::fmt::{Debug, Display};

/// The longest text of one error or mismatch, in bytes.
pub const LONGEST: usize = 4 * 1024;

/// Checks both of the printed forms.
pub fn is_harmless<T: Debug + Display>(value: &T) {
    text_is_harmless(&value.to_string());
    text_is_harmless(&format!("{value:?}"));
}

/// Checks a text.
pub fn text_is_harmless(text: &str) {
    assert!(text.len() <= LONGEST, "{} bytes are printed", text.len());
    assert!(!text.contains(is_harmful), "{text:?} is printed");
}

/// Control characters, and those that turn the direction of text or separate lines.
pub fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
