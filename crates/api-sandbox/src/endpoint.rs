//! Where a sandbox is reached: its address and its host names.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// The longest host name.
const MAX_HOST_NAME: usize = 253;

/// Where a sandbox is reached.
#[derive(Debug)]
pub(crate) struct Endpoint {
    pub(crate) address: SocketAddr,
    allowed_hosts: Vec<AllowedHost>,
}

/// A host name of `Host` headers.
#[derive(Debug)]
pub(crate) struct AllowedHost {
    pub(crate) name: String,
    /// `None` is every port, as those of a container are mapped to others.
    port: Option<u16>,
}

impl Endpoint {
    /// An endpoint that is reached by these host names, too.
    pub(crate) fn new(address: SocketAddr, allowed_hosts: Vec<AllowedHost>) -> Self {
        Self {
            address,
            allowed_hosts,
        }
    }

    /// The URL on this machine, without a path.
    pub(crate) fn root_url(&self) -> String {
        let ip = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        let address = SocketAddr::new(ip, self.address.port());
        format!("http://{address}")
    }

    /// Whether a `Host` header names this sandbox, for a connection to the local address.
    pub(crate) fn is_own_host(&self, authority: &str, local: SocketAddr) -> bool {
        let Some((name, port)) = split_authority(authority) else {
            return false;
        };
        let is_allowed = |allowed: &AllowedHost| {
            allowed.name.eq_ignore_ascii_case(name) && allowed.port.is_none_or(|own| own == port)
        };
        self.is_local_host(name, port, local) || self.allowed_hosts.iter().any(is_allowed)
    }

    /// Whether an `Origin` header is that of the sandbox's own pages, of a request for this host.
    pub(crate) fn is_own_origin(&self, origin: &str, host: &str, local: SocketAddr) -> bool {
        let authority = origin.strip_prefix("http://").and_then(split_authority);
        authority.is_some_and(|(name, port)| {
            self.is_local_host(name, port, local) || split_authority(host) == Some((name, port))
        })
    }

    /// Whether this is an allowed host name, on any port.
    pub(crate) fn is_allowed_name(&self, name: &str) -> bool {
        let mut hosts = self.allowed_hosts.iter();
        hosts.any(|host| host.name.eq_ignore_ascii_case(name))
    }

    fn is_local_host(&self, name: &str, port: u16, local: SocketAddr) -> bool {
        let is_loopback = || local.ip().is_loopback() && name.eq_ignore_ascii_case("localhost");
        let ip = name.trim_start_matches('[').trim_end_matches(']').parse();
        // An IPv4 client of an IPv6 socket has a mapped address.
        let is_name = is_loopback() || ip == Ok(local.ip().to_canonical());
        is_name && port == self.address.port()
    }
}

/// Host name and port, by default that of http.
fn split_authority(authority: &str) -> Option<(&str, u16)> {
    match split_port(authority) {
        (name, None) => Some((name, 80)),
        (name, Some(port)) => Some((name, port.parse().ok()?)),
    }
}

impl AllowedHost {
    /// Parses `NAME` or `NAME:PORT`.
    pub(crate) fn new(host: &str) -> io::Result<Self> {
        Self::parse(host).ok_or_else(|| {
            let message = format!("invalid allowed host `{host}`: expected NAME or NAME:PORT");
            io::Error::new(io::ErrorKind::InvalidInput, message)
        })
    }

    fn parse(host: &str) -> Option<Self> {
        let (name, port) = split_port(host);
        let port = match port {
            Some(port) => Some(port.parse().ok().filter(|port| *port != 0)?),
            None => None,
        };
        let is_address = name
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'))
            .is_some_and(|name| name.parse::<Ipv6Addr>().is_ok());
        let is_name = is_host_name(name);
        (is_address || is_name).then(|| Self {
            name: name.to_owned(),
            port,
        })
    }
}

/// Whether this is a host name or an IPv4 address.
pub(crate) fn is_host_name(name: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    name.len() <= MAX_HOST_NAME && name.split('.').all(is_label)
}

/// The part before the port, and the port. The colons of an IPv6 address are in brackets.
pub(crate) fn split_port(authority: &str) -> (&str, Option<&str>) {
    match authority.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, Some(port)),
        _ => (authority, None),
    }
}
