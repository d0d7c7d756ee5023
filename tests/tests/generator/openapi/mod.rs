//! The OpenAPI documents: what generators of clients and documentation tools rely on.

mod documents;
mod examples;
mod schemas;
