//! The body of a request: JSON.

use api_wire::{Extra, Fields, ToWire, WireValue};

use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::info::client_values::ClientValues;
use crate::request::sent_values::SentValue;

/// A body, if any, and the client values to add to it.
#[derive(Clone, Default)]
pub(crate) struct Body {
    text: Option<String>,
    /// Pairs of the key and the name of the client value.
    client_values: Vec<(&'static str, &'static str)>,
}

impl Body {
    pub(crate) fn set(&mut self, text: String) {
        self.text = Some(text);
    }

    pub(crate) fn set_wrapped(&mut self, key: &'static str, text: &str) {
        self.text = Some(format!("{{{}:{text}}}", json_string(key)));
    }

    /// The text, without the client values.
    pub(crate) fn json_text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    pub(crate) fn add_client_value(&mut self, key: &'static str, value_name: &'static str) {
        self.client_values.push((key, value_name));
    }

    /// Adds the client values, and returns the text of the body.
    ///
    /// The members are joined as text, so that a body of undocumented JSON is sent unchanged.
    pub(crate) fn finish(
        self,
        values: &dyn ClientValues,
        invalid_fields: &mut Vec<InvalidField>,
    ) -> Option<String> {
        if self.client_values.is_empty() {
            return self.text;
        }
        let mut add_invalid_field = |location, name: String, reason: &str| {
            invalid_fields.push(InvalidField::new(location, name, reason));
        };
        let text = self.text.unwrap_or_else(|| "{}".to_owned());
        let mut is_empty = true;
        let mut set = vec![false; self.client_values.len()];
        let is_object = api_wire::for_each_member(&text, &mut |name, _| {
            is_empty = false;
            for ((key, _), is_set) in self.client_values.iter().zip(&mut set) {
                *is_set |= *key == name;
            }
        });
        if is_object.is_err() {
            let reason = "must be an object to which client values can be added";
            add_invalid_field(FieldLocation::Body, String::new(), reason);
            return None;
        }
        let mut members = Vec::new();
        for ((key, value_name), is_set) in self.client_values.into_iter().zip(set) {
            if is_set {
                let reason = "must not be set: it is a client value";
                add_invalid_field(FieldLocation::Body, format!("/{key}"), reason);
            } else if let Some(value) = values.get(value_name) {
                members.push(format!("{}:{}", json_string(key), json_string(value)));
            } else {
                let name = value_name.to_owned();
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
            members.push(inner.to_owned());
        }
        Some(format!("{{{}}}", members.join(",")))
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
