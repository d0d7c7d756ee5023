//! Replaces secrets in text that an error shows, in case the server echoed them.

use std::fmt;
use std::sync::OnceLock;

use api_wire::Secret;

use crate::error::decoded_text::DecodedText;
use crate::error::patterns::{MIN_SECRET_LEN, PART_LEN, Patterns};

/// Replaces secrets, and personal data of the request, in text that an error shows.
///
/// A secret is recognized in any case, percent-encoded, with the escapes of JSON or HTML, in Base64 of
/// either alphabet and in hexadecimal digits, alone or as a part of something longer. Up to four
/// layers of escapes and up to two of digits are removed: Base64 of Base64, or of percent-encoding.
/// A part of a secret with [`PART_LEN`] bytes or more is recognized as well, but a secret of fewer
/// than 16 letters, and nothing else, may be an ordinary word: it is recognized as a whole
/// identifier. So are personal data, as whole words.
#[derive(Clone, Default)]
pub(crate) struct Redactor {
    secrets: Vec<Secret>,
    /// Personal data, of which only whole words are redacted: they are in many ordinary texts.
    personal: Vec<Secret>,
    /// Created for the first text, because most calls have none.
    patterns: OnceLock<Patterns>,
}

const REPLACEMENT: &str = "[hidden]";

impl Redactor {
    /// Adds a secret.
    pub(crate) fn add(&mut self, text: &str) {
        if text.len() >= MIN_SECRET_LEN {
            self.secrets.push(Secret::from(text));
            self.patterns = OnceLock::new();
        }
    }

    /// Adds a secret that may be a URL. Its scheme, its host and short words of its path are also in
    /// other texts, which would be unreadable without them.
    pub(crate) fn add_value(&mut self, text: &str) {
        let Some((_, address)) = text.split_once("://") else {
            return self.add(text);
        };
        self.add_personal(text);
        let (authority, path) = address.split_once('/').unwrap_or((address, ""));
        if let Some((user, _)) = authority.rsplit_once('@') {
            self.add(user);
            if let Some((_, password)) = user.split_once(':') {
                self.add(password);
            }
        }
        for part in path.split(['/', '?', '&', '=', '#']) {
            let has_digit = part.bytes().any(|byte| byte.is_ascii_digit());
            if part.len() >= 2 * PART_LEN || part.len() >= PART_LEN && has_digit {
                self.add(part);
            }
        }
    }

    /// Adds a base URL, and the segments of its path that may be secrets.
    pub(crate) fn add_base_url(&mut self, url: &str) {
        self.add_personal(url);
        let (_, address) = url.split_once("://").unwrap_or_default();
        for segment in address.split('/').skip(1) {
            // Whole: part of it may be an ordinary word.
            if segment.len() >= 2 * PART_LEN && segment.bytes().any(|byte| byte.is_ascii_digit()) {
                self.add_personal(segment);
            }
        }
    }

    /// Adds personal data.
    pub(crate) fn add_personal(&mut self, text: &str) {
        if text.len() >= MIN_SECRET_LEN {
            self.personal.push(Secret::from(text));
            self.patterns = OnceLock::new();
        }
    }

    /// Adds a value that may be a secret or an ordinary word.
    pub(crate) fn add_word(&mut self, text: &str) {
        match text.len() {
            ..PART_LEN => self.add_personal(text),
            _ => self.add(text),
        }
    }

    /// Adds all that another redactor replaces.
    pub(crate) fn extend(&mut self, other: &Redactor) {
        self.secrets.extend_from_slice(&other.secrets);
        self.personal.extend_from_slice(&other.personal);
        self.patterns = OnceLock::new();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.secrets.is_empty() && self.personal.is_empty()
    }

    /// The text with every secret replaced. Decoded data is never redacted.
    pub(crate) fn redact(&self, text: &str) -> String {
        if self.is_empty() {
            return text.to_owned();
        }
        let patterns = self
            .patterns
            .get_or_init(|| Patterns::new(&self.secrets, &self.personal));
        if !patterns.may_be_in(text) {
            return text.to_owned();
        }
        let mut found = Vec::new();
        DecodedText::for_each(text, &mut |decoded| patterns.find(decoded, &mut found));
        replace(text, found)
    }
}

impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Redactor")
    }
}

