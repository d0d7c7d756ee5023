//! Texts of strangers, as they may stand in a log.

/// The longest text that is shown, in characters of the original.
const LONGEST: usize = 64;

/// The text cut and escaped: no control characters, no markup.
pub(super) fn shown(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars().take(LONGEST) {
        match c {
            '"' | '\'' => shown.push(c),
            c => shown.extend(c.escape_debug()),
        }
    }
    without_markup(&shown)
}

/// The text with the letters escaped that mean something in a page. The others are as they were.
pub(super) fn without_markup(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' | '>' | '&' | '\'' => safe.extend(c.escape_unicode()),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn neither_a_terminal_nor_a_page_takes_it_for_more_than_text() {
        assert_eq!(
            shown("\u{1b}[31m<b>\r\nA&B \u{202e}"),
            "\\u{1b}[31m\\u{3c}b\\u{3e}\\r\\nA\\u{26}B \\u{202e}"
        );
        assert_eq!(shown(&"x".repeat(1_000)).len(), 64);
    }
}
