//! The classes of texts.

use api_wire::DateForm;

use crate::collect::number::increment;
use crate::counts::TextCounts;

/// Counts a text. Returns whether it is in no class of its own.
pub(crate) fn count_text(counts: &mut TextCounts<u32>, text: &str) -> bool {
    let class = match text.as_bytes() {
        [] => &mut counts.empty,
        b"true" | b"false" => &mut counts.boolean_text,
        b"0" | b"1" => &mut counts.bit_text,
        [b'0'..=b'9' | b'-', ..] => match DateForm::from_text(text) {
            Some(DateForm::Date) => &mut counts.date,
            Some(DateForm::UsDate) => &mut counts.us_date,
            Some(DateForm::LocalDateTime) => &mut counts.local_date_time,
            Some(DateForm::Timestamp) => &mut counts.timestamp,
            _ if is_number(text) => match text.parse::<i64>() {
                Ok(_) => &mut counts.integer_text,
                Err(_) if text.contains(['.', 'e', 'E']) => &mut counts.decimal_text,
                Err(_) => &mut counts.digits,
            },
            _ if text.bytes().all(|byte| byte.is_ascii_digit()) => &mut counts.digits,
            _ if is_uuid(text) => &mut counts.uuid,
            _ => &mut counts.other,
        },
        _ if is_uuid(text) => &mut counts.uuid,
        _ => &mut counts.other,
    };
    increment(class);
    text.bytes()
        .next()
        .is_some_and(|byte| !byte.is_ascii_digit())
}

/// Whether a text is a number of JSON's grammar.
fn is_number(text: &str) -> bool {
    let mut cursor = api_wire::Cursor::new(text);
    !text.starts_with(char::is_whitespace) && cursor.number() == Ok(text)
}

/// `d41d8cd9-8f00-b204-e980-0998ecf8427e`
fn is_uuid(text: &str) -> bool {
    let is_digit = |(index, byte): (usize, u8)| match index {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    text.len() == 36 && text.bytes().enumerate().all(is_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_text_is_in_one_class() {
        let cases = [
            ("", "empty"),
            ("true", "boolean_text"),
            ("1", "bit_text"),
            ("12", "integer_text"),
            ("-12", "integer_text"),
            ("12.50", "decimal_text"),
            ("1e3", "decimal_text"),
            ("007", "digits"),
            ("9223372036854775808", "digits"),
            ("2026-11-21", "date"),
            ("2026-02-30", "other"),
            ("11/21/2026", "us_date"),
            ("2026-11-21 10:00:00", "local_date_time"),
            ("2026-11-21T10:00:00.5", "local_date_time"),
            ("2026-11-21T10:00:00+01:00", "timestamp"),
            ("d41d8cd9-8f00-b204-e980-0998ecf8427e", "uuid"),
            ("641d8cd9-8f00-b204-e980-0998ecf8427e", "uuid"),
            (" 12", "other"),
            ("12 ", "other"),
            ("-", "other"),
            ("paid", "other"),
            ("é", "other"),
        ];
        for (text, expected) in cases {
            let mut counts = TextCounts::default();
            count_text(&mut counts, text);
            let counted = counts.iter().filter(|(_, count)| **count > 0);
            let counted: Vec<_> = counted.map(|(name, _)| name).collect();
            assert_eq!(counted, [expected], "{text}");
        }
    }
}
