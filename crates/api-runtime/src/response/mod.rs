//! Responses: read, believed, compared with what was sent.

pub(crate) mod believe;
pub(crate) mod compare;
pub(crate) mod envelope;
pub(crate) mod error_messages;
pub(crate) mod reader;
