//! Allowed targets of callbacks: loopback, and the configured ones.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use http::Uri;
use http::uri::PathAndQuery;

use super::allowed::{CallbackTarget, TargetHost};
use crate::endpoint::split_port;

/// An allowed target.
pub(super) struct Target {
    name: TargetHost,
    port: u16,
    /// The `Host` header.
    pub(super) host: String,
    pub(super) path: String,
}

impl Target {
    /// Parses and checks a URL.
    pub(super) fn from_url(
        url: &str,
        allowed: &[CallbackTarget],
        own: SocketAddr,
    ) -> Result<Self, &'static str> {
        let uri: Uri = url.parse().map_err(|_| "not a URL")?;
        let authority = match (uri.scheme_str(), uri.authority()) {
            (Some("http"), Some(authority)) if url.is_ascii() => authority.as_str(),
            _ => return Err("expected an http:// URL without unescaped characters"),
        };
        if authority.contains(['@', '%']) {
            return Err("user info and escaped hosts are not allowed");
        }
        let (host, port) = split_port(authority);
        let port = match port.map(str::parse::<u16>) {
            None => 80,
            Some(Ok(port)) if port != 0 => port,
            Some(_) => return Err("invalid port"),
        };
        let name = if host.eq_ignore_ascii_case("localhost") {
            TargetHost::Ip(Ipv4Addr::LOCALHOST.into())
        } else {
            TargetHost::parse(host).ok_or("expected a host name or an IP address as host")?
        };
        let loopback = matches!(name, TargetHost::Ip(IpAddr::V4(ip)) if ip.is_loopback());
        if !loopback && !allowed.iter().any(|allowed| allowed.allows(&name, port)) {
            return Err("the host is neither on IPv4 loopback nor allowed");
        }
        if matches!(name, TargetHost::Ip(ip) if is_own(SocketAddr::new(ip, port), own)) {
            return Err(OWN);
        }
        // It has a slash at its start, and no fragment.
        let path = uri.path_and_query().map(PathAndQuery::to_string);
        Ok(Self {
            name,
            port,
            host: authority.to_owned(),
            path: path.unwrap_or_default(),
        })
    }

    /// Its addresses. A name is resolved.
    pub(super) async fn resolve(&self, own: SocketAddr) -> io::Result<Vec<SocketAddr>> {
        let name = match &self.name {
            TargetHost::Ip(ip) => return Ok(vec![SocketAddr::new(*ip, self.port)]),
            TargetHost::Name(name) => name.as_str(),
        };
        let addresses: Vec<_> = tokio::net::lookup_host((name, self.port)).await?.collect();
        if addresses.iter().any(|address| is_own(*address, own)) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, OWN));
        }
        Ok(addresses)
    }
}

const OWN: &str = "the sandbox must not call itself";

/// Whether an address is that of the sandbox.
fn is_own(address: SocketAddr, own: SocketAddr) -> bool {
    let ip = address.ip().to_canonical();
    let is_own_ip = ip.is_loopback() || ip.is_unspecified() || ip == own.ip();
    is_own_ip && address.port() == own.port()
}
