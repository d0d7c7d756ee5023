//! TLS of the server, with a certificate of its own.

#[cfg(feature = "tls")]
mod authority;
#[cfg(not(feature = "tls"))]
mod disabled;
#[cfg(feature = "tls")]
mod enabled;

#[cfg(not(feature = "tls"))]
pub(crate) use disabled::Tls;
#[cfg(feature = "tls")]
pub(crate) use enabled::Tls;
