//! What other people's text looks like in our errors: cut short, escaped, without our secrets.

use api_wire::Secret;

/// The longest excerpt of a body that an error shows, in characters after escaping. It has at most [`MESSAGE`] bytes.
pub(crate) const EXCERPT: usize = 200;

/// The longest message of a server that an error keeps, in bytes after escaping.
pub(crate) const MESSAGE: usize = 512;

/// How much of a body is looked at to make an excerpt.
const LOOKED_AT: usize = 64 * 1024;

/// A short text for a body: escaped, at most [`EXCERPT`] characters.
pub(crate) fn excerpt(body: &[u8], hidden: &Hidden) -> String {
    let text = String::from_utf8_lossy(&body[..body.len().min(LOOKED_AT)]);
    cut(&hidden.cover(&text), |taken, more| {
        taken.chars().count() + more.chars().count() <= EXCERPT
            && taken.len() + more.len() <= MESSAGE
    })
}

/// As much of an escaped text as an error shows.
pub(crate) fn shortened(text: &str) -> &str {
    let end = |(at, c): (usize, char)| at + c.len_utf8();
    let ends = text.char_indices().map(end).take(EXCERPT);
    &text[..ends.take_while(|end| *end <= MESSAGE).last().unwrap_or(0)]
}

/// A server's message: escaped, at most [`MESSAGE`] bytes.
pub(crate) fn message(text: &str, hidden: &Hidden) -> String {
    let mut end = text.len().min(LOOKED_AT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    cut(&hidden.cover(&text[..end]), |taken, more| {
        taken.len() + more.len() <= MESSAGE
    })
}

fn cut(text: &str, fits: impl Fn(&str, &str) -> bool) -> String {
    let mut taken = String::new();
    for c in text.chars() {
        // Quotes do no harm in a log; a backslash is doubled, so that an escape cannot be forged.
        let more: String = if matches!(c, '"' | '\'') {
            c.into()
        } else {
            c.escape_debug().collect()
        };
        if !fits(&taken, &more) {
            break;
        }
        taken.push_str(&more);
    }
    taken
}

/// Texts that must not appear in an error, even where a server sends them back.
#[derive(Clone, Default)]
pub(crate) struct Hidden(Vec<Secret>);

impl Hidden {
    /// Shorter texts are words rather than secrets, and hiding them would spoil every message.
    const SHORTEST: usize = 4;

    pub(crate) fn add(&mut self, text: &str) {
        if text.len() >= Self::SHORTEST {
            self.0.push(Secret::from(text));
            // As it stands in a JSON pointer.
            let escaped = text.replace('~', "~0").replace('/', "~1");
            if escaped != text {
                self.0.push(Secret::from(escaped));
            }
            // The longest first, so that a secret that holds another one is covered whole.
            self.0
                .sort_by_key(|secret| std::cmp::Reverse(secret.expose().len()));
        }
    }

    /// The text with every secret replaced. Data that a caller reads is never treated like this.
    pub(crate) fn cover(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for secret in &self.0 {
            if text.contains(secret.expose()) {
                text = text.replace(secret.expose(), "[hidden]");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_short_and_has_no_control_characters() {
        let text = excerpt(
            format!("\u{1b}[31m\n\u{202e}{}", "x".repeat(1000)).as_bytes(),
            &Hidden::default(),
        );
        assert!(text.starts_with("\\u{1b}[31m\\n\\u{202e}xxx"), "{text}");
        assert_eq!(text.chars().count(), EXCERPT);
    }

    #[test]
    fn an_excerpt_of_wide_characters_is_short_too() {
        let text = "\u{1f600}".repeat(1000);
        assert_eq!(excerpt(text.as_bytes(), &Hidden::default()).len(), MESSAGE);
        assert_eq!(shortened(&text).len(), MESSAGE);
        assert_eq!(shortened(&"x".repeat(1000)).len(), EXCERPT);
        assert_eq!(shortened("short"), "short");
    }

    #[test]
    fn a_message_of_a_megabyte_is_cut_to_512_bytes() {
        assert!(message(&"é\n".repeat(500_000), &Hidden::default()).len() <= MESSAGE);
    }

    #[test]
    fn secrets_that_come_back_are_covered() {
        let mut hidden = Hidden::default();
        hidden.add("abcd");
        hidden.add("abcd-efgh");
        hidden.add("is");
        assert_eq!(
            message("this abcd-efgh is abcd", &hidden),
            "this [hidden] is [hidden]"
        );
    }
}
