//! Whether a request comes from this machine's own programs, and not from a page that a browser shows.

use std::net::SocketAddr;

use http::header::{HOST, HeaderName, ORIGIN};
use http::request::Parts;

/// Why a request is refused: it names another host than this one, as a name does that was bound to this address.
pub(crate) fn foreign_host(parts: &Parts, own: SocketAddr) -> Option<&'static str> {
    let is_own = header(parts, HOST).is_some_and(|host| names(host, own));
    (!is_own).then_some("the Host header names another host")
}

/// Why a request is refused: it comes from a page of another origin.
pub(crate) fn foreign_page(parts: &Parts, own: SocketAddr) -> Option<&'static str> {
    let origin = header(parts, ORIGIN)?;
    let is_own = origin
        .strip_prefix("http://")
        .is_some_and(|host| names(host, own));
    (!is_own).then_some("pages of other origins may not call the sandbox")
}

/// Why the SDK script is refused: the page that loads it is not on this machine.
pub(crate) fn remote_page(parts: &Parts) -> Option<&'static str> {
    let origin = header(parts, ORIGIN)?;
    let host = origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"))
        .map(|authority| match authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            _ => authority,
        });
    let is_local = host.is_some_and(|host| {
        ["localhost", "127.0.0.1", "[::1]"].contains(&host) || host.ends_with(".localhost")
    });
    (!is_local).then_some("pages of other machines may not load the SDK script")
}

fn header(parts: &Parts, name: HeaderName) -> Option<&str> {
    let value = parts.headers.get(name)?;
    Some(value.to_str().unwrap_or("?"))
}

fn names(authority: &str, own: SocketAddr) -> bool {
    let (host, port) = authority.rsplit_once(':').unwrap_or((authority, "80"));
    let host = host.eq_ignore_ascii_case("localhost") || host.parse() == Ok(own.ip());
    host && port.parse() == Ok(own.port())
}
