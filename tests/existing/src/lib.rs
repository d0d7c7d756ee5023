//! What a service that had other crates before these writes itself.

pub mod transport;
