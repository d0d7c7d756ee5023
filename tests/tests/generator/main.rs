//! The generator: what it makes of each construct, how it tells mistakes, and that nothing in a description gets out of
//! the place where it stands.

mod callbacks;
mod committed;
mod constructs;
mod escapes;
mod mistakes;
mod mutations;
mod names;
mod reports;
mod support;
mod traps;
