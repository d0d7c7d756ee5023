//! The headers that an operation writes.

use api_wire::ToWire;
use http::HeaderMap;

use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::head::validate;
use crate::request::Request;
use crate::request::param_value;

/// The headers of an operation: without any, nothing is allocated.
#[derive(Clone, Default)]
pub(crate) struct RequestHeaders(Option<Box<HeaderMap>>);

impl RequestHeaders {
    pub(crate) fn get(&self) -> Option<&HeaderMap> {
        self.0.as_deref()
    }

    /// The names and values, as text.
    pub(crate) fn texts(&self) -> Vec<(String, String)> {
        let headers = self.0.iter().flat_map(|headers| headers.iter());
        let texts = headers.filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?)));
        texts
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect()
    }

    /// Reports the headers that others set, too.
    pub(crate) fn check(
        &self,
        others: &HeaderMap,
        reason: &str,
        invalid_fields: &mut Vec<InvalidField>,
    ) {
        let names = self.0.iter().flat_map(|headers| headers.keys());
        for name in names.filter(|name| others.contains_key(*name)) {
            let location = FieldLocation::Header;
            invalid_fields.push(InvalidField::new(location, name.as_str(), reason));
        }
    }
}

impl Request {
    /// Sets a header to a client value.
    pub fn header_from_client(&mut self, name: &'static str, value_name: &'static str) {
        self.header_client_values.push((name, value_name));
    }

    /// Sets a header, if it has a value. Errors and logs never show the value.
    ///
    /// An empty value, white space at its ends, and other characters than visible ASCII, spaces and
    /// tabs are invalid, as are headers that the client, the credentials or the connection set.
    pub fn header(&mut self, name: &str, value: &dyn ToWire) {
        let text = match param_value::text(value) {
            Ok(Some(text)) => text,
            Ok(None) => return,
            Err(reason) => return self.add_invalid_field(FieldLocation::Header, name, reason),
        };
        let header = validate::header(name, &text).map_err(|(_, reason)| reason);
        match header.and_then(|header| validate::whole_header(&text).map(|()| header)) {
            Ok((name, value)) => {
                self.headers.0.get_or_insert_default().insert(name, value);
            }
            Err(reason) => self.add_invalid_field(FieldLocation::Header, name, reason),
        }
    }
}
