//! The configured targets of callbacks, which are not on loopback.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use crate::endpoint::{is_host_name, split_port};

/// A target that callbacks are allowed to: a host, and a port or every port.
///
/// Parsed from `HOST:PORT` or `HOST:*`, where the host is an IP address or a name, as of another
/// container. A name is resolved for each callback, so its DNS decides the address; names that are
/// not allowed are never resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(alias = "webhook")]
pub struct CallbackTarget {
    host: TargetHost,
    /// `None` is every port.
    port: Option<u16>,
}

/// The host of a callback.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TargetHost {
    Ip(IpAddr),
    /// In lower case.
    Name(String),
}

/// A text is not a [`CallbackTarget`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidCallbackTarget(());

impl CallbackTarget {
    pub(super) fn allows(&self, host: &TargetHost, port: u16) -> bool {
        self.host == *host && self.port.is_none_or(|own| own == port)
    }
}

impl TargetHost {
    /// Parses the host of a URL. Of an address, only the usual notation is one: four decimal
    /// numbers, or IPv6 in brackets.
    pub(super) fn parse(host: &str) -> Option<Self> {
        let in_brackets = host
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        if let Some(ip) = in_brackets {
            return ip.parse().ok().map(|ip| Self::Ip(IpAddr::V6(ip)));
        }
        if let Ok(ip) = host.parse() {
            return Some(Self::Ip(IpAddr::V4(ip)));
        }
        // A resolver takes a last label that is a number for an address in another notation.
        let last = host.rsplit('.').next()?;
        let is_number = last.starts_with(|char: char| char.is_ascii_digit());
        (is_host_name(host) && !is_number).then(|| Self::Name(host.to_ascii_lowercase()))
    }
}

impl From<SocketAddr> for CallbackTarget {
    fn from(address: SocketAddr) -> Self {
        Self {
            host: TargetHost::Ip(address.ip()),
            port: Some(address.port()),
        }
    }
}

impl FromStr for CallbackTarget {
    type Err = InvalidCallbackTarget;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (host, port) = split_port(text);
        let host = TargetHost::parse(host).ok_or(InvalidCallbackTarget(()))?;
        let port = match port.ok_or(InvalidCallbackTarget(()))? {
            "*" => None,
            port => match port.parse() {
                Ok(port) if port != 0 => Some(port),
                _ => return Err(InvalidCallbackTarget(())),
            },
        };
        Ok(Self { host, port })
    }
}

impl fmt::Display for InvalidCallbackTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected HOST:PORT or HOST:*")
    }
}

impl std::error::Error for InvalidCallbackTarget {}
