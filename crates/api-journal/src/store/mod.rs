//! What a store implements, and the journal in memory.

pub(crate) mod change;
pub(crate) mod journal;
pub(crate) mod list;
pub(crate) mod memory_journal;
pub(crate) mod migration;
pub(crate) mod millis;
pub(crate) mod time_limit;
