//! Status callbacks (webhooks): targets, forms, delivery.

mod delivery;
mod dispatcher;
mod form;
mod target;

pub use delivery::{Callback, CallbackOutcome};
pub(crate) use dispatcher::Dispatcher;
