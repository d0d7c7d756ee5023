//! What the sandbox promises.

mod bounds;
mod callbacks;
mod calls;
mod clients;
mod common;
mod control;
mod delivery;
mod examples;
mod faults;
mod guarded;
mod lists;
mod model;
mod pages;
mod paging;
mod payment_flow;
mod payments;
mod program;
mod quotes;
mod reference;
mod replies;
mod start;
mod statuses;
mod wire;
