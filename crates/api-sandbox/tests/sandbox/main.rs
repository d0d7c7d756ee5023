//! The behavior of the sandbox.

mod blocking;
mod callbacks;
mod calls;
mod checkout;
mod clients;
mod common;
mod control;
mod create_once;
mod delivery;
mod examples;
mod fault_criteria;
mod faults;
mod lifecycle;
mod limits;
mod model;
mod pagination;
mod pagination_faults;
mod payment_flow;
mod payments;
mod program;
mod quotes;
mod reference;
mod responses;
mod restart;
mod statuses;
mod wire_fixtures;
