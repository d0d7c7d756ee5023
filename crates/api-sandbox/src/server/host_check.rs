//! Rejects requests of web pages and for other hosts, as in DNS rebinding.

use std::net::SocketAddr;

use http::header::{HOST, HeaderName, ORIGIN};
use http::request::Parts;

use crate::endpoint::{Endpoint, split_port};

/// The `Host` header, which names this server.
pub(super) fn check_host<'h>(
    head: &'h Parts,
    endpoint: &Endpoint,
    local: SocketAddr,
) -> Result<&'h str, &'static str> {
    header(head, HOST)
        .filter(|host| endpoint.is_own_host(host, local))
        .ok_or("the Host header names another host")
}

/// The request is not made by a page of another origin.
pub(super) fn check_origin(
    head: &Parts,
    host: &str,
    endpoint: &Endpoint,
    local: SocketAddr,
) -> Result<(), &'static str> {
    let is_own =
        header(head, ORIGIN).is_none_or(|origin| endpoint.is_own_origin(origin, host, local));
    if is_own {
        Ok(())
    } else {
        Err("pages of other origins may not call the sandbox")
    }
}

/// The request is made by a page of this machine or of an allowed host.
pub(super) fn check_local_origin(head: &Parts, endpoint: &Endpoint) -> Result<(), &'static str> {
    let is_local = header(head, ORIGIN).is_none_or(|origin| {
        let authority = origin
            .strip_prefix("http://")
            .or_else(|| origin.strip_prefix("https://"));
        authority.is_some_and(|authority| {
            let (name, _) = split_port(authority);
            ["localhost", "127.0.0.1", "[::1]"].contains(&name)
                || name.ends_with(".localhost")
                || endpoint.is_allowed_name(name)
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
