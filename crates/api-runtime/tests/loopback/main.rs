//! What the runtime promises, tried against real sockets on the loopback address.
//!
//! The API of these tests is hand-written in the form in which the generator writes one.

mod bounded;
mod changes;
mod connections;
mod credentials;
mod errors;
mod limits;
mod mismatches;
mod paging;
mod requests;
mod responses;
mod secrets;
mod shop;
mod stock;
#[cfg(any(feature = "rustls", feature = "native-tls"))]
mod trust;
mod values;
