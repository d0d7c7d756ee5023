//! Without the feature `tls`, there is no configuration of TLS.

use std::io;
use std::net::IpAddr;

/// The configuration of the server.
#[derive(Clone, Debug)]
pub(crate) enum Tls {}

/// Where the certificate is from.
#[derive(Clone, Debug)]
pub(crate) enum TlsSource {}

impl Tls {
    pub(crate) fn new(source: TlsSource, _: IpAddr, _: &[String]) -> io::Result<Self> {
        match source {}
    }

    pub(crate) fn ca_certificate(&self) -> Option<&str> {
        match *self {}
    }

    pub(crate) async fn accept<S>(&self, _: S) -> io::Result<S> {
        match *self {}
    }
}
