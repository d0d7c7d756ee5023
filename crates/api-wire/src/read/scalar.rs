//! Reading scalars, each in the notations that APIs use.

use std::str::FromStr;

use rust_decimal::Decimal;

use crate::json::budget::string_size;
use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::json::kind::Kind;
use crate::json::number;
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

fn value_or_mismatch<T>(
    into: &mut Option<T>,
    value: Option<T>,
    expected: &'static Expected,
) -> ReadResult {
    match value {
        Some(value) => {
            *into = Some(value);
            ReadResult::Value
        }
        None => ReadResult::Mismatch(expected),
    }
}

/// `3`, `"3"`, `3.0`; any other number is a mismatch.
impl FromWire for i64 {
    fn blank() -> Self {
        0
    }

    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        if let Some(number) = cursor.short_number() {
            return Ok(value_or_mismatch(into, number.integer(), &INTEGER));
        }
        let value = match token(cursor)? {
            Token::Null => return Ok(ReadResult::Null),
            Token::Number(text) => number::integer(text),
            Token::Float(text) => integer_of_float(text, cursor)?,
            Token::String(text) if number::is_number(&text) => number::integer(&text),
            _ => None,
        };
        Ok(value_or_mismatch(into, value, &INTEGER))
    }
}

/// Floats from here on do not have all integers.
const MAX_EXACT_FLOAT: u64 = 1 << 53;

/// The integer of a binary float; an error if it may have been rounded.
fn integer_of_float(text: &str, cursor: &Cursor<'_>) -> Result<Option<i64>, ReadError> {
    match number::integer(text) {
        Some(integer) if integer.unsigned_abs() >= MAX_EXACT_FLOAT => Err(cursor.float_error()),
        integer => Ok(integer),
    }
}

/// `int32` of the description, read like `i64`.
impl FromWire for i32 {
    fn blank() -> Self {
        0
    }

    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        leftovers: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        let mut integer = None;
        let result = i64::read_into(&mut integer, cursor, field, leftovers)?;
        *into = integer.and_then(|integer| integer.try_into().ok());
        Ok(match result {
            ReadResult::Value if into.is_none() => ReadResult::Mismatch(&INTEGER),
            other => other,
        })
    }
}

/// `3.5`, `"3.5"`; a number with more digits than a decimal can hold is a mismatch.
impl FromWire for Decimal {
    fn blank() -> Self {
        Decimal::ZERO
    }

    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        if let Some(number) = cursor.short_number() {
            return Ok(value_or_mismatch(into, number.decimal(), &DECIMAL));
        }
        let value = match token(cursor)? {
            Token::Null => return Ok(ReadResult::Null),
            Token::Number(text) => number::decimal(text),
            Token::Float(_) => return Err(cursor.float_error()),
            Token::String(text) if number::is_number(&text) => number::decimal(&text),
            _ => None,
        };
        Ok(value_or_mismatch(into, value, &DECIMAL))
    }
}

/// `true`, `1`, `"1"`, `"true"`, and the same for false.
impl FromWire for bool {
    fn blank() -> Self {
        false
    }

    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        if cursor.kind()? == Kind::Bool {
            *into = Some(cursor.bool()?);
            return Ok(ReadResult::Value);
        }
        let value = match token(cursor)? {
            Token::Null => return Ok(ReadResult::Null),
            Token::Number("0") => Some(false),
            Token::Number("1") => Some(true),
            Token::String(text) => match &*text {
                "0" | "false" => Some(false),
                "1" | "true" => Some(true),
                _ => None,
            },
            _ => None,
        };
        Ok(value_or_mismatch(into, value, &BOOLEAN))
    }
}

/// A string in one format only.
fn read_formatted<T>(
    into: &mut Option<T>,
    cursor: &mut Cursor<'_>,
    parse: fn(&str) -> Option<T>,
    expected: &'static Expected,
) -> Result<ReadResult, ReadError> {
    let value = match token(cursor)? {
        Token::Null => return Ok(ReadResult::Null),
        Token::String(text) => parse(&text),
        _ => None,
    };
    Ok(value_or_mismatch(into, value, expected))
}

fn parse<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

/// `"2026-11-21"`, and `"11/21/2026"` where the field is marked `also_us_date`.
impl FromWire for Date {
    fn blank() -> Self {
        Date::MIN
    }

    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        if field.is_also_us_date() {
            let parse = |text: &str| parse(text).or_else(|| us_date(text));
            return read_formatted(into, cursor, parse, &ALSO_US_DATE);
        }
        read_formatted(into, cursor, parse, &DATE)
    }
}

/// `"2026-11-21T10:00:00Z"`, with an offset, or with `UTC`.
impl FromWire for Timestamp {
    fn blank() -> Self {
        Timestamp::UNIX_EPOCH
    }

    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        read_formatted(into, cursor, parse, &TIMESTAMP)
    }
}

/// `"2026-11-21T10:00:00"`.
impl FromWire for LocalDateTime {
    fn blank() -> Self {
        LocalDateTime::MIN
    }

    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        read_formatted(into, cursor, parse, &LOCAL_DATE_TIME)
    }
}

/// A number is an integer, a string a string. In a form, canonical digits are an integer.
impl FromWire for Id {
    fn blank() -> Self {
        Id::Text(String::new())
    }

    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        _: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        if let Some(number) = cursor.short_number() {
            return Ok(value_or_mismatch(
                into,
                number.integer().map(Id::Integer),
                &ID,
            ));
        }
        let value = match token(cursor)? {
            Token::Null => return Ok(ReadResult::Null),
            Token::Number(text) => number::integer(text).map(Id::Integer),
            Token::Float(text) => integer_of_float(text, cursor)?.map(Id::Integer),
            Token::String(text) => Some(match text.parse::<i64>() {
                Ok(integer) if cursor.is_from_form() && integer.to_string() == *text => {
                    Id::Integer(integer)
                }
                _ => {
                    cursor.spend(string_size(&text))?;
                    Id::Text(text.into_owned())
                }
            }),
            _ => None,
        };
        Ok(value_or_mismatch(into, value, &ID))
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
