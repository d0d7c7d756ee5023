//! The stores in memory keep every promise. An example of the crate runs the checks of journals.

mod callbacks;
