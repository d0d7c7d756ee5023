//! What stands in the head of a request or response: checked, encoded, read.

pub(crate) mod codings;
pub(crate) mod encode;
pub(crate) mod media_type;
pub(crate) mod retry_after;
pub(crate) mod validate;
