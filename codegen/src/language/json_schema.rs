//! The JSON Schema (draft 07) of the language, derived from its types.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::language::{ApiFile, ResourceFile};

/// The schema of `api.yaml`.
pub fn schema_of_api() -> Value {
    schema::<ApiFile>("An `api.yaml` of the spec")
}

/// The schema of a resource file.
pub fn schema_of_resource() -> Value {
    schema::<ResourceFile>("A resource file of the spec")
}

fn schema<T: JsonSchema>(title: &str) -> Value {
    let mut schema = SchemaSettings::draft07()
        .into_generator()
        .into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    let mut schema = schema.to_value();
    // Maps keep the order of insertion when anything in the build asks serde_json for it.
    schema.sort_all_objects();
    schema
}
