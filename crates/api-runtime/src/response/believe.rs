//! Whether the body of a success is believed, by what the description says and nothing else: the
//! keys under which the API reports errors, the values of the request that the response repeats, and
//! the ids without which it is no success. Of a write, an undocumented body proves nothing.

use std::sync::Arc;

use api_wire::{Extra, Fields, Kind, ReadError, WireValue};

use crate::body::json::{Found, has_content, string};
use crate::body::scalar::{is_id, is_same_number, is_same_text};
use crate::body::written_body::SentValue;
use crate::info::operation_info::{Echo, OperationInfo, Retry};
use crate::request::Request;
use crate::response::envelope::Envelope;

/// What is expected of the response to a request.
pub(crate) struct Expected {
    pub(crate) request: Arc<Request>,
    /// The keys of the API's error bodies.
    pub(crate) errors: &'static [&'static str],
}

/// Why a response with a successful status is not believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// It is about another record.
    WrongRecord,
    /// It reports an error.
    Failure,
    /// It lacks an essential field, or all fields, or is not documented.
    Unproven,
}

/// The error has no values: they may be personal data.
pub(crate) type Believed = Result<(), (Doubt, ReadError)>;

impl Expected {
    fn info(&self) -> &'static OperationInfo {
        self.request.info
    }

    /// Checks the members of a page beside its items.
    pub(crate) fn page(&self, extra: &Extra) -> Believed {
        let mut members = extra.iter();
        let error = members.find(|(key, value)| self.is_error(key, value.as_str()));
        error.map_or(Ok(()), |(key, _)| Err(failure(key)))
    }

    /// Checks a documented body that was read as this value.
    pub(crate) fn record(&self, text: &str, value: WireValue<'_>) -> Believed {
        self.text(text)?;
        match value {
            WireValue::Record(fields) if is_blank(fields) => {
                Err(unproven("the record has no documented field"))
            }
            _ => Ok(()),
        }
    }

    /// Checks the text of a documented body.
    pub(crate) fn text(&self, text: &str) -> Believed {
        let ids = self.info().repeated().flat_map(Echo::response_fields);
        let ids: Vec<_> = ids.chain(self.info().essential.iter().copied()).collect();
        let found = Found::new(text, self.errors.iter().chain(&ids).copied());
        self.has_no_error(&found)?;
        // Which of them the server means is unknown.
        if let Some(pointer) = ids.iter().find(|pointer| found.at(pointer).count() > 1) {
            return Err(unproven(format!("duplicate `{pointer}`")));
        }
        self.has_echoes(&found)?;
        self.has_distinct(&found)?;
        self.has_essential(&found)
    }

    /// Checks an undocumented body. Of a read, any is believed that reports no error; of a write, none but
    /// the API's own envelope.
    pub(crate) fn undocumented(&self, text: &str, envelope: Option<&Envelope>) -> Believed {
        self.has_no_error(&Found::new(text, self.errors.iter().copied()))?;
        match self.info().retry == Retry::Safe || envelope.is_some_and(Envelope::is_success_alone) {
            true => Ok(()),
            false => Err(unproven("undocumented body, which proves no success")),
        }
    }

    fn has_no_error(&self, found: &Found<'_>) -> Believed {
        let mut keys = self.errors.iter();
        let error = keys.find(|key| found.at(key).any(has_content));
        error.map_or(Ok(()), |key| Err(failure(key)))
    }

    fn is_error(&self, key: &str, value: &str) -> bool {
        self.errors.contains(&key) && has_content(value)
    }

    fn has_echoes(&self, found: &Found<'_>) -> Believed {
        for (echo, sent) in self.sent(self.info().echoes) {
            let name = echo.request_field;
            let (field, other) = echo.field_of(sent.is_string);
            let is_sent = |value: &str| is_same(&sent.text, value);
            if found.value(field).is_some_and(|value| !is_sent(value)) {
                return Err(wrong_record(format!(
                    "expected the `{name}` of the request, found another value at {field}"
                )));
            }
            match other {
                // A reference was read as an id, or an id as a reference.
                Some(other)
                    if found.value(field).is_none() && found.value(other).is_some_and(is_sent) =>
                {
                    return Err(wrong_record(format!(
                        "expected the `{name}` of the request at {field}, found it at {other}"
                    )));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A response about a new record has another value than the request.
    fn has_distinct(&self, found: &Found<'_>) -> Believed {
        for (echo, sent) in self.sent(self.info().distinct) {
            for pointer in echo.response_fields() {
                let value = found.value(pointer);
                if value.is_some_and(|value| is_same(&sent.text, value)) {
                    let name = echo.request_field;
                    return Err(wrong_record(format!(
                        "expected another value than the `{name}` of the request at {pointer}"
                    )));
                }
            }
        }
        Ok(())
    }

    fn has_essential(&self, found: &Found<'_>) -> Believed {
        for pointer in self.info().essential {
            match found.value(pointer) {
                Some(value) if is_id(value) => {}
                Some(value) if has_content(value) => {
                    return Err(unproven(format!("unexpected value at `{pointer}`")));
                }
                _ => return Err(unproven(format!("missing `{pointer}`"))),
            }
        }
        Ok(())
    }

    /// Those of these echoes whose value was sent, with it.
    fn sent(&self, echoes: &'static [Echo]) -> impl Iterator<Item = (&'static Echo, SentValue)> {
        let sent = |echo: &'static Echo| Some((echo, self.request.value(echo.request_field)?));
        echoes.iter().filter_map(sent)
    }
}

fn failure(key: &str) -> (Doubt, ReadError) {
    let reason = format!("`{key}` is not empty");
    (Doubt::Failure, ReadError::wrapper(reason))
}

fn wrong_record(reason: String) -> (Doubt, ReadError) {
    (Doubt::WrongRecord, ReadError::wrapper(reason))
}

fn unproven(reason: impl Into<String>) -> (Doubt, ReadError) {
    (Doubt::Unproven, ReadError::wrapper(reason.into()))
}

/// Whether the text that was sent is this value, but for white space and case: servers change both.
fn is_same(sent: &str, json: &str) -> bool {
    match Kind::of(json) {
        Kind::String => string(json).is_some_and(|text| is_same_text(sent, &text)),
        Kind::Number => sent == json || is_same_number(sent, json),
        _ => sent == json,
    }
}

/// Whether a record has none of its documented fields, so that it is another object. The record in a
/// wrapper must have one.
fn is_blank(fields: &dyn Fields) -> bool {
    let schema = fields.schema().fields();
    let (mut is_blank_here, mut is_blank_inside) = (!schema.is_empty(), false);
    fields.with_fields(&mut |values, extra| {
        for (field, value) in schema.iter().zip(values) {
            // One field is enough: to look at all of them costs as much as to decode them.
            if !is_blank_here && !field.is_envelope() {
                continue;
            }
            match value.to_wire() {
                WireValue::Null => {}
                WireValue::Record(record) if field.is_envelope() => {
                    is_blank_inside |= is_blank(record);
                    is_blank_here = false;
                }
                _ => is_blank_here &= value.is_omitted(),
            }
        }
        // Values of another type are there.
        is_blank_here &= !extra.iter().any(|(key, value)| {
            let is_documented = schema.iter().any(|field| field.wire_names().contains(&key));
            is_documented && value.as_str() != "null"
        });
    });
    is_blank_here || is_blank_inside
}
