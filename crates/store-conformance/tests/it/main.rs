//! The stores in memory keep every promise. The examples of the crate run the checks of journals and of
//! checkpoints.

mod callbacks;
