//! The parameters of an operation, written from its table of fields.

use std::borrow::Cow;
use std::collections::BTreeMap;

#[cfg(feature = "testing")]
use api_wire::__private::masked;
use api_wire::{DEPTH_LIMIT, Field, Fields, Place, ReadErrorKind, ToWire, Tree, WireValue};

use crate::body::fields::for_each_value;
use crate::body::json::for_each_text;
use crate::body::written_body::{SentValue, WrittenBody};
use crate::error::invalid_field::FieldLocation;
use crate::head::validate;
use crate::request::{Request, headers};

impl Request {
    /// Writes the parameters of an operation, in the order of its fields.
    pub(crate) fn parameters(&mut self, operation: &dyn Fields) {
        let schema = operation.schema();
        #[cfg(feature = "testing")]
        self.schema.replace(schema);
        operation.with_fields(&mut |values, _| {
            for (field, value) in schema.fields().iter().zip(values) {
                self.parameter(field, *value);
            }
        });
    }

    fn parameter(&mut self, field: &Field, value: &dyn ToWire) {
        let name = field.wire_name();
        match field.place() {
            Some(Place::Path) => {
                if let Some(text) = self.text(FieldLocation::Path, field, value) {
                    let is_string =
                        matches!(value.to_wire(), WireValue::String(_) | WireValue::Secret(_));
                    let value = SentValue { text, is_string };
                    self.path.push((name.to_owned(), value));
                }
            }
            Some(Place::Query) => {
                if let Some(text) = self.text(FieldLocation::Query, field, value) {
                    self.query.add(name, &text);
                }
            }
            Some(Place::Header) => {
                if let Some(text) = self.text(FieldLocation::Header, field, value) {
                    let set = headers::set(&mut self.headers, name, &text);
                    self.invalid_fields.extend(set.err());
                }
            }
            Some(Place::Body) => self.body(None, value),
            Some(Place::WrappedBody) => self.body(Some(name), value),
            Some(Place::Route) => {
                if let Some(text) = self.text(FieldLocation::Path, field, value) {
                    self.path_template = Cow::Owned(text);
                }
            }
            None => {}
        }
    }

    /// The text of a parameter, if it has one. What is wrong with it is noted.
    fn text(
        &mut self,
        location: FieldLocation,
        field: &Field,
        value: &dyn ToWire,
    ) -> Option<String> {
        let name = field.wire_name();
        let text = match single_text(value) {
            Ok(text) => text?,
            Err(reason) => {
                self.add_invalid_field(location, name, reason);
                return None;
            }
        };
        if field.is_sensitive() {
            self.sensitive_values.add(&text);
        }
        if let Err(reason) = limits(field, &text) {
            self.add_invalid_field(location, name, reason);
        }
        Some(text)
    }

    /// Sets the body: a record, or JSON text that is not documented.
    pub(crate) fn body(&mut self, key: Option<&'static str>, value: &dyn ToWire) {
        match value.to_wire() {
            WireValue::Absent => {}
            WireValue::Record(fields) => {
                let mut body = WrittenBody::new(key, api_wire::to_string(fields));
                self.inspect_body(&mut body, fields);
                #[cfg(feature = "testing")]
                let body = body.with_masked(masked::record(fields));
                self.body = Some(body);
            }
            WireValue::Json(json) => {
                let body = WrittenBody::new(key, json.to_owned());
                self.inspect_json(&body);
                #[cfg(feature = "testing")]
                let body = body.with_masked(masked::json(json).unwrap_or_default());
                self.body = Some(body);
            }
            _ => self.add_invalid_field(FieldLocation::Body, "", "must be a body or JSON"),
        }
    }

    /// Finds what of the fields of the body is secret or personal data, and validates them.
    fn inspect_body(&mut self, body: &mut WrittenBody, fields: &dyn Fields) {
        let key = body.wrapper;
        let key_field = self.info.unique_key_field();
        let mut names = BTreeMap::<_, bool>::new();
        for_each_value(key, fields, &mut |value| {
            if let (Some(name), Some(_)) = (value.name, key_field) {
                *names.entry(name).or_default() |= value.is_sensitive;
            }
            // The items of a list have the same pointers.
            if value.is_secret && !body.secrets.iter().any(|known| known == value.pointer) {
                body.secrets.push(value.pointer.to_owned());
            }
            let mut hide = |text: &str| match value.is_secret {
                true => self.sensitive_values.add_url(text),
                false => self.sensitive_values.add_personal(text),
            };
            match value.wire {
                _ if !value.is_sensitive => {}
                WireValue::Secret(text) => hide(text),
                WireValue::String(text) | WireValue::Number(text) => hide(text),
                WireValue::Integer(integer) => hide(&integer.to_string()),
                WireValue::Json(json) => {
                    let tree = json.parse::<Tree>();
                    tree.iter()
                        .for_each(|tree| for_each_text(tree, &mut |_, text| hide(text)));
                }
                _ => {}
            }
        });
        let shown = names.into_iter().filter(|(_, is_sensitive)| !is_sensitive);
        body.shown = shown.map(|(name, _)| name).collect();
        for error in api_wire::validate(fields) {
            let pointer = body.pointer(&error.pointer);
            self.add_invalid_field(FieldLocation::Body, &pointer, error.allowed);
        }
    }

    /// Hides the values of JSON that is not documented, besides the unique key: which of them are personal data
    /// is unknown.
    fn inspect_json(&mut self, body: &WrittenBody) {
        let tree = match body.tree() {
            Ok(tree) => tree,
            Err(error) => {
                let reason = match error.kind() {
                    ReadErrorKind::Depth => format!("must be nested less than {DEPTH_LIMIT} deep"),
                    _ => format!("must be JSON: {error}"),
                };
                return self.add_invalid_field(FieldLocation::Body, "", reason);
            }
        };
        let unique_key = self.info.unique_key_field();
        for_each_text(tree, &mut |name, text| {
            if Some(name) != unique_key {
                self.sensitive_values.add_personal(text);
            }
        });
    }
}

/// Checks the documented maximum: of a count, or of the characters of a text.
fn limits(field: &Field, text: &str) -> Result<(), String> {
    match (field.is_count(), field.maximum()) {
        (true, max) => validate::count(text, max),
        (false, Some(max)) if text.chars().nth(max).is_some() => {
            Err(format!("must have at most {max} characters"))
        }
        (false, _) => Ok(()),
    }
}

/// The text of a value in a path, a query or a header; `None` if it is absent.
fn single_text(value: &dyn ToWire) -> Result<Option<String>, &'static str> {
    Ok(Some(match value.to_wire() {
        WireValue::Absent | WireValue::Null => return Ok(None),
        WireValue::Bool(value) => value.to_string(),
        WireValue::Integer(value) => value.to_string(),
        WireValue::Number(text) | WireValue::String(text) => text.into_owned(),
        WireValue::Secret(text) => text.to_owned(),
        _ => return Err("must be a single value"),
    }))
}
