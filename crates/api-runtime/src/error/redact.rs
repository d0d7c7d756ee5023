//! What other people's text looks like in our errors: cut short, escaped, without our secrets.

use api_wire::Secret;

/// The longest excerpt of a body that an error shows, in characters after escaping. It has at most [`MAX_MESSAGE_BYTES`] bytes.
pub(crate) const MAX_EXCERPT_CHARS: usize = 200;

/// The longest message of a server that an error keeps, in bytes after escaping.
pub(crate) const MAX_MESSAGE_BYTES: usize = 512;

/// How much of a body is looked at to make an excerpt.
const SCAN_LIMIT: usize = 64 * 1024;

/// A short text for a body: escaped, at most [`MAX_EXCERPT_CHARS`] characters.
pub(crate) fn excerpt(body: &[u8], redactor: &Redactor) -> String {
    let text = String::from_utf8_lossy(&body[..body.len().min(SCAN_LIMIT)]);
    cut(&redactor.redact(&text), |taken, more| {
        taken.chars().count() + more.chars().count() <= MAX_EXCERPT_CHARS
            && taken.len() + more.len() <= MAX_MESSAGE_BYTES
    })
}

/// As much of an escaped text as an error shows.
pub(crate) fn truncate(text: &str) -> &str {
    let end = |(at, c): (usize, char)| at + c.len_utf8();
    let ends = text.char_indices().map(end).take(MAX_EXCERPT_CHARS);
    &text[..ends
        .take_while(|end| *end <= MAX_MESSAGE_BYTES)
        .last()
        .unwrap_or(0)]
}

