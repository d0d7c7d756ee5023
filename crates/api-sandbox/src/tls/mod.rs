//! TLS of the server: a certificate of its own, or one from files.

#[cfg(feature = "tls")]
mod authority;
#[cfg(not(feature = "tls"))]
mod disabled;
#[cfg(feature = "tls")]
mod enabled;
#[cfg(feature = "tls")]
mod files;

#[cfg(not(feature = "tls"))]
pub(crate) use disabled::{Tls, TlsSource};
#[cfg(feature = "tls")]
pub(crate) use enabled::{Tls, TlsSource};
