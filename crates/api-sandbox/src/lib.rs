// Hand-written.

#![doc = include_str!("../README.md")]

mod api;
mod auth;
mod body;
mod callback;
mod came;
mod control;
mod control_http;
mod credentials;
mod decimal;
mod description;
mod exchange;
mod fault;
mod locked;
mod log;
mod moment;
mod origin;
mod pages;
mod payment;
mod query;
mod reference;
mod reply;
mod sandbox;
mod server;
mod shared;
mod venue;
mod world;

pub use callback::{Callback, CallbackOutcome};
pub use control::{Control, ControlError, Payment, PlacedOrder};
pub use credentials::{Credentials, PaymentCredentials, PaymentEnvironment, VenueCredentials};
pub use fault::{Effect, Fault};
pub use jiff;
pub use log::Received;
pub use pages::SDK_GLOBAL;
pub use payment::{PaymentAppState, PaymentState};
pub use sandbox::{Builder, Sandbox};
pub use venue::status::OrderStatus;
