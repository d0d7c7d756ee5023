//! Status callbacks (webhooks): targets, forms, delivery.

mod allowed;
mod delivery;
mod dispatcher;
mod form;
mod target;

pub(crate) use allowed::CallbackTarget;
pub use delivery::{Callback, CallbackOutcome};
pub(crate) use dispatcher::Dispatcher;
