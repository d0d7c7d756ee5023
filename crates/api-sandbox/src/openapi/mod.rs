//! What the OpenAPI documents say: operations, credentials, parameters, bodies, statuses.
//!
//! Everything that is routed, authorised or refused is looked up here and nowhere else. A document is parsed when the
//! first request needs it, and a schema is compiled when the first request of its operation comes: a sandbox is
//! ready before either.

mod browser_sdk;
mod document;
mod error_body;
mod operation;
mod path;
mod schema;
mod security;
mod validate;

pub(crate) use browser_sdk::{sdk_script, sdk_word, tester_page};
pub(crate) use document::{Document, Route, operations, route};
pub(crate) use error_body::ErrorShape;
pub(crate) use operation::Operation;
pub(crate) use path::percent_decoded;
pub(crate) use security::{Scheme, Way};
pub(crate) use validate::Problem;
