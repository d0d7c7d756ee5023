//! The queue of the records that wait to be read.

pub(crate) mod bounded_queue;
pub(crate) mod callback_queue;
pub(crate) mod memory_queue;
pub(crate) mod no_queue;
