//! Counts the shapes of responses while they are received.

pub(crate) mod collector;
mod describe;
pub(crate) mod description;
mod marks;
mod names;
mod node;
mod number;
mod snapshot;
mod text;
mod tree;
mod values;
mod walk;
