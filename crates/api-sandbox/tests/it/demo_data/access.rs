//! Credentials and ids of the demo venues.

use crate::common::Auth;

/// A venue's credentials, and the ids of its records.
pub(super) struct Access {
    pub(super) bearer: Auth<'static>,
    pub(super) basic: Auth<'static>,
    pub(super) token: &'static str,
    pub(super) feed: &'static str,
    pub(super) first_id: i64,
    pub(super) product: i64,
}

pub(super) const ACCESS: [Access; 2] = [
    Access {
        bearer: Auth::Bearer("demo-api-token"),
        basic: Auth::Basic("demo-integrator-token", "demo-venue-token"),
        token: "demo-api-token",
        feed: "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
        first_id: 8_801,
        product: 7_001,
    },
    Access {
        bearer: Auth::Bearer("demo-api-token-2"),
        basic: Auth::Basic("demo-integrator-token", "demo-venue-token-2"),
        token: "demo-api-token-2",
        feed: "1b2c3d4e-5f6a-4b7c-9d8e-0f1a2b3c4d5e",
        first_id: 18_801,
        product: 17_001,
    },
];

pub(super) const VENUES: [i64; 2] = [12, 34];
