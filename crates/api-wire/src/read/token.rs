//! The tokens of scalars.

use std::borrow::Cow;

use crate::json::cursor::{Cursor, Kind};
use crate::json::error::ReadError;

/// What of a scalar: its text and whether it was a JSON string.
pub(crate) enum Token<'a> {
    Null,
    Boolean(bool),
    Number(&'a str),
    Text(Cow<'a, str>),
    Other,
}

pub(crate) fn token<'a>(cursor: &mut Cursor<'a>) -> Result<Token<'a>, ReadError> {
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
