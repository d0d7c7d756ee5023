//! Reading scalars, each in the notations that APIs use.

use std::str::FromStr;

use rust_decimal::Decimal;

use crate::json::budget::string_size;
use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::json::kind::Kind;
use crate::json::number;
use crate::json::short_number::ShortNumber;
use crate::json::value::Json;
use crate::read::token::{Token, token};
use crate::record::expected::{
    ALSO_US_DATE, BOOLEAN, DATE, DECIMAL, Expected, ID, INTEGER, LOCAL_DATE_TIME, TIMESTAMP,
};
use crate::record::field::Field;
use crate::record::leftover::Leftovers;
use crate::record::traits::{FromWire, ReadResult};
use crate::types::date::Date;
use crate::types::date::local_date_time::LocalDateTime;
use crate::types::date::text::us_date;
use crate::types::date::timestamp::Timestamp;
use crate::types::id::Id;

/// Implements [`FromWire`] by the value of a blank field, and how another one is read.
macro_rules! scalars {
    ($($(#[$notations:meta])* $type:ty = $blank:expr, $read:expr;)*) => {$(
        $(#[$notations])*
        impl FromWire for $type {
            fn blank() -> Self {
                $blank
            }

            fn read_into(
                into: &mut Option<Self>,
                cursor: &mut Cursor<'_>,
                field: &Field,
                _: &mut Leftovers,
            ) -> Result<ReadResult, ReadError> {
                ($read)(into, cursor, field)
            }
        }
    )*};
}

scalars! {
    /// `3`, `"3"`, `3.0`; any other number is a mismatch.
    i64 = 0, |into, cursor, _| read_number(into, cursor, &INTEGER, ShortNumber::integer, integer);
    /// `int32` of the description, read like `i64`.
    i32 = 0, |into, cursor, _| read_number(
        into,
        cursor,
        &INTEGER,
        |number| small(number.integer()),
        |token, cursor| integer(token, cursor).map(small),
    );
    /// `3.5`, `"3.5"`; a number with more digits than a decimal can hold is a mismatch.
    Decimal = Decimal::ZERO, |into, cursor, _| {
        read_number(into, cursor, &DECIMAL, ShortNumber::decimal, decimal)
    };
    /// A number is an integer, a string a string. In a form, canonical digits are an integer.
    Id = Id::Text(String::new()), |into, cursor, _| {
        read_number(into, cursor, &ID, |number| number.integer().map(Id::Integer), id)
    };
    /// `true`, `1`, `"1"`, `"true"`, and the same for false.
    bool = false, |into, cursor, _| read_token(into, cursor, &BOOLEAN, |token, _| Ok(bool(token)));
    /// `"2026-11-21"`, and `"11/21/2026"` where the field is marked `also_us_date`.
    Date = Date::MIN, |into, cursor, field: &Field| match field.is_also_us_date() {
        true => {
            let parse = |text: &str| parse(text).or_else(|| us_date(text));
            read_text(into, cursor, &ALSO_US_DATE, parse)
        }
        false => read_text(into, cursor, &DATE, parse),
    };
    /// `"2026-11-21T10:00:00Z"`, with an offset, or with `UTC`.
    Timestamp = Timestamp::UNIX_EPOCH, |into, cursor, _| {
        read_text(into, cursor, &TIMESTAMP, parse)
    };
    /// `"2026-11-21T10:00:00"`.
    LocalDateTime = LocalDateTime::MIN, |into, cursor, _| {
        read_text(into, cursor, &LOCAL_DATE_TIME, parse)
    };
}

fn value_or_mismatch<T>(
    into: &mut Option<T>,
    value: Option<T>,
    expected: &'static Expected,
) -> Result<ReadResult, ReadError> {
    let is_value = value.is_some();
    if is_value {
        *into = value;
    }
    Ok(match is_value {
        true => ReadResult::Value,
        false => ReadResult::Mismatch(expected),
    })
}

/// Reads a short number, as nearly all are, or else a token.
fn read_number<T>(
    into: &mut Option<T>,
    cursor: &mut Cursor<'_>,
    expected: &'static Expected,
    of_short: impl FnOnce(ShortNumber) -> Option<T>,
    of_token: impl FnOnce(Token<'_>, &mut Cursor<'_>) -> Result<Option<T>, ReadError>,
) -> Result<ReadResult, ReadError> {
    match cursor.short_number() {
        Some(number) => value_or_mismatch(into, of_short(number), expected),
        None => read_token(into, cursor, expected, of_token),
    }
}

/// Reads a token, from which a value is made.
fn read_token<T>(
    into: &mut Option<T>,
    cursor: &mut Cursor<'_>,
    expected: &'static Expected,
    value: impl FnOnce(Token<'_>, &mut Cursor<'_>) -> Result<Option<T>, ReadError>,
) -> Result<ReadResult, ReadError> {
    match token(cursor)? {
        Token::Null => Ok(ReadResult::Null),
        token => value_or_mismatch(into, value(token, cursor)?, expected),
    }
}

/// Reads a string in one format only.
fn read_text<T>(
    into: &mut Option<T>,
    cursor: &mut Cursor<'_>,
    expected: &'static Expected,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<ReadResult, ReadError> {
    if let Some(text) = cursor.plain_string() {
        return value_or_mismatch(into, parse(text), expected);
    }
    read_token(into, cursor, expected, |token, _| match token {
        Token::String(text) => Ok(parse(&text)),
        _ => Ok(None),
    })
}

fn parse<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

fn integer(token: Token<'_>, cursor: &mut Cursor<'_>) -> Result<Option<i64>, ReadError> {
    Ok(match token {
        Token::Number(text) => number::integer(text),
        Token::Float(text) => match number::integer(text) {
            // It may have been rounded.
            Some(integer) if integer.unsigned_abs() >= MAX_EXACT_FLOAT => {
                return Err(cursor.float_error());
            }
            integer => integer,
        },
        Token::String(text) if number::is_number(&text) => number::integer(&text),
        _ => None,
    })
}

/// Floats from here on do not have all integers.
const MAX_EXACT_FLOAT: u64 = 1 << 53;

fn small(integer: Option<i64>) -> Option<i32> {
    integer?.try_into().ok()
}

fn decimal(token: Token<'_>, cursor: &mut Cursor<'_>) -> Result<Option<Decimal>, ReadError> {
    Ok(match token {
        Token::Number(text) => number::decimal(text),
        Token::Float(_) => return Err(cursor.float_error()),
        Token::String(text) if number::is_number(&text) => number::decimal(&text),
        _ => None,
    })
}

fn id(token: Token<'_>, cursor: &mut Cursor<'_>) -> Result<Option<Id>, ReadError> {
    let Token::String(text) = token else {
        return Ok(integer(token, cursor)?.map(Id::Integer));
    };
    if let Ok(integer) = text.parse::<i64>() {
        if cursor.is_from_form() && integer.to_string() == *text {
            return Ok(Some(Id::Integer(integer)));
        }
    }
    cursor.spend(string_size(&text))?;
    Ok(Some(Id::Text(text.into_owned())))
}

fn bool(token: Token<'_>) -> Option<bool> {
    match token {
        Token::Bool(value) => Some(value),
        Token::Number("0") => Some(false),
        Token::Number("1") => Some(true),
        Token::String(text) => match &*text {
            "0" | "false" => Some(false),
            "1" | "true" => Some(true),
            _ => None,
        },
        _ => None,
    }
}

/// Any value. Null is absent in a field or map, but an item of a list.
impl FromWire for Json {
    fn blank() -> Self {
        Json::default()
    }

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
        let raw = cursor.skip_value()?;
        cursor.spend_allocation(raw.len())?;
        *into = Some(Json::from_valid(raw));
        Ok(ReadResult::Value)
    }

    fn read_item(
        list: &mut Vec<Self>,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        let raw = cursor.skip_value()?;
        cursor.spend_allocation(raw.len())?;
        cursor.spend_item(list)?;
        list.push(Json::from_valid(raw));
        Ok(ReadResult::Value)
    }
}
