//! serde's traits, for JSON and YAML.
//!
//! A value that is deserialized becomes JSON text first, and a value that is serialized is JSON
//! text at last, so that the rules of reading and writing are those of JSON, and nothing but these
//! files is generic over formats.

pub mod as_wire;
pub(crate) mod json;
pub(crate) mod record;
pub(crate) mod redacted;
pub(crate) mod scalar;
pub(crate) mod text;
