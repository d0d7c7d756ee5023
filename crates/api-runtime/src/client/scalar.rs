//! Whether two JSON scalars are the same value, as the reader of a field accepts them.

use std::cmp::Ordering;

use api_wire::Json;
use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};

use crate::raw_json::JsonKind;

/// The maximum length of numbers that are compared by value.
const MAX_NUMBER: usize = 1_000;

/// The maximum length of times that are compared by value.
const MAX_TIME: usize = 64;

/// The length of `YYYY-MM-DD`.
const ISO_DATE: usize = 10;

const MIN_TELEPHONE_DIGITS: usize = 7;

/// The content of a JSON string.
pub(crate) fn string(json: &str) -> Option<String> {
    serde_json::from_str(json).ok()
}

/// Whether two scalars are the same, as the reader of a field accepts them. Notations of times and
/// of numbers, case and white space make no difference: servers normalize them.
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
        || kinds == [JsonKind::String; 2] && is_same_time(&sent, &found)
}

/// Whether two scalars are the same telephone number, which servers store as digits.
pub(crate) fn is_same_telephone(sent: &str, found: &str) -> bool {
    let digits = |json: &str| {
        let text = content(json)?;
        let is_separator = |c: char| " +-()/.".contains(c);
        let is_number = text.chars().all(|c| c.is_ascii_digit() || is_separator(c));
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        (is_number && digits.len() >= MIN_TELEPHONE_DIGITS).then_some(digits)
    };
    let telephones = [sent, found].map(digits);
    telephones[0].is_some() && telephones[0] == telephones[1]
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

/// How a hidden value differs, without showing anything of it.
pub(crate) fn hidden_difference(sent: &str, found: &str) -> &'static str {
    let (Some(sent), Some(found)) = (content(sent), content(found)) else {
        return "[hidden]";
    };
    let lengths = [&sent, &found].map(|text| text.trim().chars().count());
    match lengths[1].cmp(&lengths[0]) {
        _ if lengths[1] == 0 => "[hidden, blank]",
        Ordering::Less => "[hidden, shorter]",
        Ordering::Equal => "[hidden, as long]",
        Ordering::Greater => "[hidden, longer]",
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

/// Whether two texts are the same instant, date or time of day.
fn is_same_time(sent: &str, found: &str) -> bool {
    fn is_same<T: PartialEq>(texts: [&str; 2], parse: impl Fn(&str) -> Option<T>) -> bool {
        let times = texts.map(|text| parse(text.trim()));
        times[0].is_some() && times[0] == times[1]
    }
    let texts = [sent, found];
    texts.iter().all(|text| text.len() <= MAX_TIME)
        && (is_same(texts, instant) || is_same(texts, date) || is_same(texts, time_of_day))
}

/// A time with an offset, which some servers separate by spaces.
fn instant(text: &str) -> Option<Timestamp> {
    match text.strip_suffix(" UTC") {
        Some(time) => format!("{time}Z").parse().ok(),
        None => text.parse().ok(),
    }
}

/// A date, also before a midnight or as `MM/DD/YYYY`.
fn date(text: &str) -> Option<Date> {
    if text.contains('/') {
        return Date::strptime("%m/%d/%Y", text).ok();
    }
    if text.len() == ISO_DATE {
        return text.parse().ok();
    }
    let time: DateTime = text.trim_end_matches('Z').parse().ok()?;
    (time.time() == Time::midnight()).then(|| time.date())
}

/// A time of day, such as `17:00`, `5:00 PM` or `5pm`.
fn time_of_day(text: &str) -> Option<Time> {
    let lower = text.to_ascii_lowercase();
    let (clock, noon) = match (lower.strip_suffix("am"), lower.strip_suffix("pm")) {
        (Some(clock), _) => (clock, Some(0)),
        (_, Some(clock)) => (clock, Some(12)),
        _ => (lower.as_str(), None),
    };
    let mut parts = clock.trim().split(':');
    let mut part = || parts.next().map(|part| part.parse::<i8>().ok());
    let hour = part()??;
    let minute = part();
    let second = part().unwrap_or(Some(0))?;
    let hour = match noon {
        Some(noon) => (1..=12).contains(&hour).then(|| hour % 12 + noon)?,
        // A bare number is none.
        None => minute.is_some().then_some(hour)?,
    };
    let time = Time::new(hour, minute.unwrap_or(Some(0))?, second, 0).ok()?;
    parts.next().is_none().then_some(time)
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
            ("2026-12-01", "2026-12-01T00:00:00.000Z"),
            ("5pm", "5:00 PM"),
            ("5:30 pm", "17:30:00"),
            ("12 AM", "00:00"),
        ] {
            let (sent, found) = (format!("\"{sent}\""), format!("\"{found}\""));
            assert!(is_same_scalar(&sent, &found), "{sent} {found}");
            assert!(is_same_scalar(&found, &sent), "{sent} {found}");
        }
        for (sent, found) in [
            ("2026-12-01", "2026-12-02"),
            ("2026-12-01", "2026-12-01T09:00:00Z"),
            ("5pm", "5am"),
            ("5pm", "5"),
            ("5", "5:00"),
            ("13pm", "1pm"),
            ("two words", "twowords"),
        ] {
            let (sent, found) = (format!("\"{sent}\""), format!("\"{found}\""));
            assert!(!is_same_scalar(&sent, &found), "{sent} {found}");
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
        ] {
            assert!(!is_same_scalar(sent, found), "{sent} {found}");
        }
    }

    #[test]
    fn telephones_are_the_same_by_their_digits() {
        for found in [
            "\"5550100123\"",
            "5550100123",
            "\"555 010 0123\"",
            "\"+555.010.0123\"",
        ] {
            assert!(is_same_telephone("\"(555) 010-0123\"", found), "{found}");
        }
        for found in ["\"5550100124\"", "\"5550100123 x2\"", "\"\"", "[]"] {
            assert!(!is_same_telephone("\"(555) 010-0123\"", found), "{found}");
        }
        assert!(!is_same_telephone("\"1-2-3\"", "\"123\""));
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
