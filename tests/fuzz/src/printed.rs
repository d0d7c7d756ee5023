//! Printed texts, which are logged: they must neither break lines, nor change how other texts are
//! shown, nor fill the log.

use std::fmt::{Debug, Display};

/// The maximum length of the text of an error or mismatch, in bytes.
pub const LONGEST: usize = 4 * 1024;

/// Checks both printed forms.
pub fn is_harmless<T: Debug + Display>(value: &T) {
    text_is_harmless(&value.to_string());
    text_is_harmless(&format!("{value:?}"));
}

/// Checks a text.
pub fn text_is_harmless(text: &str) {
    assert!(text.len() <= LONGEST, "{} bytes are printed", text.len());
    assert!(!text.contains(is_harmful), "{text:?} is printed");
}

/// Control characters, and those that change the text direction or separate lines.
pub fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
