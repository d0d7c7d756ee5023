//! Whether two JSON scalars are the same value, as the reader of a field accepts them.

use api_wire::Json;
use jiff::Timestamp;

use crate::raw_json::JsonKind;

/// The content of a JSON string.
pub(crate) fn string(json: &str) -> Option<String> {
    serde_json::from_str(json).ok()
}

/// Whether two scalars are the same, as the reader of a field accepts them.
pub(crate) fn is_same_scalar(sent: &str, found: &str) -> bool {
    let kinds = [sent, found].map(JsonKind::of);
    if kinds.contains(&JsonKind::Bool) {
        let flags = [sent, found].map(flag);
        return flags[0].is_some() && flags[0] == flags[1];
    }
    let (Some(sent), Some(found)) = (content(sent), content(found)) else {
        return false;
    };
    sent == found
        || kinds.contains(&JsonKind::Number) && is_same_number(&sent, &found)
        || kinds == [JsonKind::String; 2] && is_same_time(&sent, &found)
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

fn is_same_number(sent: &str, found: &str) -> bool {
    let number = |text: &str| {
        let json: Json = text.parse().ok()?;
        (JsonKind::of(text) == JsonKind::Number).then_some(json)
    };
    // Two numbers are equal if their values are.
    number(sent).is_some_and(|sent| Some(sent) == number(found))
}

/// Whether two texts are the same instant, perhaps in other time zones.
fn is_same_time(sent: &str, found: &str) -> bool {
    let times = [sent, found].map(|text| text.parse::<Timestamp>().ok());
    times[0].is_some() && times[0] == times[1]
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
            ("5", "6"),
            ("5", "\"5 USD\""),
            ("5", "\"\""),
            ("\"5\"", "\"5.0\""),
            ("\"07712\"", "7712"),
            ("\"a\"", "\"A\""),
            ("\"a\"", "\"a \""),
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
}
