//! The generator: output of each construct, diagnostics, and escaping of every text of a spec.

mod api_description;
mod base_api;
mod callbacks;
mod compare;
mod constructs;
mod crates;
mod decisions;
mod diagnostics;
mod escapes;
mod excerpt;
mod idempotency_keys;
mod json_schema;
mod learn;
mod marks;
mod model_crates;
mod mutations;
mod names;
mod new_api;
mod new_version;
mod openapi;
mod readmes;
mod real;
mod reference;
mod support;
mod traps;
mod unknowns;
