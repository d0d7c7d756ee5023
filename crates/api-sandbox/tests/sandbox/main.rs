//! The behavior of the sandbox.

mod blocking;
mod callbacks;
mod calls;
mod checkout;
mod clients;
mod common;
mod control;
mod create_once;
mod data_file;
mod defaults;
mod delivery;
mod demo_data;
mod echoes;
mod endpoint;
mod examples;
mod fault_criteria;
mod faults;
mod filters;
mod finalized;
mod fixtures;
mod lengths;
mod lifecycle;
mod limits;
mod menu;
mod model;
mod numbers;
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
mod shop;
mod shop_sync;
mod statuses;
#[cfg(feature = "tls")]
mod tls;
#[cfg(feature = "tls")]
mod tls_files;
mod waiting;
mod wire_fixtures;
