//! Whether two JSON scalars are the same value, as the reader of a field accepts them.

use api_wire::__private::us_date;
use api_wire::{Date, Json, Timestamp};

use crate::body::json::{JsonKind, string};

/// The maximum length of numbers that are compared by value.
const MAX_NUMBER: usize = 1_000;

/// Whether two scalars are the same but for their notation: numbers by value, and as strings; times by
/// the instant or the date; texts but for case and white space. Servers normalize all of them.
pub(crate) fn is_same_scalar(sent: &str, found: &str) -> bool {
    let kinds = [sent, found].map(JsonKind::of);
    if kinds.contains(&JsonKind::Bool) {
        let flags = [sent, found].map(flag);
        return flags[0].is_some() && flags[0] == flags[1];
    }
    let (Some(sent), Some(found)) = (content(sent), content(found)) else {
        return false;
    };
    // A text with an exponent is rather a code than a number.
    let is_code = |text: &str| text.contains(['e', 'E']);
    is_same_text(&sent, &found)
        || (kinds.contains(&JsonKind::Number) || !is_code(&sent) && !is_code(&found))
            && is_same_number(&sent, &found)
        || is_same_time(&sent, &found)
}

/// Whether two scalars are the same unique key: the text must be exact, and may be a number.
pub(crate) fn is_same_key(sent: &str, found: &str) -> bool {
    let keys = [sent, found].map(|json| match JsonKind::of(json) {
        JsonKind::String | JsonKind::Number => content(json),
        _ => None,
    });
    keys[0].is_some() && keys[0] == keys[1]
}

/// Whether two strings are the same but for white space and case.
pub(crate) fn is_same_but_form(sent: &str, found: &str) -> bool {
    match (string(sent), string(found)) {
        (Some(sent), Some(found)) => is_same_text(&sent, &found),
        _ => false,
    }
}

/// Whether two texts are the same but for white space and case.
pub(crate) fn is_same_text(sent: &str, found: &str) -> bool {
    if sent == found {
        return true;
    }
    let mut words = [sent, found].map(str::split_whitespace);
    loop {
        match (words[0].next(), words[1].next()) {
            (None, None) => return true,
            (Some(sent), Some(found)) if sent.to_lowercase() == found.to_lowercase() => {}
            _ => return false,
        }
    }
}

/// The text of a string, or of a number.
fn content(json: &str) -> Option<String> {
    match JsonKind::of(json) {
        JsonKind::String => string(json),
        _ => Some(json.trim().to_owned()),
    }
}

/// A boolean, also as a string or a number.
fn flag(json: &str) -> Option<bool> {
    match content(json)?.as_str() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

/// Whether two texts are the same number, in any notation.
pub(crate) fn is_same_number(sent: &str, found: &str) -> bool {
    // A number has few digits. The comparison keeps both.
    if sent.len().max(found.len()) > MAX_NUMBER {
        return false;
    }
    let number = |text: &str| {
        let is_number = JsonKind::of(text) == JsonKind::Number;
        is_number.then(|| text.parse::<Json>().ok()).flatten()
    };
    // Two numbers are equal if their values are.
    number(sent).is_some_and(|sent| Some(sent) == number(found))
}

/// Whether two texts are the same instant, or the same date.
fn is_same_time(sent: &str, found: &str) -> bool {
    let (sent, found) = (sent.trim(), found.trim());
    let day = |text: &str| text.parse::<Date>().ok().or_else(|| us_date(text));
    let instant = |text: &str| text.parse::<Timestamp>().ok();
    instant(sent).is_some_and(|time| Some(time) == instant(found))
        || day(sent).is_some_and(|sent| Some(sent) == day(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_are_the_same_by_value() {
        for (sent, found) in [
            ("5", "5"),
            ("5", "5.0"),
            ("5", "\"5\""),
            ("\"5\"", "5"),
            ("12.50", "12.5"),
            ("12.50", "\"12.500\""),
            ("1e2", "100"),
            ("\"5\"", "\"5.0\""),
            ("\"3.50\"", "\"3.5\""),
            ("\"Ada@Example.com\"", "\"ada@example.com\""),
            ("\"pickup\"", "\"PICKUP\""),
            ("true", "1"),
            ("\"false\"", "false"),
            ("\"a\\u0062\"", "\"ab\""),
            (
                "\"2026-12-01T09:00:00.000Z\"",
                "\"2026-12-01T10:00:00+01:00\"",
            ),
            (
                "0.1000000000000000055511151231257827",
                "0.1000000000000000055511151231257827",
            ),
        ] {
            assert!(is_same_scalar(sent, found), "{sent} {found}");
        }
        for (sent, found) in [
            ("a", " a\\n"),
            ("two  words", "two words"),
            ("two\\r\\nlines", "two\\nlines"),
            ("2026-12-01T09:00:00Z", "2026-12-01 09:00:00 UTC"),
            ("2026-12-01", "12/01/2026"),
        ] {
            let (sent, found) = (format!("\"{sent}\""), format!("\"{found}\""));
            assert!(is_same_scalar(&sent, &found), "{sent} {found}");
            assert!(is_same_scalar(&found, &sent), "{sent} {found}");
        }
        for (sent, found) in [
            ("5", "6"),
            ("5", "\"5 USD\""),
            ("5", "\"\""),
            ("\"07712\"", "7712"),
            ("\"07712\"", "\"7712\""),
            ("\"1e2\"", "\"100\""),
            ("true", "false"),
            ("true", "\"yes\""),
            ("1", "false"),
            ("0.1", "0.1000000000000000055511151231257827"),
            ("9007199254740993", "9007199254740992"),
            ("\"2026-12-01T09:00:00Z\"", "\"2026-12-01T10:00:00Z\""),
            ("\"2026-12-01\"", "\"2026-12-02\""),
            ("\"5pm\"", "\"5am\""),
            ("\"two words\"", "\"twowords\""),
        ] {
            assert!(!is_same_scalar(sent, found), "{sent} {found}");
        }
    }

    #[test]
    fn unique_keys_are_the_same_as_texts() {
        assert!(is_same_key("\"123\"", "123") && is_same_key("\"a\"", "\"\\u0061\""));
        for (sent, found) in [
            ("\"0123\"", "123"),
            ("\"1e2\"", "100"),
            ("\"123\"", "123.0"),
            ("\"a\"", "\"A\""),
            ("\"true\"", "true"),
        ] {
            assert!(!is_same_key(sent, found), "{sent} {found}");
        }
        assert!(is_same_but_form("\"Web-1 \"", "\"WEB-1\""));
        assert!(!is_same_but_form("\"Web-1\"", "\"WEB 1\""));
    }
}
