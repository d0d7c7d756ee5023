//! The demo credentials.

use serde::{Deserialize, Serialize};

/// The prefix of all demo credentials, by which live ones are recognized.
pub(crate) const PREFIX: &str = "demo-";

/// An environment of the payments API. Each has credentials and a public key of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PaymentEnvironment {
    /// Test, `TEST` in the browser SDK.
    Test,
    /// Stage, `STG`.
    Stage,
    /// Production, `PRO`. In the sandbox no money moves there either.
    Production,
}

impl PaymentEnvironment {
    /// Test, stage and production, in this order.
    pub const ALL: [Self; 3] = [Self::Test, Self::Stage, Self::Production];

    /// Its name in base URLs, as in `test`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Test => "test",
            Self::Stage => "stage",
            Self::Production => "production",
        }
    }

    /// Its demo credentials.
    pub fn credentials(self) -> PaymentCredentials {
        let (client_id, client_secret, public_key) = match self {
            Self::Test => ("demo-client-id", "demo-client-secret", "demo-public-key"),
            Self::Stage => (
                "demo-client-id-stage",
                "demo-client-secret-stage",
                "demo-public-key-stage",
            ),
            Self::Production => (
                "demo-client-id-production",
                "demo-client-secret-production",
                "demo-public-key-production",
            ),
        };
        PaymentCredentials {
            client_id,
            client_secret,
            public_key,
        }
    }
}

/// The demo credentials of one environment of the payments API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PaymentCredentials {
    /// User name of HTTP Basic.
    pub client_id: &'static str,
    /// Password of HTTP Basic.
    pub client_secret: &'static str,
    /// `ClientPubKey` of `CreateRequest`.
    pub public_key: &'static str,
}

/// The demo credentials of one venue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct VenueCredentials {
    /// Version 3: password of HTTP Basic.
    pub venue_token: &'static str,
    /// Versions 1 and 2: the bearer token, and the `{token}` of paths.
    pub api_token: &'static str,
    /// Versions 1 and 2: a token for menu feeds, orders, quotes and the venue's information. The
    /// response to anything else is 403.
    pub menu_partner_token: &'static str,
    /// The key of the venue's menu feed: a text, for `GetMenuFeed`.
    pub menu_feed_key: &'static str,
    /// The id of the venue's menu feed, for the paths that accept one.
    pub menu_feed_id: i64,
}

/// The demo credentials of the point-of-sale and vendor APIs, the same in every sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Credentials {
    /// Version 3 and vendor API: user name of HTTP Basic.
    pub integrator_token: &'static str,
    /// Vendor API: password of HTTP Basic.
    pub vendor_token: &'static str,
    /// The two venues.
    pub venues: [VenueCredentials; 2],
    /// Version 3: the token of a venue that has disconnected itself. The response to it is 403.
    pub disconnected_venue_token: &'static str,
}

/// The demo credentials.
pub(crate) const CREDENTIALS: Credentials = Credentials {
    integrator_token: "demo-integrator-token",
    vendor_token: "demo-vendor-token",
    venues: [
        VenueCredentials {
            venue_token: "demo-venue-token",
            api_token: "demo-api-token",
            menu_partner_token: "demo-menu-partner-token",
            menu_feed_key: "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
            menu_feed_id: 501,
        },
        VenueCredentials {
            venue_token: "demo-venue-token-2",
            api_token: "demo-api-token-2",
            menu_partner_token: "demo-menu-partner-token-2",
            menu_feed_key: "1b2c3d4e-5f6a-4b7c-9d8e-0f1a2b3c4d5e",
            menu_feed_id: 502,
        },
    ],
    disconnected_venue_token: "demo-venue-token-disconnected",
};
