//! Status callbacks: where they may go, what they say, and how they went.

mod courier;
mod delivery;
mod form;
mod target;

pub(crate) use courier::Courier;
pub use delivery::{Callback, CallbackOutcome};
