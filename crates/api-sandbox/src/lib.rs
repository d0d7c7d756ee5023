// Hand-written.

#![doc = include_str!("../README.md")]

mod auth;
mod context;
mod control;
mod credentials;
mod details;
mod endpoint;
mod exact;
mod faults;
mod handlers;
mod openapi;
mod response;
mod sandbox;
mod server;
mod state;
mod ui;
mod webhooks;

pub use control::{Control, ControlError, Payment, PlacedOrder};
pub use credentials::{Credentials, PaymentCredentials, PaymentEnvironment, VenueCredentials};
pub use faults::{Effect, Fault};
pub use jiff;
pub use sandbox::{Sandbox, SandboxBuilder};
pub use state::payment::{PaymentAppState, PaymentState};
pub use state::request_log::RecordedRequest;
pub use state::venue::status::OrderStatus;
pub use ui::checkout::SDK_GLOBAL;
pub use webhooks::{Callback, CallbackOutcome};
