//! Coupons.

use serde::{Deserialize, Serialize};

use super::profile::VenueProfile;
use crate::state::time::Time;

/// A coupon: of a percentage, or of an amount.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Coupon {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) percent: Option<i64>,
    pub(crate) amount_cents: Option<i64>,
    #[serde(default = "yes")]
    pub(crate) active: bool,
    /// The products that it is restricted to; all if empty.
    pub(crate) products: Vec<i64>,
    /// The days of the week, in three letters; all if empty.
    pub(crate) days: Vec<String>,
    /// Its value in points.
    pub(crate) points: i64,
    pub(crate) starts_at: Option<Time>,
    pub(crate) expires_at: Option<Time>,
    pub(crate) created_by: Option<String>,
    pub(crate) created_at: Time,
    pub(crate) updated_at: Time,
}

pub(super) fn yes() -> bool {
    true
}

impl Coupon {
    /// Whether it is active, and not restricted to other products.
    pub(crate) fn applies_to(&self, product: i64) -> bool {
        self.active && (self.products.is_empty() || self.products.contains(&product))
    }
}

/// The coupons of every venue.
pub(crate) fn demo(profile: &VenueProfile, start: Time) -> Vec<Coupon> {
    let days = |days: i64| start.add_millis(Time::DAY_MILLIS * days);
    let coupon = |id, name: &str| Coupon {
        id,
        name: name.to_owned(),
        active: true,
        created_by: Some("Paul Sample".to_owned()),
        created_at: days(-30 * (id - 310)),
        updated_at: days(-30 * (id - 310)),
        ..Coupon::default()
    };
    vec![
        Coupon {
            percent: Some(10),
            ..coupon(311, "Ten percent off")
        },
        Coupon {
            amount_cents: Some(500),
            ..coupon(312, "Five off")
        },
        Coupon {
            percent: Some(25),
            days: vec!["thu".to_owned()],
            ..coupon(313, "Quarter off on Thursdays")
        },
        Coupon {
            percent: Some(50),
            active: false,
            starts_at: Some(days(-400)),
            expires_at: Some(days(-310)),
            updated_at: days(-60),
            ..coupon(314, "Last year's summer sale")
        },
        Coupon {
            percent: Some(15),
            products: vec![profile.first_product_id, profile.first_product_id + 1],
            starts_at: Some(days(-20)),
            expires_at: Some(days(70)),
            ..coupon(315, "Staff picks")
        },
        Coupon {
            amount_cents: Some(1_000),
            points: 200,
            ..coupon(316, "Two hundred points")
        },
    ]
}
