//! Where a sandbox is reached: its address, its scheme, its host names.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::tls::Tls;

/// The longest host name.
const MAX_HOST_NAME: usize = 253;

/// Where a sandbox is reached.
#[derive(Debug)]
pub(crate) struct Endpoint {
    pub(crate) address: SocketAddr,
    tls: Option<Tls>,
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
    pub(crate) fn new(
        address: SocketAddr,
        tls: Option<Tls>,
        allowed_hosts: Vec<AllowedHost>,
    ) -> Self {
        Self {
            address,
            tls,
            allowed_hosts,
        }
    }

    pub(crate) fn tls(&self) -> Option<&Tls> {
        self.tls.as_ref()
    }

    pub(crate) fn scheme(&self) -> &'static str {
        if self.tls.is_some() { "https" } else { "http" }
    }

    /// The URL on this machine, without a path.
    pub(crate) fn root_url(&self) -> String {
        let ip = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        let address = SocketAddr::new(ip, self.address.port());
        format!("{}://{address}", self.scheme())
    }

    /// Whether a `Host` header names this sandbox, for a connection to the local address.
    pub(crate) fn is_own_host(&self, authority: &str, local: SocketAddr) -> bool {
        let Some((name, port)) = self.split_authority(authority) else {
            return false;
        };
        let is_allowed = |allowed: &AllowedHost| {
            allowed.name.eq_ignore_ascii_case(name) && allowed.port.is_none_or(|own| own == port)
        };
        self.is_local_host(name, port, local) || self.allowed_hosts.iter().any(is_allowed)
    }

    /// Whether an `Origin` header is that of the sandbox's own pages, of a request for this host.
    pub(crate) fn is_own_origin(&self, origin: &str, host: &str, local: SocketAddr) -> bool {
        let scheme = self.scheme();
        let authority = origin
            .strip_prefix(scheme)
            .and_then(|rest| rest.strip_prefix("://"));
        authority.is_some_and(|authority| {
            let authority_parts = self.split_authority(authority);
            authority_parts.is_some_and(|(name, port)| {
                self.is_local_host(name, port, local)
                    || self.split_authority(host) == Some((name, port))
            })
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

    /// Host name and port, by default that of the scheme.
    fn split_authority<'a>(&self, authority: &'a str) -> Option<(&'a str, u16)> {
        match split_port(authority) {
            (name, None) => Some((name, if self.tls.is_some() { 443 } else { 80 })),
            (name, Some(port)) => Some((name, port.parse().ok()?)),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(address: &str, hosts: &[&str]) -> Endpoint {
        let hosts = hosts
            .iter()
            .map(|host| AllowedHost::new(host).expect("a host"));
        let address = address.parse().expect("an address");
        Endpoint::new(address, None, hosts.collect())
    }

    #[test]
    fn names_loopback_in_urls_of_all_interfaces() {
        for (address, url) in [
            ("127.0.0.1:4000", "http://127.0.0.1:4000"),
            ("0.0.0.0:4000", "http://127.0.0.1:4000"),
            ("[::]:4000", "http://[::1]:4000"),
            ("10.1.2.3:80", "http://10.1.2.3:80"),
        ] {
            assert_eq!(endpoint(address, &[]).root_url(), url);
        }
    }

    #[test]
    fn recognizes_its_hosts() {
        let local = "10.1.2.3:4000".parse().expect("an address");
        let endpoint = endpoint("0.0.0.0:4000", &["sandbox", "shop.test:80"]);
        for host in [
            "10.1.2.3:4000",
            "sandbox:4000",
            "SANDBOX",
            "sandbox:8080",
            "shop.test",
            "shop.test:80",
        ] {
            assert!(endpoint.is_own_host(host, local), "{host}");
        }
        for host in [
            "10.1.2.3",
            "10.1.2.4:4000",
            // Loopback is another machine for a connection from the network.
            "localhost:4000",
            "127.0.0.1:4000",
            "shop.test:4000",
            "evil.sandbox:4000",
            "sandbox.evil:4000",
            "sandbox:x",
            "",
        ] {
            assert!(!endpoint.is_own_host(host, local), "{host}");
        }
    }

    #[test]
    fn own_pages_are_of_the_same_origin() {
        let local = "127.0.0.1:4000".parse().expect("an address");
        let endpoint = endpoint("127.0.0.1:4000", &["sandbox"]);
        let is_own = |origin: &str, host: &str| endpoint.is_own_origin(origin, host, local);
        assert!(is_own("http://sandbox:4000", "sandbox:4000"));
        assert!(is_own("http://localhost:4000", "127.0.0.1:4000"));
        // A page of another service on the same host.
        assert!(!is_own("http://sandbox:3000", "sandbox:4000"));
        assert!(!is_own("https://sandbox:4000", "sandbox:4000"));
        assert!(!is_own("null", "sandbox:4000"));
    }

    #[test]
    fn rejects_invalid_allowed_hosts() {
        for host in [
            "",
            "http://shop",
            "shop/",
            "*",
            "shop:0",
            "shop:x",
            "a..b",
            "[::1",
        ] {
            let error = AllowedHost::new(host).expect_err("an error");
            let message = format!("invalid allowed host `{host}`: expected NAME or NAME:PORT");
            assert_eq!(error.to_string(), message);
        }
    }
}
