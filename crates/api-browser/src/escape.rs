//! Escaping for scripts and HTML.

use std::fmt::Write;

/// A JavaScript string literal that is safe inside a `<script>` element.
pub(crate) fn string_literal(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    let mut literal = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            // They end the element or begin a comment, or a line of older JavaScript.
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(literal, "\\u{:04x}", u32::from(c));
            }
            c => literal.push(c),
        }
    }
    literal
}

/// The value of an HTML attribute in double quotes.
pub(crate) fn attribute(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn string_literal_escapes_all_characters_that_could_end_it() {
        // Of the others, no character stands for itself alone in JavaScript or HTML.
        let all: String = ('\0'..='\u{2fff}').chain(['\u{feff}', '😀']).collect();
        let literal = string_literal(&all);
        let inner = literal
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'))
            .unwrap();
        let mut characters = inner.chars();
        while let Some(c) = characters.next() {
            assert!(!"\"<>&\u{2028}\u{2029}".contains(c) && c >= ' ', "{c:?}");
            if c == '\\' {
                characters.next().unwrap();
            }
        }
        assert_eq!(serde_json::from_str::<String>(&literal).unwrap(), all);
    }

    #[test]
    fn attribute_escapes_quotes_and_markup() {
        assert_eq!(attribute("a\"b<c&d"), "a&quot;b&lt;c&amp;d");
    }
}
