//! What a store implements, and the journal in memory.

pub(crate) mod claim;
pub(crate) mod error;
pub(crate) mod intent;
pub(crate) mod journal;
pub(crate) mod lease_change;
pub(crate) mod memory_journal;
pub(crate) mod resolve_error;
pub(crate) mod seal;
pub(crate) mod shared;
