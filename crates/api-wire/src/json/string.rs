//! Writing JSON strings.

use crate::json::scan;
use std::fmt::Write;

/// Writes a JSON string.
pub(crate) fn write_string(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    loop {
        let plain = scan::unescaped_len(rest.as_bytes());
        // The next byte is ASCII, so this is a character boundary.
        let (plain, special) = rest.split_at_checked(plain).unwrap_or((rest, ""));
        out.push_str(plain);
        let mut characters = special.chars();
        match characters.next() {
            Some('"') => out.push_str("\\\""),
            Some('\\') => out.push_str("\\\\"),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            // Writing to a string cannot fail.
            Some(other) => drop(write!(out, "\\u{:04x}", u32::from(other))),
            None => break,
        }
        rest = characters.as_str();
    }
    out.push('"');
}
