//! Venues with their credentials.

use serde::Serialize;

/// A venue with its credentials, see [`VenueCredentials`](crate::VenueCredentials).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct VenueAccess {
    /// Its id, such as 12.
    pub id: i64,
    /// Its name, which is no key.
    pub name: String,
    /// Version 3: password of HTTP Basic.
    pub venue_token: String,
    /// Versions 1 and 2: the bearer token, and the `{token}` of paths.
    pub api_token: String,
    /// Versions 1 and 2: the token of a menu partner.
    pub menu_partner_token: String,
    /// The key of its menu feed: a text, for `GetMenuFeed`.
    pub menu_feed_key: String,
    /// The id of its menu feed, for the paths that accept one.
    pub menu_feed_id: i64,
}
