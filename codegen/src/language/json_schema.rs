//! The JSON Schema (draft 07) of the language.

use serde_json::Value;

use crate::language::definitions::Definitions;
use crate::language::{ApiFile, Read, ResourceFile};

/// The schema of `api.yaml`.
pub fn schema_of_api() -> Value {
    schema::<ApiFile>("An `api.yaml` of the spec")
}

/// The schema of a resource file.
pub fn schema_of_resource() -> Value {
    schema::<ResourceFile>("A resource file of the spec")
}

fn schema<T: Read>(title: &str) -> Value {
    let mut definitions = Definitions::default();
    let reference = T::schema(&mut definitions);
    let mut schema = definitions.into_root(&reference);
    schema["$schema"] = "http://json-schema.org/draft-07/schema#".into();
    schema["title"] = title.into();
    // Maps keep the order of insertion when anything in the build asks serde_json for it.
    schema.sort_all_objects();
    schema
}
