//! Hand-written: what must hold for whatever comes. One module for each target.
#![forbid(unsafe_code)]

pub mod address;
pub mod callback;
pub mod error;
pub mod page;
pub mod plant;
pub mod pointer;
pub mod printed;
pub mod record;
pub mod scalar;
pub mod spelled;
pub mod text;

// The tree that the tests of the house compare replies with. Only a part of it is needed here.
#[allow(dead_code)]
#[path = "../../src/json.rs"]
pub mod json;
