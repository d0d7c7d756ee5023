//! The scalars, each with the spellings that it is read from.

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use rust_decimal::Decimal;

use crate::cursor::{Cursor, Kind};
use crate::error::ReadError;
use crate::extra::Leftovers;
use crate::id::Id;
use crate::json::Json;
use crate::secret::Secret;
use crate::shape::{ToWire, WireValue};
use crate::slot::{FromWire, ReadResult};
use crate::table::{
    ALSO_US_DATE, BOOLEAN, DATE, DECIMAL, Expected, Field, ID, INTEGER, LOCAL, SECRET_TEXT, TEXT,
    TIMESTAMP,
};
use crate::{calendar, number};

/// What of a scalar: its text and whether it was a JSON string.
enum Token<'a> {
    Null,
    Boolean(bool),
    Number(&'a str),
    Text(Cow<'a, str>),
    Other,
}

fn token<'a>(cursor: &mut Cursor<'a>) -> Result<Token<'a>, ReadError> {
    Ok(match cursor.kind()? {
        Kind::Null => {
            cursor.null()?;
            Token::Null
        }
        Kind::Boolean => Token::Boolean(cursor.boolean()?),
        Kind::Number => Token::Number(cursor.number()?),
        Kind::Text => Token::Text(cursor.string()?),
        Kind::List | Kind::Object => Token::Other,
    })
}

fn fill<T>(into: &mut Option<T>, value: Option<T>, expected: &'static Expected) -> ReadResult {
    match value {
        Some(value) => {
            *into = Some(value);
            ReadResult::Value
        }
        None => ReadResult::Mismatch(expected),
    }
}

/// Reads a text, for types made from text. A field marked `string_or_number` also takes a number or boolean.
pub fn read_string(
    cursor: &mut Cursor<'_>,
    field: &Field,
    take: &mut dyn FnMut(Cow<'_, str>),
) -> Result<ReadResult, ReadError> {
    match token(cursor)? {
        Token::Null => return Ok(ReadResult::Null),
        Token::Text(text) => take(text),
        Token::Number(text) if field.is_string_or_number() => take(Cow::Borrowed(text)),
        Token::Boolean(true) if field.is_string_or_number() => take(Cow::Borrowed("true")),
        Token::Boolean(false) if field.is_string_or_number() => take(Cow::Borrowed("false")),
        _ => return Ok(ReadResult::Mismatch(&TEXT)),
    }
    Ok(ReadResult::Value)
}

impl FromWire for String {
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        if cursor.kind()? == Kind::Text {
            *into = Some(cursor.string()?.into_owned());
            return Ok(ReadResult::Value);
        }
        read_string(cursor, field, &mut |text| *into = Some(text.into_owned()))
    }
}

impl FromWire for Secret {
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        let reading = read_string(cursor, field, &mut |text| {
            *into = Some(Secret::from(text.into_owned()))
        })?;
        Ok(match reading {
            ReadResult::Mismatch(_) => ReadResult::Mismatch(&SECRET_TEXT),
            other => other,
        })
    }
}

/// `3`, `"3"`, `3.0`; a number that is no integer of 64 bits is a mismatch.
impl FromWire for i64 {
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        let value = match token(cursor)? {
            Token::Null => return Ok(ReadResult::Null),
            Token::Number(text) => number::integer(text),
            Token::Text(text) if number::is_number(&text) => number::integer(&text),
            _ => None,
        };
        Ok(fill(into, value, &INTEGER))
    }
}

/// `3.5`, `"3.5"`; a number that needs more digits than there is room for is a mismatch.
impl FromWire for Decimal {
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        let value = match token(cursor)? {
            Token::Null => return Ok(ReadResult::Null),
            Token::Number(text) => number::decimal(text),
            Token::Text(text) if number::is_number(&text) => number::decimal(&text),
            _ => None,
        };
        Ok(fill(into, value, &DECIMAL))
    }
}

