//! Work that outlives a future, and code that blocks until one ends.

pub(crate) mod background;
mod block_on;
pub(crate) mod detached;
pub(crate) mod long_work;
