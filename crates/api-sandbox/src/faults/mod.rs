//! Fault injection.

mod effect;
mod fault;

pub use effect::Effect;
pub use fault::Fault;
