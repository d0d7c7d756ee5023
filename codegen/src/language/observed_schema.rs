//! The JSON Schemas of counted evidence.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::language::contradiction::ObservedKind;
use crate::language::observed::{OBSERVED_EXAMPLE, OBSERVED_PATTERN};

/// The type of counted evidence in JSON Schemas.
pub(crate) struct ObservedSchema;

/// The type of contradictions in JSON Schemas.
pub(crate) struct ContradictionSchema;

impl JsonSchema for ObservedSchema {
    fn schema_name() -> Cow<'static, str> {
        "Observed".into()
    }

    fn json_schema(_generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": format!("^{OBSERVED_PATTERN}$"),
            "examples": [OBSERVED_EXAMPLE],
        })
    }
}

impl JsonSchema for ContradictionSchema {
    fn schema_name() -> Cow<'static, str> {
        "Contradiction".into()
    }

    fn json_schema(_generator: &mut SchemaGenerator) -> Schema {
        let words = ObservedKind::ALL.map(ObservedKind::word).join("|");
        json_schema!({
            "type": "string",
            "pattern": format!("^(?:{words}) {OBSERVED_PATTERN}$"),
            "examples": [format!("string {OBSERVED_EXAMPLE}")],
        })
    }
}
