//! Placeholders: in place of a value, one that is the same for all values of its form, such as a date or an integer.

use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::json::kind::Kind;
use crate::json::string::write_string;
use crate::types::date::Date;
use crate::types::date::local_date_time::LocalDateTime;
use crate::types::date::text::us_date;
use crate::types::date::timestamp::Timestamp;

/// In place of a text without a form, and of a key.
pub(crate) const TEXT: &str = "x";

/// The most bytes, and digits, of a key that is a name.
const MAX_NAME: usize = 64;
const MAX_DIGITS: usize = 3;

/// The placeholder of a text.
pub(crate) fn text(text: &str) -> &'static str {
    if text.is_empty() {
        ""
    } else if text.parse::<Date>().is_ok() {
        "2000-01-01"
    } else if us_date(text).is_some() {
        "01/01/2000"
    } else if text.parse::<LocalDateTime>().is_ok() {
        "2000-01-01T00:00:00"
    } else if text.parse::<Timestamp>().is_ok() {
        "2000-01-01T00:00:00Z"
    } else if is_number(text) {
        number(text)
    } else {
        TEXT
    }
}

/// The placeholder of a number, which has this text.
pub(crate) fn number(text: &str) -> &'static str {
    match text.parse::<i64>() {
        Ok(_) => "1",
        Err(_) => "1.5",
    }
}

fn is_number(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    cursor.number().is_ok() && cursor.end().is_ok()
}

/// A key, if it looks like the name of a field rather than like a value: of ASCII letters, `_` and `-`, and at most three
/// digits.
pub(crate) fn name(key: &str) -> &str {
    let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let digits = key.bytes().filter(u8::is_ascii_digit).count();
    let is_name = key.len() <= MAX_NAME && digits <= MAX_DIGITS && key.bytes().all(is_of_name);
    if is_name { key } else { TEXT }
}

/// Writes a JSON text, which is valid, with placeholders in place of its values.
pub(crate) fn write_json(out: &mut String, json: &str, key_for: &dyn Fn(&str) -> &str) {
    let start = out.len();
    if write(&mut Cursor::new(json), out, key_for).is_err() {
        out.truncate(start);
        write_string(out, TEXT);
    }
}

fn write(
    cursor: &mut Cursor<'_>,
    out: &mut String,
    key_for: &dyn Fn(&str) -> &str,
) -> Result<(), ReadError> {
    let mut is_first = true;
    match cursor.kind()? {
        Kind::Null => out.push_str(cursor.skip_value()?),
        Kind::Bool => {
            cursor.skip_value()?;
            out.push_str("true");
        }
        Kind::Number => out.push_str(number(cursor.skip_value()?)),
        Kind::String => write_string(out, text(&cursor.string()?)),
        Kind::Array => {
            cursor.enter()?;
            out.push('[');
            while cursor.next_item(&mut is_first)? {
                separate(out, '[');
                write(cursor, out, key_for)?;
            }
            out.push(']');
        }
        Kind::Object => {
            cursor.enter()?;
            out.push('{');
            while cursor.next_member(&mut is_first)? {
                separate(out, '{');
                write_string(out, key_for(&cursor.string()?));
                out.push(':');
                cursor.expect_colon()?;
                write(cursor, out, key_for)?;
            }
            out.push('}');
        }
    }
    Ok(())
}

/// A comma, unless the bracket was opened just now.
fn separate(out: &mut String, bracket: char) {
    if !out.ends_with(bracket) {
        out.push(',');
    }
}
