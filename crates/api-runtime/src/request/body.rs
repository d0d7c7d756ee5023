//! The body of a request: JSON.

use api_wire::{Extra, Fields, Kind, Place, ToWire, WireValue};

use bytes::Bytes;

use crate::body::json::json_string;
use crate::body::written_body::WrittenBody;
use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::info::client_values::{CallValues, ClientValue};
use crate::request::sent_values::SentValue;

/// The text of a body, if any, with the client values among its fields, under the key around them.
///
/// The members are joined as text, so that a body of undocumented JSON is sent unchanged.
pub(crate) fn with_client_values(
    body: Option<&WrittenBody>,
    client_values: &[ClientValue],
    values: &CallValues<'_>,
    invalid_fields: &mut Vec<InvalidField>,
) -> Option<Bytes> {
    let parts = client_values.iter();
    let members: Vec<&ClientValue> = parts.filter(|part| part.place == Place::Body).collect();
    if members.is_empty() {
        return body.map(WrittenBody::bytes);
    }
    let mut add_invalid_field = |location, name: String, reason: &str| {
        invalid_fields.push(InvalidField::new(location, name, reason));
    };
    let empty = WrittenBody::new(None, "{}".to_owned());
    let body = body.unwrap_or(&empty);
    let tree = body.record().filter(|tree| tree.kind() == Kind::Object);
    let Some(tree) = tree else {
        let reason = "must be an object to which client values can be added";
        add_invalid_field(FieldLocation::Body, String::new(), reason);
        return None;
    };
    let mut texts = Vec::new();
    for member in members {
        let name = member.name;
        if tree.values(name).next().is_some() {
            let reason = "must not be set: it is a client value";
            add_invalid_field(
                FieldLocation::Body,
                body.pointer(&format!("/{name}")),
                reason,
            );
        } else if let Some(value) = values.get(member.value) {
            texts.push(format!("{}:{}", json_string(name), json_string(value)));
        } else {
            let name = member.value.to_owned();
            add_invalid_field(FieldLocation::Settings, name, "missing value");
        }
    }
    // The text is an object: its members are between the outer braces.
    let inner = body.record_text().trim().strip_prefix('{');
    let inner = inner.and_then(|rest| rest.strip_suffix('}'));
    if !tree.members().is_empty() {
        texts.push(inner.unwrap_or_default().to_owned());
    }
    let record = format!("{{{}}}", texts.join(","));
    Some(WrittenBody::new(body.wrapper, record).bytes())
}

/// What a function makes of the value of one field, if the body declares it, or of the others.
fn with_field<T>(
    fields: &dyn Fields,
    wire_name: &str,
    f: impl Fn(Option<&dyn ToWire>, &Extra) -> Option<T>,
) -> Option<T> {
    let mut declared = fields.schema().fields().iter();
    let index = declared.position(|field| field.wire_name() == wire_name);
    let mut value = None;
    fields.with_fields(&mut |values, extra| {
        value = f(index.and_then(|index| values.get(index).copied()), extra);
    });
    value
}

/// The text of one field, if it is a string.
pub(crate) fn string_field(fields: &dyn Fields, wire_name: &str) -> Option<String> {
    with_field(fields, wire_name, |value, extra| {
        match value.map(|value| value.to_wire()) {
            Some(WireValue::String(text)) => Some(text.into_owned()),
            Some(WireValue::Secret(text)) => Some(text.to_owned()),
            _ => extra.get(wire_name).and_then(|json| json.parse().ok()),
        }
    })
}

/// The value of one field, if it is a single one.
pub(crate) fn sent_field(fields: &dyn Fields, wire_name: &str) -> Option<SentValue> {
    with_field(fields, wire_name, |value, _| SentValue::new(value?))
}
