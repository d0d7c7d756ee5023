//! Work that outlives a future, and code that blocks until one ends.

mod block_on;
pub(crate) mod detached;
pub(crate) mod long_work;
pub(crate) mod wait;
