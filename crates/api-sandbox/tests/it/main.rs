//! The behavior of the sandbox.

mod blocking;
mod board;
mod callbacks;
mod calls;
mod checkout;
mod common;
mod control;
mod data_file;
mod demo_data;
mod documented;
mod endpoint;
mod faults;
mod filters;
mod fixtures;
mod lifecycle;
mod limits;
mod menu;
mod numbers;
mod pagination;
mod payments;
mod program;
mod quotes;
mod recorded_requests;
mod reference;
mod rejections;
mod waiting;
