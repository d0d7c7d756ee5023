//! Tokens of scalars.

use std::borrow::Cow;

use crate::json::cursor::Cursor;
use crate::json::error::{ReadError, ReadErrorKind};
use crate::json::kind::Kind;
use crate::json::number::is_fractional;

/// A scalar; a number and a string keep their text.
pub(crate) enum Token<'a> {
    Null,
    Bool(bool),
    Number(&'a str),
    /// A number that a data format passed on as a binary float.
    Float(&'a str),
    String(Cow<'a, str>),
    Other,
}

pub(crate) fn token<'a>(cursor: &mut Cursor<'a>) -> Result<Token<'a>, ReadError> {
    if let Some(text) = cursor.plain_string() {
        return Ok(Token::String(Cow::Borrowed(text)));
    }
    Ok(match cursor.kind()? {
        Kind::Null => {
            cursor.null()?;
            Token::Null
        }
        Kind::Bool => Token::Bool(cursor.bool()?),
        Kind::Number => match cursor.number()? {
            text if cursor.has_floats() && is_fractional(text) => Token::Float(text),
            text => Token::Number(text),
        },
        Kind::String => escaped_string(cursor)?,
        Kind::Array | Kind::Object => Token::Other,
    })
}

/// A string with escapes: `Other` if one is half of a surrogate pair.
#[cold]
fn escaped_string<'a>(cursor: &mut Cursor<'a>) -> Result<Token<'a>, ReadError> {
    let mark = cursor.mark();
    match cursor.string() {
        Err(error) if error.kind() == ReadErrorKind::Syntax => {
            cursor.reset(mark);
            cursor.skip_value()?;
            Ok(Token::Other)
        }
        text => text.map(Token::String),
    }
}
