//! One call under a key: its steps without I/O, and what carries them out.

mod driver;
mod lease;
mod run;

pub use crate::journal::clock::Clocks;
pub use driver::{Driver, Effect, Ended, Event};
pub use lease::Lease;
pub use run::{Later, Recorded, Write, once};
