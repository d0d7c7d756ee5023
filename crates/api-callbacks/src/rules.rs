//! The rules of a record, for the test that explores them, and the records, for the tests of stores.

pub use crate::read::rules::FOLLOW_UP;
pub use crate::records::heard::{Found, Heard, Owner, Recorded};
pub use crate::records::queue::Records;
pub use crate::records::taken::Taken;
