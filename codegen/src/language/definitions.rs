//! The parts of a JSON Schema: definitions of declared types, maps, and forms of a value.

use serde_json::{Map, Value, json};

/// Before the name of a definition, in references.
const DEFINITIONS: &str = "#/definitions/";

/// The schemas of declared types, by name.
#[derive(Default)]
pub(crate) struct Definitions(Map<String, Value>);

impl Definitions {
    /// A reference to a declared type.
    pub(crate) fn reference(&mut self, name: String, schema: fn(&mut Self) -> Value) -> Value {
        let reference = json!({ "$ref": format!("{DEFINITIONS}{name}") });
        if !self.0.contains_key(&name) {
            let schema = schema(self);
            self.0.insert(name, schema);
        }
        reference
    }

    /// The schema of a reference, with the others as its definitions.
    pub(crate) fn into_root(mut self, reference: &Value) -> Value {
        let name = reference["$ref"].as_str().unwrap_or_default();
        let root = self.0.remove(name.trim_start_matches(DEFINITIONS));
        let mut root = root.unwrap_or_default();
        root["definitions"] = self.0.into();
        root
    }
}

/// The schema of a map with known keys.
#[derive(Default)]
pub(crate) struct MapSchema {
    properties: Map<String, Value>,
    required: Vec<&'static str>,
}

impl MapSchema {
    pub(crate) fn put(&mut self, key: &'static str, schema: Value, doc: &[&str], required: bool) {
        self.properties
            .insert(key.to_owned(), described(schema, doc));
        self.required.extend(required.then_some(key));
    }

    pub(crate) fn schema(self, doc: &[&str]) -> Value {
        let mut schema = json!({
            "type": "object",
            "properties": self.properties,
            "additionalProperties": false,
        });
        if !self.required.is_empty() {
            schema["required"] = self.required.into();
        }
        described(schema, doc)
    }
}

/// The schema of a value that has one of several forms, each with its docs.
pub(crate) fn any_of<const N: usize>(forms: [(Value, &[&str]); N], doc: &[&str]) -> Value {
    let forms = forms.map(|(schema, doc)| described(schema, doc));
    described(json!({ "anyOf": forms.to_vec() }), doc)
}

/// A schema with its docs, a line each.
pub(crate) fn described(schema: Value, doc: &[&str]) -> Value {
    let mut schema = match schema.get("$ref") {
        // Draft 07 ignores what is beside a reference.
        Some(_) => json!({ "allOf": [schema] }),
        None => schema,
    };
    schema["description"] = joined(doc).into();
    schema
}

/// Docs as one text.
pub(crate) fn joined(doc: &[&str]) -> String {
    let lines: Vec<&str> = doc.iter().map(|line| line.trim()).collect();
    lines.join("\n")
}
