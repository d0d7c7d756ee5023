//! The URLs of requests, as reqwest needs them.

use std::sync::OnceLock;

use http::Uri;
use http::uri::{Authority, Scheme};
use url::Url;

/// The origin of the first request. URLs of the same origin are made of it: to parse the host of
/// each costs a small call some percent.
#[derive(Default)]
pub(crate) struct Origin(OnceLock<ParsedOrigin>);

struct ParsedOrigin {
    scheme: Scheme,
    authority: Authority,
    /// Without path and query, which may have personal data.
    url: Url,
}

impl Origin {
    /// The same URL. `None` if it is invalid.
    pub(crate) fn url(&self, uri: &Uri) -> Option<Url> {
        let (scheme, authority) = (uri.scheme()?, uri.authority()?);
        let origin = match self.0.get() {
            Some(origin) => origin,
            None => {
                let url = Url::parse(&format!("{scheme}://{authority}")).ok()?;
                self.0.get_or_init(|| ParsedOrigin {
                    scheme: scheme.clone(),
                    authority: authority.clone(),
                    url,
                })
            }
        };
        // `Authority` ignores case, also that of a password.
        if origin.scheme != *scheme || origin.authority.as_str() != authority.as_str() {
            return Url::parse(&uri.to_string()).ok();
        }
        let mut url = origin.url.clone();
        url.set_path(uri.path());
        url.set_query(uri.query());
        Some(url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_of_an_origin_are_those_that_would_be_parsed() {
        let origin = Origin::default();
        for text in [
            "http://shop.example/api/orders/7",
            "http://shop.example/api/orders/7?page=1&q[name_eq]=a%20b",
            "http://shop.example",
            "http://shop.example/",
            "http://shop.example/?",
            "http://shop.example?a='b'",
            "http://shop.example/a/../b/./%2e%2e/c//d/",
            "http://shop.example/{a}|b%zz~",
            "http://SHOP.example/a",
            "http://shop.example:80/a",
            "http://shop.example:8080/a",
            "https://shop.example/a?b",
            "http://ada:word@shop.example/a",
            "http://ada:WORD@shop.example/a",
            "http://127.0.0.1:9/a",
            "http://[::1]:9/a",
        ] {
            let uri: Uri = text.parse().unwrap();
            let parsed = Url::parse(&uri.to_string()).unwrap();
            assert_eq!(origin.url(&uri), Some(parsed.clone()), "{text}");
            assert_eq!(Origin::default().url(&uri), Some(parsed), "{text}");
        }
    }

    #[test]
    fn invalid_urls_and_paths_have_no_url() {
        for text in ["http://1.2.3.256/", "/orders"] {
            let uri: Uri = text.parse().unwrap();
            assert_eq!(Origin::default().url(&uri), None, "{text}");
        }
    }
}
