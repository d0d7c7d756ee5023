//! The fields of an operation's responses, and what identifies its requests.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::error_format::ErrorFormat;
use super::operation::Operation;
use super::parameter::Location;
use super::security::SecurityScheme;

/// The names of all fields of an operation's responses, at any depth.
#[derive(Default)]
pub(crate) struct ResponseFields {
    pub(crate) names: BTreeSet<String>,
    /// Whether an object has keys of its own, so that there can be others.
    pub(crate) has_maps: bool,
}

impl Operation {
    /// The fields of its responses; `None` if the body of a success is not documented.
    pub(crate) fn response_fields(&self) -> Option<ResponseFields> {
        let root = self.document.root();
        let mut fields = ResponseFields::default();
        for (status, response) in &self.responses {
            let schema = response.pointer("/content/application~1json/schema");
            // An empty schema is that of an undocumented body.
            let schema = schema.filter(|schema| schema != &&json!({}));
            match schema {
                Some(schema) => fields.collect(root, schema, &mut BTreeSet::new()),
                None if (200..300).contains(status) && *status != 204 => return None,
                None => {}
            }
        }
        fields.names.insert(self.list_key().to_owned());
        for status in [400, 422] {
            let format = ErrorFormat::fallback(root, status);
            fields.names.extend(format.keys().map(str::to_owned));
        }
        Some(fields)
    }

    /// Whether some credentials of the operation are those of a venue.
    pub(crate) fn has_venue(&self) -> bool {
        self.security.iter().any(SecurityScheme::has_venue)
    }

    /// Whether a request can have a reference: an id in the path, or a body.
    pub(crate) fn has_reference(&self) -> bool {
        let mut parameters = self.parameters.iter();
        self.has_request_body()
            || parameters.any(|parameter| {
                parameter.location == Location::Path
                    && Some(&parameter.name) != self.path_credential.as_ref()
            })
    }
}

impl ResponseFields {
    fn collect<'v>(&mut self, root: &'v Value, schema: &'v Value, seen: &mut BTreeSet<&'v str>) {
        match schema {
            Value::Object(members) => {
                let reference = members.get("$ref").and_then(Value::as_str);
                if let Some(reference) = reference.filter(|reference| seen.insert(reference)) {
                    let path = reference.strip_prefix('#');
                    if let Some(found) = path.and_then(|path| root.pointer(path)) {
                        self.collect(root, found, seen);
                    }
                }
                if let Some(properties) = members.get("properties").and_then(Value::as_object) {
                    self.names.extend(properties.keys().cloned());
                }
                let others = members.get("additionalProperties");
                self.has_maps |= others.is_some_and(|others| others.get("type").is_some());
                for member in members.values() {
                    self.collect(root, member, seen);
                }
            }
            Value::Array(elements) => {
                for element in elements {
                    self.collect(root, element, seen);
                }
            }
            _ => {}
        }
    }
}
