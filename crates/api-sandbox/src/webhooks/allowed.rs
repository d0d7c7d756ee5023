//! The configured targets of callbacks, which are not on loopback.

use std::io;
use std::net::IpAddr;

use crate::endpoint::{is_host_name, split_port};

/// A target that callbacks are allowed to: a host, and a port or every port.
#[derive(Debug)]
pub(crate) struct CallbackTarget {
    host: TargetHost,
    /// `None` is every port.
    port: Option<u16>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum TargetHost {
    Ip(IpAddr),
    /// In lower case.
    Name(String),
}

impl CallbackTarget {
    /// Parses `HOST:PORT` or `HOST:*`.
    pub(crate) fn new(text: &str) -> io::Result<Self> {
        Self::parse(text).ok_or_else(|| {
            let message =
                format!("invalid target of callbacks `{text}`: expected HOST:PORT or HOST:*");
            io::Error::new(io::ErrorKind::InvalidInput, message)
        })
    }

    fn parse(text: &str) -> Option<Self> {
        let (host, port) = split_port(text);
        Some(Self {
            host: TargetHost::parse(host)?,
            port: match port? {
                "*" => None,
                port => Some(port.parse().ok().filter(|port| *port != 0)?),
            },
        })
    }

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
