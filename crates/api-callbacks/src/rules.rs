//! The rules of a record, for the test that explores them, and what stores and their tests call.

pub use crate::read::rules::FOLLOW_UP;
pub use crate::records::expected::{confirm, expect};
pub use crate::records::heard::{Found, Heard, Recorded};
pub use crate::records::taken::Taken;
