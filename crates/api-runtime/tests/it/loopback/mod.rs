//! Requests, responses, errors, timeouts and TLS, over sockets on the loopback
//! address.
//!
//! The APIs of these tests have the form that the generator writes.

mod api_key;
mod connections;
mod credentials;
mod headers;
mod limits;
mod mismatches;
mod plain_http;
#[cfg(feature = "rustls-no-provider")]
mod proxy_of_environment;
mod requests;
mod responses;
mod secrets;
pub(crate) mod shop;
#[cfg(feature = "rustls-no-provider")]
mod tls;
mod values;
