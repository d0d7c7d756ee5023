//! The strict edition of the OpenAPI documents: what client generators rely on, compared with the
//! exact edition.

mod documents;
mod examples;
mod schemas;
