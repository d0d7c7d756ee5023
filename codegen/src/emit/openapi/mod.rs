//! A package as an OpenAPI 3.1 document.
//!
//! The document is what validators, documentation tools and generators of clients read: one type for each value, one name
//! for each field, a named schema for each body. What OpenAPI has no words for stands in the descriptions, as sentences;
//! `x-` members are few, and each has a reader.

mod bodies;
mod body_schemas;
mod components;
mod declared;
mod document;
mod examples;
mod extensions;
mod operation;
mod paths;
mod responses;
mod root;
mod samples;
mod schema;
mod security;
mod webhooks;

use document::Document;

use crate::ir::Spec;

/// The document of a package: indented, one fact a line, in the order of the spec.
pub(crate) fn document(spec: &Spec, package: usize) -> String {
    root::text(&Document::new(spec, package))
}
