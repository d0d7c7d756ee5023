//! Rejects requests of web pages and for other hosts, as in DNS rebinding.

use std::net::SocketAddr;

use http::header::{HOST, HeaderName, ORIGIN};
use http::request::Parts;

/// The `Host` header names this server.
pub(super) fn check_host(head: &Parts, own: SocketAddr) -> Result<(), &'static str> {
    let is_own = header(head, HOST).is_some_and(|host| is_authority(host, own));
    if is_own {
        Ok(())
    } else {
        Err("the Host header names another host")
    }
}

/// The request is not made by a page of another origin.
pub(super) fn check_origin(head: &Parts, own: SocketAddr) -> Result<(), &'static str> {
    let is_own = header(head, ORIGIN).is_none_or(|origin| {
        let host = origin.strip_prefix("http://");
        host.is_some_and(|host| is_authority(host, own))
    });
    if is_own {
        Ok(())
    } else {
        Err("pages of other origins may not call the sandbox")
    }
}

/// The request is not made by a page of another machine.
pub(super) fn check_local_origin(head: &Parts) -> Result<(), &'static str> {
    let is_local = header(head, ORIGIN).is_none_or(|origin| {
        let authority = origin
            .strip_prefix("http://")
            .or_else(|| origin.strip_prefix("https://"));
        let host = authority.map(|authority| match authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            _ => authority,
        });
        host.is_some_and(|host| {
            ["localhost", "127.0.0.1", "[::1]"].contains(&host) || host.ends_with(".localhost")
        })
    });
    if is_local {
        Ok(())
    } else {
        Err("pages of other machines may not load the SDK script")
    }
}

fn header(head: &Parts, name: HeaderName) -> Option<&str> {
    let value = head.headers.get(name)?;
    Some(value.to_str().unwrap_or("?"))
}

fn is_authority(authority: &str, own: SocketAddr) -> bool {
    let (host, port) = authority.rsplit_once(':').unwrap_or((authority, "80"));
    let is_host = host.eq_ignore_ascii_case("localhost") || host.parse() == Ok(own.ip());
    is_host && port.parse() == Ok(own.port())
}
