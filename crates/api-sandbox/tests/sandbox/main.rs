//! The behavior of the sandbox.

mod blocking;
mod bounds;
mod callbacks;
mod calls;
mod challenges;
mod checkout;
mod clients;
mod common;
mod control;
mod create_once;
mod delivery;
mod demo_data;
mod endpoint;
mod examples;
mod fault_criteria;
mod faults;
mod filters;
mod lifecycle;
mod limits;
mod model;
mod pagination;
mod pagination_faults;
mod payment_flow;
mod payments;
mod program;
mod quotes;
mod recorded_requests;
mod reference;
mod responses;
mod restart;
mod service;
mod statuses;
#[cfg(feature = "tls")]
mod tls;
mod waiting;
mod wire_fixtures;
