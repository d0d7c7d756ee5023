// Hand-written.

#![doc = include_str!("../README.md")]

mod auth;
mod context;
mod control;
mod credentials;
mod endpoint;
mod exact;
mod faults;
mod fixtures;
mod handlers;
mod json;
mod openapi;
mod printer;
mod query;
mod records;
mod response;
mod sandbox;
mod server;
mod state;
mod suggest;
mod ui;
mod venue_access;
mod webhooks;

pub use api_wire::Timestamp;
pub use control::{
    Amount, Control, ControlError, OrderCustomer, Payment, PaymentEntry, PlacedItem, PlacedOrder,
    StatusEntry,
};
pub use credentials::{Credentials, PaymentCredentials, PaymentEnvironment, VenueCredentials};
pub use faults::{Effect, ExactResponse, Fault, InjectedFault};
pub use sandbox::{Sandbox, SandboxBuilder};
pub use serde_json::value::RawValue;
pub use state::payment::{PaymentAppState, PaymentState};
pub use state::recorded_body::RecordedBody;
pub use state::request_log::RecordedRequest;
pub use state::venue::status::OrderStatus;
pub use ui::checkout::SDK_GLOBAL;
pub use venue_access::VenueAccess;
pub use webhooks::{Callback, CallbackOutcome};
