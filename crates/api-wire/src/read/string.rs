//! Reading strings and the types made from them.

use crate::json::budget::string_size;
use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::read::token::{Token, token};
use crate::record::expected::{SECRET_STRING, STRING};
use crate::record::field::Field;
use crate::record::leftover::Leftovers;
use crate::record::traits::{FromWire, ReadResult};
use crate::types::case_insensitive::CaseInsensitive;
use crate::types::open_enum::OpenEnum;
use crate::types::secret::Secret;
use std::borrow::Cow;

/// Reads a string. A field marked `string_or_number` also accepts a number or boolean.
pub fn read_string(
    cursor: &mut Cursor<'_>,
    field: &Field,
    set: &mut dyn FnMut(Cow<'_, str>),
) -> Result<ReadResult, ReadError> {
    read_text(cursor, field.is_string_or_number(), set)
}

/// Reads a string that is no enum or id: one whose type is inferred also accepts a number or boolean.
fn read_free_text(
    cursor: &mut Cursor<'_>,
    field: &Field,
    set: &mut dyn FnMut(Cow<'_, str>),
) -> Result<ReadResult, ReadError> {
    let is_lenient = field.is_string_or_number() || field.is_inferred();
    read_text(cursor, is_lenient, set)
}

fn read_text(
    cursor: &mut Cursor<'_>,
    is_lenient: bool,
    set: &mut dyn FnMut(Cow<'_, str>),
) -> Result<ReadResult, ReadError> {
    if let Some(text) = cursor.plain_string() {
        cursor.spend_allocation(text.len())?;
        set(Cow::Borrowed(text));
        return Ok(ReadResult::Value);
    }
    match token(cursor)? {
        Token::Null => return Ok(ReadResult::Null),
        Token::String(text) => {
            cursor.spend(string_size(&text))?;
            set(text);
        }
        // Its digits are not those of the original number.
        Token::Float(_) if is_lenient => return Err(cursor.float_error()),
        Token::Number(text) if is_lenient => {
            cursor.spend_allocation(text.len())?;
            set(Cow::Borrowed(text));
        }
        Token::Bool(true) if is_lenient => set(Cow::Borrowed("true")),
        Token::Bool(false) if is_lenient => set(Cow::Borrowed("false")),
        _ => return Ok(ReadResult::Mismatch(&STRING)),
    }
    Ok(ReadResult::Value)
}

impl FromWire for String {
    fn blank() -> Self {
        String::new()
    }

    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        if let Some(text) = cursor.plain_string() {
            cursor.spend_allocation(text.len())?;
            *into = Some(text.to_owned());
            return Ok(ReadResult::Value);
        }
        read_free_text(cursor, field, &mut |text| *into = Some(text.into_owned()))
    }
}

impl FromWire for Secret {
    fn blank() -> Self {
        Secret::default()
    }

    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        let result = read_free_text(cursor, field, &mut |text| {
            *into = Some(Secret::from(text.into_owned()))
        })?;
        Ok(match result {
            ReadResult::Mismatch(_) => ReadResult::Mismatch(&SECRET_STRING),
            other => other,
        })
    }
}

impl<E: OpenEnum> FromWire for CaseInsensitive<E> {
    fn blank() -> Self {
        CaseInsensitive::from("")
    }

    fn read_into(
        into: &mut Option<Self>,
        cursor: &mut Cursor<'_>,
        field: &Field,
        _: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        read_string(cursor, field, &mut |text| {
            *into = Some(CaseInsensitive::from(&*text))
        })
    }
}
