//! The headers that an operation writes.

use http::HeaderMap;

use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::head::validate;

/// The headers that others set, too.
pub(crate) fn of_both<'h>(
    headers: &'h HeaderMap,
    others: &'h HeaderMap,
    reason: &'h str,
) -> impl Iterator<Item = InvalidField> {
    let names = headers.keys().filter(|name| others.contains_key(*name));
    names.map(move |name| InvalidField::new(FieldLocation::Header, name.as_str(), reason))
}

/// Sets a header that an operation or a client value has. Errors and logs never show the value.
///
/// An empty value, white space at its ends, and other characters than visible ASCII, spaces and
/// tabs are invalid, as are headers that the client, the credentials or the connection set.
pub(crate) fn set(headers: &mut HeaderMap, name: &str, text: &str) -> Result<(), InvalidField> {
    let header = validate::header(name, text).map_err(|(_, reason)| reason);
    let header = header.and_then(|header| validate::whole_header(text).map(|()| header));
    let invalid = |reason| InvalidField::new(FieldLocation::Header, name, reason);
    let (name, value) = header.map_err(invalid)?;
    headers.insert(name, value);
    Ok(())
}
