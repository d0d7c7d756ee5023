//! The journal: writes over the rows of a store.

pub(crate) mod change;
pub(crate) mod clock;
pub(crate) mod journal;
pub(crate) mod list;
pub(crate) mod time_limit;
