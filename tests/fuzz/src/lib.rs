//! Properties of all inputs: a module for each target.
#![forbid(unsafe_code)]

pub mod callback;
pub mod error;
pub mod plant;
pub mod pointer;
pub mod printed;
pub mod record;
pub mod text;
