//! The OpenAPI documents: routing, security schemes, parameters, request bodies, statuses.
//!
//! Requests are routed, authorized and validated by the documents alone. A document is parsed, and
//! a schema compiled, when a request first needs it, which keeps the start of a sandbox fast.

mod browser_sdk;
mod document;
mod error_format;
mod format;
mod operation;
mod parameter;
mod path;
mod router;
mod schema;
mod security;
mod validate;

pub(crate) use browser_sdk::{sdk_environment_name, sdk_script, tester_page};
pub(crate) use error_format::ErrorFormat;
pub(crate) use operation::Operation;
pub(crate) use path::percent_decode;
pub(crate) use router::{RouteMatch, operations, operations_named, route};
pub(crate) use security::{AuthScheme, SecurityScheme};
pub(crate) use validate::ValidationError;