/// `true`, `1`, `"1"`, `"true"`, and the like for false.
impl FromWire for bool {
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        let value = match token(cursor)? {
            Token::Null => return Ok(ReadResult::Null),
            Token::Boolean(value) => Some(value),
            Token::Number("0") => Some(false),
            Token::Number("1") => Some(true),
            Token::Text(text) => match &*text {
                "0" | "false" => Some(false),
                "1" | "true" => Some(true),
                _ => None,
            },
            _ => None,
        };
        Ok(fill(into, value, &BOOLEAN))
    }
}

/// Text of one form only.
fn read_form<T>(
    into: &mut Option<T>,
    cursor: &mut Cursor<'_>,
    parse: fn(&str) -> Option<T>,
    expected: &'static Expected,
) -> Result<ReadResult, ReadError> {
    let value = match token(cursor)? {
        Token::Null => return Ok(ReadResult::Null),
        Token::Text(text) => parse(&text),
        _ => None,
    };
    Ok(fill(into, value, expected))
}

/// `"2026-11-21"`, and `"11/21/2026"` where the field is marked `also_us_date`.
impl FromWire for Date {
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        if field.is_also_us_date() {
            let parse = |text: &str| calendar::date(text).or_else(|| calendar::us_date(text));
            return read_form(into, cursor, parse, &ALSO_US_DATE);
        }
        read_form(into, cursor, calendar::date, &DATE)
    }
}

/// `"2026-11-21T10:00:00Z"` or with an offset.
impl FromWire for Timestamp {
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        read_form(into, cursor, calendar::timestamp, &TIMESTAMP)
    }
}

/// `"2026-11-21T10:00:00"`.
impl FromWire for DateTime {
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        read_form(into, cursor, calendar::local, &LOCAL)
    }
}

/// A JSON number is an integer, a JSON string a text. In a form, canonical digits are an integer.
impl FromWire for Id {
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        let value = match token(cursor)? {
            Token::Null => return Ok(ReadResult::Null),
            Token::Number(text) => number::integer(text).map(Id::Integer),
            Token::Text(text) => Some(match text.parse::<i64>() {
                Ok(integer) if cursor.is_from_form() && integer.to_string() == *text => {
                    Id::Integer(integer)
                }
                _ => Id::Text(text.into_owned()),
            }),
            _ => None,
        };
        Ok(fill(into, value, &ID))
    }
}

/// Any value. A null is no value for a field or a map, but is an item of a list.
impl FromWire for Json {
    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        if cursor.kind()? == Kind::Null {
            cursor.null()?;
            return Ok(ReadResult::Null);
        }
        *into = Some(Json::of_slice(cursor.skip()?));
        Ok(ReadResult::Value)
    }

    fn read_item(
        list: &mut Vec<Self>,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        list.push(Json::of_slice(cursor.skip()?));
        Ok(ReadResult::Value)
    }
}

macro_rules! show {
    ($($type:ty => |$value:ident| $shape:expr;)*) => {$(
        impl ToWire for $type {
            fn to_wire(&self) -> WireValue<'_> {
                let $value = self;
                $shape
            }

            fn is_composite(&self) -> bool {
                false
            }
        }
    )*};
}

show! {
    bool => |value| WireValue::Bool(*value);
    i32 => |value| WireValue::Integer(i64::from(*value));
    i64 => |value| WireValue::Integer(*value);
    u16 => |value| WireValue::Integer(i64::from(*value));
    u32 => |value| WireValue::Integer(i64::from(*value));
    u64 => |value| WireValue::Number(Cow::Owned(value.to_string()));
    str => |value| WireValue::String(Cow::Borrowed(value));
    String => |value| WireValue::String(Cow::Borrowed(value));
    Secret => |value| WireValue::Secret(value.expose());
    Decimal => |value| WireValue::Number(Cow::Owned(value.to_string()));
    Date => |value| WireValue::String(Cow::Owned(value.to_string()));
    DateTime => |value| WireValue::String(Cow::Owned(value.to_string()));
    Timestamp => |value| WireValue::String(Cow::Owned(calendar::timestamp_text(*value)));
    Json => |value| WireValue::Json(value.as_str());
    Id => |value| match value {
        Id::Integer(integer) => WireValue::Integer(*integer),
        Id::Text(text) => WireValue::String(Cow::Borrowed(text)),
    };
}
