//! What the sandbox promises.

mod bounds;
mod callbacks;
mod calls;
mod clients;
mod common;
mod control;
mod delivery;
mod faults;
mod lists;
mod payments;
mod program;
mod quotes;
mod replies;
mod start;
mod wire;
