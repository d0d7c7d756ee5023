//! Coupons.

use serde::{Deserialize, Serialize};

use super::profile::VenueProfile;
use crate::state::time::Time;

/// A coupon.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Coupon {
    pub(crate) id: i64,
    pub(crate) name: String,
    /// In percent or in cents.
    pub(crate) amount: i64,
    pub(crate) percent: bool,
    pub(crate) active: bool,
    /// The products that it is restricted to; all if empty.
    pub(crate) product_ids: Vec<i64>,
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

impl Coupon {
    /// An active coupon for everything, at any time.
    pub(crate) fn new(id: i64, name: &str, amount: i64, percent: bool, now: Time) -> Self {
        Self {
            id,
            name: name.to_owned(),
            amount,
            percent,
            active: true,
            product_ids: Vec::new(),
            days: Vec::new(),
            points: 0,
            starts_at: None,
            expires_at: None,
            created_by: None,
            created_at: now,
            updated_at: now,
        }
    }

    /// Whether it is active, and not restricted to other products.
    pub(crate) fn applies_to(&self, product: i64) -> bool {
        self.active && (self.product_ids.is_empty() || self.product_ids.contains(&product))
    }
}

/// The coupons of every venue.
pub(crate) fn demo(profile: &VenueProfile, start: Time) -> Vec<Coupon> {
    let days = |days: i64| start.add_millis(Time::DAY_MILLIS * days);
    let coupon = |id, name, amount, percent| {
        let created_at = days(-30 * (id - 310));
        let created_by = Some("Paul Sample".to_owned());
        Coupon {
            created_by,
            ..Coupon::new(id, name, amount, percent, created_at)
        }
    };
    vec![
        coupon(311, "Ten percent off", 10, true),
        coupon(312, "Five off", 500, false),
        Coupon {
            days: vec!["thu".to_owned()],
            ..coupon(313, "Quarter off on Thursdays", 25, true)
        },
        Coupon {
            active: false,
            starts_at: Some(days(-400)),
            expires_at: Some(days(-310)),
            updated_at: days(-60),
            ..coupon(314, "Last year's summer sale", 50, true)
        },
        Coupon {
            product_ids: vec![profile.first_product_id, profile.first_product_id + 1],
            starts_at: Some(days(-20)),
            expires_at: Some(days(70)),
            ..coupon(315, "Staff picks", 15, true)
        },
        Coupon {
            points: 200,
            ..coupon(316, "Two hundred points", 1_000, false)
        },
    ]
}
