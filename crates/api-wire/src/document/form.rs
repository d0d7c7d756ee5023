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

/// So many bytes of a form are read, up to the last whole pair. What follows is not.
pub const MAX_BYTES: usize = 64 * 1024;
/// So many pairs of a form are read. What follows is not.
pub const MAX_PAIRS: usize = 1000;

/// Why a form could not be read. Prints escaped keys, but no values.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FormError {
    /// There is no `=` in it: it has another format, perhaps JSON.
    NotAForm,
    /// The field that says which record it is has two different values.
    TwoValues(String),
    /// A mismatch in a `strict` field, or a missing wrapper.
    Read(ReadError),
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormError::NotAForm => f.write_str("not a form: no `=` in the body"),
            FormError::TwoValues(key) => write!(f, "two values of `{key}` in the form"),
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

/// Reads a record from a form, whose keys are `root[key]`, or just `key` if no key has the root.
///
/// Every value of a form is a string, which a field reads like a JSON string: `1` is an integer in
/// an integer field. Of several values of a field, the last one counts. A value that does not fit is
/// kept as JSON text and is a mismatch, as are values of lists, maps and records. Unknown keys are
/// kept, also repeated ones; one with another root or with other brackets keeps its full name. Beside
/// keys with the root, the name of a field alone means something else, and is dropped. A `%` without two
/// hexadecimal digits means itself. A value that is not UTF-8 is a mismatch, with replacement
/// characters. Up to [`MAX_BYTES`] and [`MAX_PAIRS`] are read.
pub fn read<R: Record>(body: &[u8], root: &str) -> Result<R, FormError> {
    let mut record = R::default();
    read_form(body, root, None, &mut record)?;
    Ok(record)
}

/// As [`read`]: two different values of the field with this name are an error, if both are read.
pub fn read_about<R: Record>(body: &[u8], root: &str, id: &str) -> Result<R, FormError> {
    let mut record = R::default();
    read_form(body, root, Some(id), &mut record)?;
    Ok(record)
}

fn read_form(
    body: &[u8],
    root: &str,
    id: Option<&str>,
    record: &mut dyn FieldsMut,
) -> Result<(), FormError> {
    if !body.is_empty() && !body.contains(&b'=') {
        return Err(FormError::NotAForm);
    }
    let pairs = parse_pairs(whole_pairs(body));
    let pairs = named_pairs(&pairs, root);
    let schema = record.schema();
    let mut result = Ok(());
    record.with_fields_mut(&mut |fields, extra| {
        result = read_pairs(schema, &pairs, id, fields, extra)
    });
    result
}

/// A body without what is over [`MAX_BYTES`], and without the pair that is cut there.
fn whole_pairs(body: &[u8]) -> &[u8] {
    match body.get(..MAX_BYTES) {
        Some(read) if body.get(MAX_BYTES).is_some_and(|next| *next != b'&') => {
            let end = read.iter().rposition(|byte| *byte == b'&').unwrap_or(0);
            &read[..end]
        }
        Some(read) => read,
        None => body,
    }
}

/// The pairs by the names of fields. If some have the root, others are no fields.
fn named_pairs<'p>(pairs: &'p [Pair], root: &str) -> Vec<(Option<&'p str>, &'p Pair)> {
    let is_flat = pairs.iter().all(|pair| in_root(&pair.name, root).is_none());
    let named = pairs.iter().map(|pair| match is_flat {
        true => (Some(pair.name.as_str()), pair),
        false => (in_root(&pair.name, root), pair),
    });
    named.collect()
}

fn read_pairs(
    schema: &'static Schema,
    pairs: &[(Option<&str>, &Pair)],
    id: Option<&str>,
    fields: &mut [&mut dyn ReadField],
    extra: &mut Extra,
) -> Result<(), FormError> {
    let mut members = ObjectReader::new(schema);
    let mut last = BTreeMap::new();
    for (index, (key, pair)) in pairs.iter().enumerate() {
        let Some(found) = key.and_then(|key| members.find(key)) else {
            continue;
        };
        // A field with an alias still has one value.
        let name = found.wire_name(schema);
        let earlier: Option<(usize, &Pair)> = last.insert(name, (index, *pair));
        if id == Some(name) && earlier.is_some_and(|(_, earlier)| earlier.value != pair.value) {
            return Err(FormError::TwoValues(pointer::segment(&pair.name)));
        }
    }
    for (index, (key, Pair { name, value })) in pairs.iter().enumerate() {
        let found = key.and_then(|key| members.find(key));
        let chosen = found.and_then(|found| last.get(found.wire_name(schema)));
        if chosen.is_some_and(|(chosen, _)| *chosen != index) {
            continue;
        }
        let text = String::from_utf8_lossy(value);
        let is_utf8 = matches!(text, Cow::Borrowed(_));
        let mut json = String::new();
        write_string(&mut json, &text);
        let cursor = &mut Cursor::from_form(&json);
        match found {
            Some(found) if is_utf8 => members.read(found, fields, extra, cursor)?,
            Some(found) => members.keep_mismatch(found, &UTF8_STRING, extra, cursor)?,
            None if key.is_none() && members.find(name).is_some() => {}
            None => {
                let leftover = Leftover::read(cursor, Reason::Unknown)?;
                extra.add(key.unwrap_or(name), leftover, cursor)?;
            }
        }
    }
    Ok(members.finish(&Cursor::from_form(""))?)
}

/// The key in `root[key]`.
fn in_root<'a>(name: &'a str, root: &str) -> Option<&'a str> {
    let key = name.strip_prefix(root)?;
    let key = key.strip_prefix('[')?.strip_suffix(']')?;
    (!key.is_empty() && !key.contains(['[', ']'])).then_some(key)
}

/// A name and its value, both without escapes.
struct Pair {
    name: String,
    value: Vec<u8>,
}

fn parse_pairs(body: &[u8]) -> Vec<Pair> {
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    let pairs = body
        .split(|byte| *byte == b'&')
        .filter(|pair| !pair.is_empty());
    let pairs = pairs.take(MAX_PAIRS).map(|pair| {
        let mut parts = pair.splitn(2, |byte| *byte == b'=');
        let name = percent_decode(parts.next().unwrap_or(&[]));
        Pair {
            name: String::from_utf8_lossy(&name).into_owned(),
            value: percent_decode(parts.next().unwrap_or(&[])),
        }
    });
    pairs.collect()
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
