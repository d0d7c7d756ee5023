//! The records of a service, and their changes.

pub(crate) mod callback_store;
pub(crate) mod error;
pub(crate) mod events;
pub(crate) mod memory_store;
pub(crate) mod record_changed;
pub(crate) mod row;
pub(crate) mod taken;
