//! Whether two JSON scalars are the same value, as the reader of a field accepts them.

use api_wire::__private::us_date;
use api_wire::{Date, Json, Kind, Timestamp};

use crate::body::json::{has_content, string, string_or_number};

/// The maximum length of numbers that are compared by value.
const MAX_NUMBER: usize = 1_000;

/// Whether two scalars are the same but for their notation: numbers by value, and as strings; times by
/// the instant or the date; texts but for case and white space. Servers normalize all of them.
pub(crate) fn is_same_scalar(sent: &str, found: &str) -> bool {
    let kinds = [sent, found].map(Kind::of);
    if kinds.contains(&Kind::Bool) {
        let flags = [sent, found].map(flag);
        return flags[0].is_some() && flags[0] == flags[1];
    }
    let (Some(sent), Some(found)) = (content(sent), content(found)) else {
        return false;
    };
    // A text with an exponent is rather a code than a number.
    let is_code = |text: &str| text.contains(['e', 'E']);
    is_same_text(&sent, &found)
        || (kinds.contains(&Kind::Number) || !is_code(&sent) && !is_code(&found))
            && is_same_number(&sent, &found)
        || is_same_time(&sent, &found)
}

/// Whether two scalars are the same unique key: the text must be exact, and may be a number.
pub(crate) fn is_same_key(sent: &str, found: &str) -> bool {
    let keys = [sent, found].map(string_or_number);
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
    match Kind::of(json) {
        Kind::String => string(json),
        _ => Some(json.trim().to_owned()),
    }
}

/// A boolean, also as a string or a number.
pub(crate) fn flag(json: &str) -> Option<bool> {
    match content(json)?.to_ascii_lowercase().as_str() {
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
        let is_number = Kind::of(text) == Kind::Number;
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

/// Texts that servers send in place of an id.
const NO_IDS: [&str; 4] = ["null", "N/A", "0", "00000000-0000-0000-0000-000000000000"];

/// Whether a JSON value is an id: a number but zero, or a text that says something. The documents show
/// no format of ids.
pub(crate) fn is_id(json: &str) -> bool {
    let is_none = |text: &str| NO_IDS.iter().any(|none| none.eq_ignore_ascii_case(text));
    match Kind::of(json) {
        Kind::Number => has_content(json),
        Kind::String => string(json).is_some_and(|text| has_content(json) && !is_none(text.trim())),
        _ => false,
    }
}
