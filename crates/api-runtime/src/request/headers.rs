//! The headers that an operation writes.

use http::HeaderMap;

use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::head::validate;
use crate::request::Request;

/// The headers that others set, too.
pub(crate) fn of_both<'h>(
    headers: &'h HeaderMap,
    others: &'h HeaderMap,
    reason: &'h str,
) -> impl Iterator<Item = InvalidField> {
    let names = headers.keys().filter(|name| others.contains_key(*name));
    names.map(move |name| InvalidField::new(FieldLocation::Header, name.as_str(), reason))
}

impl Request {
    /// Sets a header. Errors and logs never show the value.
    ///
    /// An empty value, white space at its ends, and other characters than visible ASCII, spaces and
    /// tabs are invalid, as are headers that the client, the credentials or the connection set.
    pub(super) fn header(&mut self, name: &str, text: &str) {
        let header = validate::header(name, text).map_err(|(_, reason)| reason);
        match header.and_then(|header| validate::whole_header(text).map(|()| header)) {
            Ok((name, value)) => {
                self.headers.insert(name, value);
            }
            Err(reason) => self.add_invalid_field(FieldLocation::Header, name, reason),
        }
    }
}
