//! The body of a request: JSON.

use api_wire::{Extra, Fields, Place, ToWire, WireValue};

use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::info::client_values::{ClientValue, ClientValues};
use crate::request::sent_values::SentValue;

/// A body, if any, without the client values.
#[derive(Clone, Default)]
pub(crate) struct Body(Option<String>);

impl Body {
    /// Sets the text, under a key if there is one.
    pub(crate) fn set(&mut self, key: Option<&str>, text: String) {
        self.0 = Some(match key {
            Some(key) => format!("{{{}:{text}}}", json_string(key)),
            None => text,
        });
    }

    pub(crate) fn json_text(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// Adds the client values, and returns the text of the body.
    ///
    /// The members are joined as text, so that a body of undocumented JSON is sent unchanged.
    pub(crate) fn finish(
        self,
        client_values: &[ClientValue],
        values: &dyn ClientValues,
        invalid_fields: &mut Vec<InvalidField>,
    ) -> Option<String> {
        let parts = client_values.iter();
        let members: Vec<&ClientValue> = parts.filter(|part| part.place == Place::Body).collect();
        if members.is_empty() {
            return self.0;
        }
        let mut add_invalid_field = |location, name: String, reason: &str| {
            invalid_fields.push(InvalidField::new(location, name, reason));
        };
        let text = self.0.unwrap_or_else(|| "{}".to_owned());
        let mut is_empty = true;
        let mut set = vec![false; members.len()];
        let is_object = api_wire::for_each_member(&text, &mut |name, _| {
            is_empty = false;
            for (member, is_set) in members.iter().zip(&mut set) {
                *is_set |= member.name == name;
            }
        });
        if is_object.is_err() {
            let reason = "must be an object to which client values can be added";
            add_invalid_field(FieldLocation::Body, String::new(), reason);
            return None;
        }
        let mut texts = Vec::new();
        for (member, is_set) in members.into_iter().zip(set) {
            let name = member.name;
            if is_set {
                let reason = "must not be set: it is a client value";
                add_invalid_field(FieldLocation::Body, format!("/{name}"), reason);
            } else if let Some(value) = values.get(member.value) {
                texts.push(format!("{}:{}", json_string(name), json_string(value)));
            } else {
                let name = member.value.to_owned();
                add_invalid_field(FieldLocation::Settings, name, "missing value");
            }
        }
        // The text is an object: its members are between the outer braces.
        let inner = text
            .trim()
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'))
            .unwrap_or_default();
        if !is_empty {
            texts.push(inner.to_owned());
        }
        Some(format!("{{{}}}", texts.join(",")))
    }
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

fn json_string(text: &str) -> String {
    // Serializing a string does not fail.
    serde_json::to_string(text).unwrap_or_default()
}