/// A server's message: escaped, at most [`MAX_MESSAGE_BYTES`] bytes.
pub(crate) fn message(text: &str, redactor: &Redactor) -> String {
    let mut end = text.len().min(SCAN_LIMIT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    cut(&redactor.redact(&text[..end]), |taken, more| {
        taken.len() + more.len() <= MAX_MESSAGE_BYTES
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
pub(crate) struct Redactor(Vec<Secret>);

impl Redactor {
    /// Shorter texts are words rather than secrets, and hiding them would spoil every message.
    const MIN_SECRET_LEN: usize = 4;

    pub(crate) fn add(&mut self, text: &str) {
        if text.len() >= Self::MIN_SECRET_LEN {
            self.0.push(Secret::from(text));
            // As it stands in a JSON pointer, and as a mismatch tells a value.
            let pointer = text.replace('~', "~0").replace('/', "~1");
            let value: String = text.escape_debug().collect();
            for escaped in [pointer, value] {
                if escaped != text {
                    self.0.push(Secret::from(escaped));
                }
            }
            // The longest first, so that a secret that holds another one is covered whole.
            self.0
                .sort_by_key(|secret| std::cmp::Reverse(secret.expose().len()));
        }
    }

    /// The text with every secret replaced. Data that a caller reads is never treated like this.
    pub(crate) fn redact(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for secret in &self.0 {
            if text.contains(secret.expose()) {
                text = text.replace(secret.expose(), REPLACEMENT);
            }
        }
        if text.contains(CUT) {
            for secret in &self.0 {
                text = cover_rests(&text, secret.expose());
            }
        }
        text
    }
}

/// What stands in the place of a secret.
const REPLACEMENT: &str = "[hidden]";

/// Where the values and the keys of a mismatch are cut, before anybody knows what is secret.
const CUT: char = '…';

/// Covers what cuts have left of a secret: its beginning before a cut, and its end after one.
fn cover_rests(text: &str, secret: &str) -> String {
    let parts: Vec<_> = text.split(CUT).collect();
    let lengths = |part: &str| (Redactor::MIN_SECRET_LEN..=secret.len().min(part.len())).rev();
    let mut covered = String::with_capacity(text.len());
    for (at, part) in parts.iter().enumerate() {
        let mut part = *part;
        if at > 0 {
            covered.push(CUT);
            let mut ends = lengths(part).filter_map(|length| secret.get(secret.len() - length..));
            if let Some(rest) = ends.find_map(|end| part.strip_prefix(end)) {
                covered.push_str(REPLACEMENT);
                part = rest;
            }
        }
        let mut starts = lengths(part).filter_map(|length| secret.get(..length));
        let before = starts.find_map(|start| part.strip_suffix(start));
        match before.filter(|_| at + 1 < parts.len()) {
            Some(before) => covered.extend([before, REPLACEMENT]),
            None => covered.push_str(part),
        }
    }
    covered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_short_and_has_no_control_characters() {
        let text = excerpt(
            format!("\u{1b}[31m\n\u{202e}{}", "x".repeat(1000)).as_bytes(),
            &Redactor::default(),
        );
        assert!(text.starts_with("\\u{1b}[31m\\n\\u{202e}xxx"), "{text}");
        assert_eq!(text.chars().count(), MAX_EXCERPT_CHARS);
    }

    #[test]
    fn an_excerpt_of_wide_characters_is_short_too() {
        let text = "\u{1f600}".repeat(1000);
        assert_eq!(
            excerpt(text.as_bytes(), &Redactor::default()).len(),
            MAX_MESSAGE_BYTES
        );
        assert_eq!(truncate(&text).len(), MAX_MESSAGE_BYTES);
        assert_eq!(truncate(&"x".repeat(1000)).len(), MAX_EXCERPT_CHARS);
        assert_eq!(truncate("short"), "short");
    }

    #[test]
    fn a_message_of_a_megabyte_is_cut_to_512_bytes() {
        assert!(message(&"é\n".repeat(500_000), &Redactor::default()).len() <= MAX_MESSAGE_BYTES);
        assert_eq!(
            message(&"x".repeat(1_000_000), &Redactor::default()).len(),
            MAX_MESSAGE_BYTES
        );
    }

    #[test]
    fn a_secret_that_is_longer_than_a_message_is_covered() {
        let secret = "s3cret-".repeat(1000);
        let mut redactor = Redactor::default();
        redactor.add(&secret);
        assert_eq!(
            message(&format!("{secret} done"), &redactor),
            "[hidden] done"
        );
        assert_eq!(excerpt(secret.as_bytes(), &redactor), "[hidden]");
    }

    #[test]
    fn what_is_looked_at_ends_between_two_characters() {
        // The secrets make it short enough for the end to be seen: one byte stands before characters of two.
        let mut redactor = Redactor::default();
        redactor.add(&"é".repeat(SCAN_LIMIT / 2 - 1));
        let text = message(&format!("x{}", "é".repeat(SCAN_LIMIT)), &redactor);
        assert_eq!(text, "x[hidden]");
    }

    #[test]
    fn secrets_that_come_back_are_covered() {
        let mut redactor = Redactor::default();
        redactor.add("abcd");
        redactor.add("abcd-efgh");
        redactor.add("is");
        assert_eq!(
            message("this abcd-efgh is abcd", &redactor),
            "this [hidden] is [hidden]"
        );
    }

    #[test]
    fn a_secret_is_covered_as_a_json_pointer_has_it_too() {
        let mut redactor = Redactor::default();
        redactor.add("a/b~c");
        assert_eq!(
            message("/x/a~1b~0c and a/b~c", &redactor),
            "/x/[hidden] and [hidden]"
        );
        assert_eq!(redactor.0.len(), 2);
        redactor.add("plain");
        assert_eq!(redactor.0.len(), 3);
    }

    #[test]
    fn what_a_cut_leaves_of_a_secret_is_covered() {
        let mut redactor = Redactor::default();
        redactor.add("s3cret-w\u{f6}rd");
        for (text, covered) in [
            ("text \"s3cret…\"", "text \"[hidden]…\""),
            ("/a/b-s3cret-w\u{f6}…", "/a/b-[hidden]…"),
            ("/s3cr…rd", "/[hidden]…rd"),
            ("/a…w\u{f6}rd/b…", "/a…[hidden]/b…"),
            ("…cret-w\u{f6}rd", "…[hidden]"),
            // Too short to be told from a word, not at a cut, or no end of it.
            ("s3c…rd", "s3c…rd"),
            ("s3cret-w… s3cret-w", "[hidden]… s3cret-w"),
            ("s3cret-v…", "s3cret-v…"),
            ("no cut s3cret-", "no cut s3cret-"),
        ] {
            assert_eq!(redactor.redact(text), covered);
        }
    }
}
