//! Reading: from JSON text to values.

pub(crate) mod field_set;
pub(crate) mod keep;
pub(crate) mod list;
pub(crate) mod map;
pub(crate) mod object;
pub(crate) mod record;
pub(crate) mod scalar;
pub(crate) mod string;
pub(crate) mod token;
