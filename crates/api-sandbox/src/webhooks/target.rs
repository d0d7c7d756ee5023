//! Where a callback may go: to loopback, and to addresses that are allowed by name. Nothing is resolved, so that no
//! resolver can lead it elsewhere.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// A place that a callback may go to.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) socket: SocketAddr,
    /// The `Host` header.
    pub(super) host: String,
    pub(super) path: String,
}

impl Target {
    /// Reads an address; the error says why it is refused.
    pub(super) fn read(
        address: &str,
        allowed: &[SocketAddr],
        own: SocketAddr,
    ) -> Result<Self, String> {
        let refused = |reason: &str| Err(reason.to_owned());
        if address.len() > 2_048
            || address
                .chars()
                .any(|letter| letter.is_control() || letter == ' ' || letter == '\\')
        {
            return refused("the address is too long, or has letters that no address has");
        }
        let Some(rest) = address.strip_prefix("http://") else {
            return refused("only http:// addresses are called");
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        if authority.contains(['@', '%']) {
            return refused("an address with a user or an escaped host is not called");
        }
        let (name, port) = match authority.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => match port.parse::<u16>() {
                Ok(port) if port != 0 => (name, port),
                _ => return refused("the port is no number"),
            },
            _ => (authority, 80),
        };
        let ip = match name
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'))
        {
            Some(name) => name.parse().ok().map(IpAddr::V6),
            None if name.eq_ignore_ascii_case("localhost") => Some(IpAddr::V4(Ipv4Addr::LOCALHOST)),
            // Four decimal numbers; any other spelling of an address is refused.
            None => name.parse().ok().map(IpAddr::V4),
        };
        let Some(ip) = ip else {
            return refused("the host is neither localhost nor an address in its usual form");
        };
        let socket = SocketAddr::new(ip, port);
        let loopback = matches!(ip, IpAddr::V4(ip) if ip.is_loopback());
        if !loopback && !allowed.contains(&socket) {
            return refused("the address is not on loopback, and was not allowed");
        }
        if port == own.port() && (loopback || ip.is_loopback() || ip.is_unspecified()) {
            return refused("the sandbox does not call itself");
        }
        let path = path.split('#').next().unwrap_or_default();
        let path = if path.starts_with('/') {
            path.to_owned()
        } else {
            format!("/{path}")
        };
        if !path.is_ascii() {
            return refused("the path has letters that are not escaped");
        }
        Ok(Self {
            socket,
            host: authority.to_owned(),
            path,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(address: &str) -> Result<Target, String> {
        let allowed: Vec<SocketAddr> = vec!["10.1.2.3:8080".parse().expect("an address")];
        Target::read(
            address,
            &allowed,
            "127.0.0.1:4000".parse().expect("an address"),
        )
    }

    #[test]
    fn loopback_and_what_is_allowed_is_called() {
        let target = read("http://127.0.0.1:9000/a/b?c=1#d").expect("a target");
        assert_eq!(
            (target.path.as_str(), target.host.as_str()),
            ("/a/b?c=1", "127.0.0.1:9000")
        );
        assert_eq!(
            read("http://localhost:9000?x=1").expect("a target").path,
            "/?x=1"
        );
        assert!(read("http://10.1.2.3:8080/hook").is_ok());
    }

    #[test]
    fn everything_else_is_refused() {
        for address in [
            "http://169.254.169.254/latest/meta-data/",
            "http://metadata.google.internal/",
            "http://10.0.0.1/",
            "http://10.1.2.3:8081/",
            "http://172.16.0.1/",
            "http://192.168.1.1/",
            "http://[::1]:9000/",
            "http://[::ffff:127.0.0.1]:9000/",
            "http://0.0.0.0:9000/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://0177.0.0.1/",
            "http://127.1/",
            "http://127.0.0.1.nip.io/",
            "file:///etc/passwd",
            "gopher://127.0.0.1:9000/",
            "https://127.0.0.1:9000/",
            "http://127.0.0.1:9000@example.com/",
            "http://user@127.0.0.1:9000/",
            "http://127.0.0.1:4000/api/v3/info",
            "http://localhost:4000/",
            "http://127.0.0.1:99999/",
            "http://127.0.0.1:0/",
            "http://127.0.0.1:9000/\r\nX: y",
            "http://",
            "",
        ] {
            assert!(read(address).is_err(), "{address}");
        }
    }
}