/// Replaces parts of a text; those that overlap or touch, at once.
fn replace(text: &str, mut parts: Vec<(usize, usize)>) -> String {
    parts.sort_unstable();
    let mut redacted = String::with_capacity(text.len());
    let mut shown_to = 0;
    let mut parts = parts.into_iter().peekable();
    while let Some((start, mut end)) = parts.next() {
        while let Some((_, next_end)) = parts.next_if(|(next_start, _)| *next_start <= end) {
            end = end.max(next_end);
        }
        redacted.push_str(text.get(shown_to..start).unwrap_or_default());
        redacted.push_str(REPLACEMENT);
        shown_to = end;
    }
    redacted.push_str(text.get(shown_to..).unwrap_or_default());
    redacted
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};

    use super::*;

    const SECRET: &str = "aB3/x+9~Q?z%2f&_-ü~1=";

    fn redactor(secrets: &[&str]) -> Redactor {
        let mut redactor = Redactor::default();
        secrets.iter().for_each(|secret| redactor.add(secret));
        redactor
    }

    fn percent(text: &str, is_upper: bool, is_encoded: impl Fn(u8) -> bool) -> String {
        let encode = |byte: u8| match (is_encoded(byte), is_upper) {
            (true, true) => format!("%{byte:02X}"),
            (true, false) => format!("%{byte:02x}"),
            (false, _) => char::from(byte).to_string(),
        };
        text.bytes().map(encode).collect()
    }

    #[test]
    fn secret_is_redacted_in_every_encoding() {
        let is_reserved = |byte: u8| !byte.is_ascii_alphanumeric();
        let escaped = |prefix: &str, suffix: &str, radix: u32| -> String {
            let number = |c: char| match radix {
                10 => u32::from(c).to_string(),
                _ => format!("{:04x}", u32::from(c)),
            };
            let escape = |c| format!("{prefix}{}{suffix}", number(c));
            SECRET.chars().map(escape).collect()
        };
        let once = percent(SECRET, true, is_reserved);
        for echoed in [
            SECRET.to_owned(),
            SECRET.to_lowercase(),
            once.clone(),
            percent(SECRET, false, is_reserved),
            percent(SECRET, false, |_| true),
            percent(&once, false, is_reserved),
            escaped("\\u", "", 16),
            escaped("\\u{", "}", 16),
            escaped("&#", ";", 10),
            escaped("&#x", ";", 16),
            SECRET.replace('/', "\\/"),
            SECRET.replace('&', "&amp;"),
            SECRET.replace('~', "~0").replace('/', "~1"),
            SECRET.escape_debug().to_string(),
            SECRET.bytes().map(|byte| format!("{byte:02X}")).collect(),
        ] {
            let text = redactor(&[SECRET]).redact(&format!("<{echoed}>"));
            assert_eq!(text, "<[hidden]>", "{echoed}");
        }
    }

    #[test]
    fn secret_is_redacted_in_every_base64() {
        for other in ["", "a:", "ab:", "user:"] {
            for text in [format!("{other}{SECRET}"), format!("{other}{SECRET}:x")] {
                for echoed in [
                    STANDARD.encode(&text),
                    STANDARD_NO_PAD.encode(&text),
                    URL_SAFE.encode(&text),
                    URL_SAFE_NO_PAD.encode(&text),
                    percent(&STANDARD.encode(&text), false, |byte| {
                        b"+/=".contains(&byte)
                    }),
                ] {
                    let redacted = redactor(&[SECRET]).redact(&format!("Basic <{echoed}>"));
                    let left = redacted.replace("[hidden]", "");
                    // At most the other bytes are left, and what they determine in part.
                    assert!(
                        left.len() <= "Basic <>".len() + 2 * other.len() + 4,
                        "{echoed}: {redacted}"
                    );
                    assert!(redacted.contains("[hidden]"), "{echoed}: {redacted}");
                }
            }
        }
        let folded = STANDARD.encode(SECRET).to_lowercase();
        let redacted = redactor(&[SECRET]).redact(&folded);
        assert!(redacted.len() <= "[hidden]".len() + 4, "{redacted}");
        let basic = STANDARD.encode(format!("user:{SECRET}"));
        let redactor = redactor(&[SECRET, &basic]);
        assert_eq!(
            redactor.redact(&format!("Basic {basic}.")),
            "Basic [hidden]."
        );
    }

    #[test]
    fn part_of_a_secret_is_redacted() {
        let redactor = redactor(&["0123456789abcdefghij"]);
        for (echoed, redacted) in [
            ("01234567…", "[hidden]…"),
            ("…cdefghij", "…[hidden]"),
            ("0123456...defghij", "0123456...defghij"),
            ("0123456789abXdefghij", "[hidden]Xdefghij"),
            ("%30123456%37", "[hidden]"),
            // The start of its Base64.
            ("is MDEyMzQ1Njc4", "is [hidden]"),
        ] {
            assert_eq!(redactor.redact(echoed), redacted);
        }
    }

    #[test]
    fn overlapping_secrets_are_redacted_at_once() {
        let redactor = redactor(&["abcd", "abcd-efgh", "is"]);
        assert_eq!(
            redactor.redact("this abcd-efgh is abcd"),
            "this [hidden] is [hidden]"
        );
    }

    #[test]
    fn short_secrets_are_redacted_whole() {
        let redactor = redactor(&["w/rd"]);
        assert_eq!(
            redactor.redact("w/rd w%2Frd w/r xw/rdx"),
            "[hidden] [hidden] w/r x[hidden]x"
        );
        assert_eq!(redactor.redact(&STANDARD.encode("w/rd")), "[hidden]");
    }

    #[test]
    fn personal_data_is_redacted_as_whole_words() {
        let mut redactor = Redactor::default();
        redactor.add_personal("male");
        redactor.add_personal("Main St. 7");
        redactor.add_personal("CA");
        redactor.add_personal("José Ångström");
        assert_eq!(
            redactor.redact("male, Male, female, main%20St.+7 in CA"),
            "[hidden], [hidden], female, [hidden] in CA"
        );
        assert_eq!(
            redactor.redact("José Ångström, JOSÉ ÅNGSTRÖM, Jos%c3%a9+%c3%a5ngstr%c3%b6m"),
            "[hidden], [hidden], [hidden]"
        );
    }

    #[test]
    fn secret_is_redacted_in_two_encodings() {
        let reserved = |byte: u8| !byte.is_ascii_alphanumeric();
        let hex =
            |text: &str| -> String { text.bytes().map(|byte| format!("{byte:02x}")).collect() };
        let redactor = redactor(&[SECRET]);
        for other in ["", "a:", "ab:", "user:"] {
            let text = format!("{other}{SECRET}");
            for once in [
                STANDARD.encode(&text),
                URL_SAFE_NO_PAD.encode(&text),
                percent(&text, false, reserved),
                hex(&text),
                format!("{{\"token\":{text:?}}}"),
            ] {
                for twice in [
                    STANDARD.encode(&once),
                    STANDARD.encode(format!("?{once}")),
                    URL_SAFE_NO_PAD.encode(&once),
                    percent(&STANDARD.encode(&once), true, reserved),
                    hex(&once),
                    // As some encoders break lines.
                    STANDARD.encode(&once).split_at(9).0.to_owned()
                        + "\r\n"
                        + STANDARD.encode(&once).split_at(9).1,
                ] {
                    let redacted = redactor.redact(&format!("is <{twice}>"));
                    let left = redacted.replace("[hidden]", "");
                    assert!(left.len() <= 70, "{twice}: {redacted}");
                    assert!(redacted.contains("[hidden]"), "{twice}: {redacted}");
                }
            }
        }
    }

    #[test]
    fn personal_data_is_redacted_in_digits() {
        let mut redactor = Redactor::default();
        redactor.add_personal("Ada Byron");
        for text in [
            STANDARD.encode("Ada Byron"),
            STANDARD.encode("name=Ada Byron&x"),
            STANDARD_NO_PAD.encode("{\"name\":\"ada%20byron\"}"),
            "416461204279726f6e".to_owned(),
        ] {
            let redacted = redactor.redact(&text);
            assert!(redacted.contains("[hidden]"), "{text}: {redacted}");
            assert!(
                !redacted.contains("QWRh") && !redacted.contains("B5cm"),
                "{redacted}"
            );
        }
        // Part of another name.
        let other = STANDARD.encode("Canada Byrony");
        assert_eq!(redactor.redact(&other), other);
    }

    #[test]
    fn secret_that_is_a_word_leaves_names_readable() {
        let redactor = redactor(&["venue", "integrator"]);
        for (text, expected) in [
            (
                "/venue_settings/0: invalid venues of an integrator_token",
                "/venue_settings/0: invalid venues of an integrator_token",
            ),
            (
                "Bearer venue is unknown, /api/venue/v1, token=Integrator",
                "Bearer [hidden] is unknown, /api/[hidden]/v1, token=[hidden]",
            ),
            ("Basic aW50ZWdyYXRvcjp2ZW51ZQ==", "Basic [hidden]"),
        ] {
            assert_eq!(redactor.redact(text), expected);
        }
    }

    #[test]
    fn a_part_without_an_escape_is_found_at_either_end() {
        let redactor = redactor(&["0123456789abcdef"]);
        for (text, redacted) in [
            ("89ABCDEF", "[hidden]"),
            ("x 01234567", "x [hidden]"),
            ("01234567 x", "[hidden] x"),
            ("0123456", "0123456"),
        ] {
            assert_eq!(redactor.redact(text), redacted);
        }
    }

    #[test]
    fn only_the_secret_parts_of_a_url_are_redacted_alone() {
        let mut redactor = Redactor::default();
        redactor.add_value("https://me.example/callbacks/s3cr3t-d41d8cd9?key=abcdefghijklmnopq");
        for (text, expected) in [
            (
                "status_callback must start with https:// for callbacks",
                "status_callback must start with https:// for callbacks",
            ),
            (
                "at https://me.example/callbacks/s3cr3t-d41d8cd9?key=abcdefghijklmnopq",
                "at [hidden]",
            ),
            ("s3cr3t-d41d8... is unknown", "[hidden]... is unknown"),
            ("no abcdefghijklmnopq", "no [hidden]"),
        ] {
            assert_eq!(redactor.redact(text), expected);
        }
    }

    #[test]
    fn other_text_is_not_changed() {
        let redactor = redactor(&[SECRET]);
        for text in [
            "",
            "a",
            "%2f%2F~1&amp;",
            "é\u{1f600}\\u0041",
            "the order is invalid",
        ] {
            assert_eq!(redactor.redact(text), text);
        }
    }
}
