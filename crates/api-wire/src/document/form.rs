//! Forms: `application/x-www-form-urlencoded`, the format of callbacks.

use std::collections::BTreeSet;
use std::fmt;

use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::json::pointer;
use crate::json::string::write_string;
use crate::read::object::ObjectReader;
use crate::record::extra::Extra;
use crate::record::leftover::{Leftover, Reason};
use crate::record::schema::Schema;
use crate::record::traits::{FieldsMut, ReadField, Record};

/// Maximum size of a form in bytes.
pub const MAX_BYTES: usize = 64 * 1024;
/// Maximum number of pairs in a form.
pub const MAX_PAIRS: usize = 1000;

/// Why a form could not be read. Prints escaped keys, but no values.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FormError {
    /// It has more than [`MAX_BYTES`] bytes.
    TooLong,
    /// It has more than [`MAX_PAIRS`] pairs.
    TooManyPairs,
    /// There is no `=` in it: it has another format, perhaps JSON.
    NotAForm,
    /// A `%` is not followed by two hexadecimal digits, or the bytes are not UTF-8, in the pair
    /// with this number, counted from 1.
    InvalidEncoding(usize),
    /// A field has two values: under one name, with and without the root, or under an alias.
    DuplicateKey(String),
    /// Brackets other than `root[key]`: nested, unclosed or empty.
    InvalidKey(String),
    /// A mismatch in a `strict` field, or a missing wrapper.
    Read(ReadError),
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormError::TooLong => write!(f, "form has more than {MAX_BYTES} bytes"),
            FormError::TooManyPairs => write!(f, "form has more than {MAX_PAIRS} pairs"),
            FormError::NotAForm => f.write_str("not a form: no `=` in the body"),
            FormError::InvalidEncoding(pair) => {
                write!(
                    f,
                    "invalid percent-encoding or UTF-8 in pair {pair} of the form"
                )
            }
            FormError::DuplicateKey(key) => write!(f, "duplicate key `{key}` in the form"),
            FormError::InvalidKey(key) => write!(f, "invalid brackets in key `{key}` of the form"),
            FormError::Read(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FormError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            FormError::Read(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ReadError> for FormError {
    fn from(error: ReadError) -> Self {
        FormError::Read(error)
    }
}

/// Reads a record from a form, whose keys are `root[key]` or just `key`.
///
/// Every value of a form is a string, which a field reads like a JSON string: `1` is an integer in
/// an integer field. A value that does not fit is kept as JSON text and is a mismatch, as are
/// values of lists, maps and records. Unknown keys are kept; one with another root keeps its full
/// name.
pub fn read<R: Record>(body: &[u8], root: &str) -> Result<R, FormError> {
    let mut record = R::default();
    read_form(body, root, &mut record)?;
    Ok(record)
}

fn read_form(body: &[u8], root: &str, record: &mut dyn FieldsMut) -> Result<(), FormError> {
    if body.len() > MAX_BYTES {
        return Err(FormError::TooLong);
    }
    let pairs = parse_pairs(body)?;
    let schema = record.schema();
    let mut result = Ok(());
    record.with_fields_mut(&mut |fields, extra| {
        result = read_pairs(schema, &pairs, root, fields, extra)
    });
    result
}

fn read_pairs(
    schema: &'static Schema,
    pairs: &[(String, String)],
    root: &str,
    fields: &mut [&mut dyn ReadField],
    extra: &mut Extra,
) -> Result<(), FormError> {
    let mut members = ObjectReader::new(schema);
    let mut names = BTreeSet::new();
    for (full_name, value) in pairs {
        let name = field_name(full_name, root)?;
        let found = members.find(name);
        // A field with an alias still has one value.
        let unique = found.map_or(name, |found| found.wire_name(schema));
        if !names.insert(unique) {
            return Err(FormError::DuplicateKey(pointer::segment(full_name)));
        }
        let mut json = String::from(if found.is_some() { ":" } else { "" });
        write_string(&mut json, value);
        match found {
            Some(found) => members.read(found, fields, extra, &mut Cursor::from_form(&json))?,
            None => {
                let cursor = &mut Cursor::from_form(&json);
                let leftover = Leftover::read(cursor, Reason::Unknown)?;
                extra.add(name, leftover, cursor)?;
            }
        }
    }
    Ok(members.finish(&Cursor::from_form(""))?)
}

/// The key in `root[key]`, or the whole name if it has no brackets or another root.
fn field_name<'a>(name: &'a str, root: &str) -> Result<&'a str, FormError> {
    let Some((before, inside)) = name.split_once('[') else {
        return if name.contains(']') {
            Err(FormError::InvalidKey(pointer::segment(name)))
        } else {
            Ok(name)
        };
    };
    match inside.strip_suffix(']') {
        Some(key) if !key.is_empty() && !before.is_empty() && !key.contains(['[', ']']) => {
            Ok(if before == root { key } else { name })
        }
        _ => Err(FormError::InvalidKey(pointer::segment(name))),
    }
}

fn parse_pairs(body: &[u8]) -> Result<Vec<(String, String)>, FormError> {
    if !body.is_empty() && !body.contains(&b'=') {
        return Err(FormError::NotAForm);
    }
    let mut pairs = Vec::new();
    for pair in body
        .split(|byte| *byte == b'&')
        .filter(|pair| !pair.is_empty())
    {
        if pairs.len() == MAX_PAIRS {
            return Err(FormError::TooManyPairs);
        }
        let number = pairs.len() + 1;
        let mut parts = pair.splitn(2, |byte| *byte == b'=');
        let name = percent_decode(parts.next().unwrap_or(&[]), number)?;
        let value = percent_decode(parts.next().unwrap_or(&[]), number)?;
        pairs.push((name, value));
    }
    Ok(pairs)
}

fn percent_decode(text: &[u8], pair: usize) -> Result<String, FormError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.iter();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => match (hex(rest.next()), hex(rest.next())) {
                (Some(high), Some(low)) => high * 16 + low,
                _ => return Err(FormError::InvalidEncoding(pair)),
            },
            other => *other,
        });
    }
    String::from_utf8(bytes).map_err(|_| FormError::InvalidEncoding(pair))
}

fn hex(digit: Option<&u8>) -> Option<u8> {
    u8::try_from(char::from(*digit?).to_digit(16)?).ok()
}
