//! Venues with their credentials.

use serde::Serialize;

use crate::state::venue::profile::VenueProfile;

/// A venue with its credentials, see [`VenueCredentials`](crate::VenueCredentials).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct VenueAccess {
    /// Its id.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Version 3: password of HTTP Basic.
    pub venue_token: String,
    /// Versions 1 and 2: the bearer token, and the `{token}` of paths.
    pub api_token: String,
    /// Versions 1 and 2: the token of a menu partner.
    pub menu_partner_token: String,
    /// The key of its menu feed.
    pub menu_feed_key: String,
    /// The id of its menu feed.
    pub menu_feed_id: i64,
}

impl VenueAccess {
    pub(crate) fn new(profile: &VenueProfile) -> Self {
        let tokens = profile.tokens.clone();
        Self {
            id: profile.id,
            name: profile.name.clone(),
            venue_token: tokens.venue_token,
            api_token: tokens.api_token,
            menu_partner_token: tokens.menu_partner_token,
            menu_feed_key: tokens.menu_feed_key,
            menu_feed_id: tokens.menu_feed_id,
        }
    }
}
