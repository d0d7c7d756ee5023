//! Status callbacks (webhooks): targets, forms, delivery.

mod allowed;
mod delivery;
mod dispatcher;
mod form;
mod receiver;
mod target;

pub use allowed::{CallbackTarget, InvalidCallbackTarget};
pub use delivery::{Callback, CallbackOutcome};
pub(crate) use dispatcher::Dispatcher;
pub use receiver::{CallbackReceiver, ReceivedCallback};
