//! The program: options, what it prints, and probes.

pub(crate) mod greeting;
pub(crate) mod options;
pub(crate) mod probe;
