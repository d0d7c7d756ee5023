//! Without the feature `tls`, there is no configuration of TLS.

use std::io;

/// The configuration of the server.
#[derive(Clone, Debug)]
pub(crate) enum Tls {}

impl Tls {
    pub(crate) fn ca_certificate(&self) -> &str {
        match *self {}
    }

    pub(crate) async fn accept<S>(&self, _: S) -> io::Result<S> {
        match *self {}
    }
}
