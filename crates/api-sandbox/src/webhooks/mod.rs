//! Status callbacks: where they may go, what they say, and how they went.

mod delivery;
mod dispatcher;
mod form;
mod target;

pub use delivery::{Callback, CallbackOutcome};
pub(crate) use dispatcher::Courier;
