//! One call under a key: its steps without I/O, and what carries them out.

mod driver;
mod lease;
mod run;

pub use driver::{Driver, Effect, Ended, Event};
pub use lease::{Clocks, Lease};
pub use run::{Later, Once, Recorded, Write};
