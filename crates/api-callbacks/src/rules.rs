//! The rules of a store's row, for the test that explores them.

pub use crate::read::rules::FOLLOW_UP;
pub use crate::store::row::Row;
