//! The body of a request: JSON.

use api_wire::{Kind, Place};

use bytes::Bytes;

use crate::body::json::json_string;
use crate::body::written_body::WrittenBody;
use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::info::client_values::{CallValues, ClientValue};

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
