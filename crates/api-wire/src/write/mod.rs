//! Writing: from values to JSON text.

pub(crate) mod debug;
pub(crate) mod mask;
pub mod masked;
pub(crate) mod record;
pub(crate) mod value;
