//! Writing: from values to JSON text.

pub(crate) mod debug;
pub(crate) mod record;
pub(crate) mod value;
