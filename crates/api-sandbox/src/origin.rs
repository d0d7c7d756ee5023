//! Whether a request comes from this machine's own programs, and not from a page that a browser shows.

use std::net::SocketAddr;

use http::header::{HOST, ORIGIN};
use http::request::Parts;

/// Why a request is refused: for another host's name, or from a page of another origin.
pub(crate) fn foreign(parts: &Parts, own: SocketAddr) -> Option<&'static str> {
    let header = |name| {
        parts
            .headers
            .get(name)
            .map(|value| value.to_str().unwrap_or("?"))
    };
    let is_own = |authority: &str| {
        let (host, port) = authority.rsplit_once(':').unwrap_or((authority, "80"));
        let host = host.eq_ignore_ascii_case("localhost") || host == own.ip().to_string();
        host && port == own.port().to_string()
    };
    if !header(HOST).is_some_and(is_own) {
        return Some("the Host header names another host");
    }
    let from_page = header(ORIGIN)?;
    let is_own = from_page.strip_prefix("http://").is_some_and(is_own);
    (!is_own).then_some("pages of other origins may not call the sandbox")
}
