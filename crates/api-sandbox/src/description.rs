//! What the OpenAPI documents say: operations, credentials, parameters, bodies, statuses.
//!
//! Everything that is routed, authorised or refused is looked up here and nowhere else. A document is parsed when the
//! first request needs it, and a schema is compiled when the first request of its operation comes: a sandbox is
//! ready before either.

mod browser_sdk;
mod check;
mod closure;
mod document;
mod operation;
mod scheme;
mod shape;
mod template;

pub(crate) use browser_sdk::{sdk_script, sdk_word, tester_page};
pub(crate) use check::Problem;
pub(crate) use document::{Document, Route, operations, route};
pub(crate) use operation::Operation;
pub(crate) use scheme::{Scheme, Way};
pub(crate) use shape::ErrorShape;
pub(crate) use template::percent_decoded;
