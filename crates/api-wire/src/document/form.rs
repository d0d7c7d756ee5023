//! Forms: `application/x-www-form-urlencoded`, the format of callbacks.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::json::pointer;
use crate::json::string::write_string;
use crate::read::object::ObjectReader;
use crate::record::expected::UTF8_STRING;
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
    /// A field has two different values: under one name, with and without the root, or under an
    /// alias.
    DuplicateKey(String),
    /// A mismatch in a `strict` field, or a missing wrapper.
    Read(ReadError),
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormError::TooLong => write!(f, "form has more than {MAX_BYTES} bytes"),
            FormError::TooManyPairs => write!(f, "form has more than {MAX_PAIRS} pairs"),
            FormError::NotAForm => f.write_str("not a form: no `=` in the body"),
            FormError::DuplicateKey(key) => write!(f, "duplicate key `{key}` in the form"),
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
/// values of lists, maps and records. Unknown keys are kept, also repeated ones; one with another
/// root or with other brackets keeps its full name. A `%` without two hexadecimal digits means
/// itself. A value that is not UTF-8 is a mismatch, with replacement characters.
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
    pairs: &[Pair],
    root: &str,
    fields: &mut [&mut dyn ReadField],
    extra: &mut Extra,
) -> Result<(), FormError> {
    let mut members = ObjectReader::new(schema);
    let mut values = BTreeMap::new();
    for Pair { name, value } in pairs {
        let key = field_name(name, root);
        let found = members.find(key);
        if let Some(found) = found {
            // A field with an alias still has one value.
            match values.insert(found.wire_name(schema), value) {
                Some(earlier) if earlier == value => continue,
                Some(_) => return Err(FormError::DuplicateKey(pointer::segment(name))),
                None => {}
            }
        }
        let text = String::from_utf8_lossy(value);
        let is_utf8 = matches!(text, Cow::Borrowed(_));
        let mut json = String::new();
        write_string(&mut json, &text);
        let cursor = &mut Cursor::from_form(&json);
        match found {
            Some(found) if is_utf8 => members.read(found, fields, extra, cursor)?,
            Some(found) => members.keep_mismatch(found, &UTF8_STRING, extra, cursor)?,
            None => {
                let leftover = Leftover::read(cursor, Reason::Unknown)?;
                extra.add(key, leftover, cursor)?;
            }
        }
    }
    Ok(members.finish(&Cursor::from_form(""))?)
}

/// The key in `root[key]`, or the whole name if it has other brackets or another root.
fn field_name<'a>(name: &'a str, root: &str) -> &'a str {
    let key = name.strip_prefix(root).and_then(|rest| {
        let key = rest.strip_prefix('[')?.strip_suffix(']')?;
        (!key.is_empty() && !key.contains(['[', ']'])).then_some(key)
    });
    key.unwrap_or(name)
}

/// A name and its value, both without escapes.
struct Pair {
    name: String,
    value: Vec<u8>,
}

fn parse_pairs(body: &[u8]) -> Result<Vec<Pair>, FormError> {
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
        let mut parts = pair.splitn(2, |byte| *byte == b'=');
        let name = percent_decode(parts.next().unwrap_or(&[]));
        pairs.push(Pair {
            name: String::from_utf8_lossy(&name).into_owned(),
            value: percent_decode(parts.next().unwrap_or(&[])),
        });
    }
    Ok(pairs)
}

fn percent_decode(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((byte, after)) = rest.split_first() {
        let escaped = match (byte, after) {
            (b'%', [high, low, after @ ..]) => hex(*high)
                .zip(hex(*low))
                .map(|(high, low)| (high * 16 + low, after)),
            (b'+', after) => Some((b' ', after)),
            _ => None,
        };
        let (byte, after) = escaped.unwrap_or((*byte, after));
        bytes.push(byte);
        rest = after;
    }
    bytes
}

fn hex(digit: u8) -> Option<u8> {
    u8::try_from(char::from(digit).to_digit(16)?).ok()
}
