//! Hand-written: what several tests share.

pub mod fixture;
pub mod json;
pub mod kept;
pub mod loopback;
pub mod reread;
pub mod wire;
