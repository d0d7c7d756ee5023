//! What a record is: its schema, its fields, and what is kept beside them.

pub(crate) mod expected;
pub(crate) mod extra;
pub(crate) mod field;
pub(crate) mod interleave;
pub(crate) mod leftover;
pub(crate) mod macros;
pub(crate) mod schema;
pub(crate) mod traits;
