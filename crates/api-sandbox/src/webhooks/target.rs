//! Allowed targets of callbacks: loopback, and the configured addresses. Host names are not
//! resolved, so that DNS cannot redirect a callback.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The longest URL.
const MAX_URL: usize = 2_048;

/// An allowed target.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) socket: SocketAddr,
    /// The `Host` header.
    pub(super) host: String,
    pub(super) path: String,
}

impl Target {
    /// Parses and checks a URL.
    pub(super) fn from_url(
        url: &str,
        allowed: &[SocketAddr],
        own: SocketAddr,
    ) -> Result<Self, &'static str> {
        if url.len() > MAX_URL
            || url
                .chars()
                .any(|char| char.is_control() || char == ' ' || char == '\\')
        {
            return Err("the URL is too long or has invalid characters");
        }
        let Some(rest) = url.strip_prefix("http://") else {
            return Err("expected an http:// URL");
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        if authority.contains(['@', '%']) {
            return Err("user info and escaped hosts are not allowed");
        }
        let (name, port) = match authority.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => match port.parse::<u16>() {
                Ok(port) if port != 0 => (name, port),
                _ => return Err("invalid port"),
            },
            _ => (authority, 80),
        };
        let ip = match name
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'))
        {
            Some(name) => name.parse().ok().map(IpAddr::V6),
            None if name.eq_ignore_ascii_case("localhost") => Some(IpAddr::V4(Ipv4Addr::LOCALHOST)),
            // Four decimal numbers; other notations of an address are invalid.
            None => name.parse().ok().map(IpAddr::V4),
        };
        let Some(ip) = ip else {
            return Err("expected localhost or an IP address as host");
        };
        let socket = SocketAddr::new(ip, port);
        let loopback = matches!(ip, IpAddr::V4(ip) if ip.is_loopback());
        if !loopback && !allowed.contains(&socket) {
            return Err("the address is neither on loopback nor allowed");
        }
        if port == own.port() && (loopback || ip.is_loopback() || ip.is_unspecified()) {
            return Err("the sandbox must not call itself");
        }
        let path = path.split('#').next().unwrap_or_default();
        let path = if path.starts_with('/') {
            path.to_owned()
        } else {
            format!("/{path}")
        };
        if !path.is_ascii() {
            return Err("the path has unescaped characters");
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

    fn parse(url: &str) -> Result<Target, &'static str> {
        let allowed: Vec<SocketAddr> = vec!["10.1.2.3:8080".parse().expect("an address")];
        Target::from_url(url, &allowed, "127.0.0.1:4000".parse().expect("an address"))
    }

    #[test]
    fn allows_loopback_and_configured_addresses() {
        let target = parse("http://127.0.0.1:9000/a/b?c=1#d").expect("a target");
        assert_eq!(
            (target.path.as_str(), target.host.as_str()),
            ("/a/b?c=1", "127.0.0.1:9000")
        );
        assert_eq!(
            parse("http://localhost:9000?x=1").expect("a target").path,
            "/?x=1"
        );
        assert!(parse("http://10.1.2.3:8080/hook").is_ok());
    }

    #[test]
    fn blocks_all_other_urls() {
        for url in [
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
            assert!(parse(url).is_err(), "{url}");
        }
    }
}
