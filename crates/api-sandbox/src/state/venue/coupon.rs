//! Coupons.

use serde::{Deserialize, Serialize};

use crate::state::time::Time;

/// A coupon: of a percentage, or of an amount.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default = "Coupon::blank", deny_unknown_fields)]
pub(crate) struct Coupon {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) percent: Option<i64>,
    pub(crate) amount_cents: Option<i64>,
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

impl Coupon {
    /// The members that are not given.
    fn blank() -> Self {
        Self {
            active: true,
            ..Self::default()
        }
    }

    /// Whether it is active, and not restricted to other products.
    pub(crate) fn applies_to(&self, product: i64) -> bool {
        self.active && (self.products.is_empty() || self.products.contains(&product))
    }
}
