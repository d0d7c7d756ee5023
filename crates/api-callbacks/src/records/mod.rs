//! The records of an account, and their changes.

pub(crate) mod body;
pub(crate) mod error;
pub(crate) mod events;
pub(crate) mod heard;
pub(crate) mod on_change;
pub(crate) mod queue;
pub(crate) mod record_changed;
pub(crate) mod taken;
