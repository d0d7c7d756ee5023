//! Status callbacks (webhooks): targets, forms, delivery.

mod allowed;
mod delivery;
mod dispatcher;
mod form;
mod target;

pub use allowed::{CallbackTarget, InvalidCallbackTarget};
pub use delivery::{Callback, CallbackOutcome};
pub(crate) use dispatcher::Dispatcher;
