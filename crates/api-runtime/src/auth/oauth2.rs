//! The client credentials grant of OAuth 2: what a token is requested with.

use std::fmt;

use http::HeaderValue;

/// The client credentials grant of an API (OAuth 2, RFC 6749 section 4.4): where a token is
/// requested, and with which scopes.
///
/// Generated credentials pass it to [`Authorization::oauth2`](crate::Authorization::oauth2).
#[doc(alias = "token endpoint")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OAuth2 {
    pub(crate) endpoint: TokenEndpoint,
    pub(crate) scopes: &'static [&'static str],
}

/// Where tokens are requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TokenEndpoint {
    /// A path after the base URL.
    Path(&'static str),
    /// An origin, and a path after it.
    Url(&'static str, &'static str),
}

impl OAuth2 {
    /// A token endpoint at a path after the base URL, such as `/oauth/token`.
    pub const fn from_path(path: &'static str) -> Self {
        Self {
            endpoint: TokenEndpoint::Path(path),
            scopes: &[],
        }
    }

    /// A token endpoint of another host, such as `https://auth.example` and `/oauth/token`. A client
    /// whose base URL is plain http, for a sandbox, cannot connect to it.
    pub const fn from_origin_and_path(origin: &'static str, path: &'static str) -> Self {
        Self {
            endpoint: TokenEndpoint::Url(origin, path),
            scopes: &[],
        }
    }

    /// Sets the scopes of the token. None are requested by default.
    pub const fn scopes(mut self, scopes: &'static [&'static str]) -> Self {
        self.scopes = scopes;
        self
    }
}

/// What a token is requested with.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct TokenGrant {
    pub(crate) oauth2: OAuth2,
    /// The id and the secret of the client, as an `Authorization` header.
    pub(crate) client: HeaderValue,
}

impl fmt::Debug for TokenGrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TokenGrant")
            .field("oauth2", &self.oauth2)
            .finish_non_exhaustive()
    }
}
