//! Records: schema, traits, and the values that are not in fields.

pub(crate) mod default;
pub(crate) mod expected;
pub(crate) mod extra;
pub(crate) mod field;
pub(crate) mod interleave;
pub(crate) mod key_table;
pub(crate) mod leftover;
pub(crate) mod macros;
pub(crate) mod place;
pub(crate) mod schema;
pub(crate) mod traits;
