//! Fault injection.

mod effect;
mod exact_response;
mod fault;
mod list;
mod request;
mod validate;

pub use effect::Effect;
pub use exact_response::ExactResponse;
pub use fault::Fault;
pub(crate) use list::FaultList;
pub use list::InjectedFault;
pub(crate) use request::FaultRequest;
