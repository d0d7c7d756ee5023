//! Types of fields.

pub(crate) mod case_insensitive;
pub(crate) mod change;
pub(crate) mod closed_enum;
pub(crate) mod date;
pub(crate) mod id;
pub(crate) mod macros;
pub(crate) mod open_enum;
pub(crate) mod secret;
