//! Sales.

use serde::{Deserialize, Serialize};

use crate::state::time::Time;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Sale {
    pub(crate) id: i64,
    pub(crate) ordered_at: Time,
    pub(crate) till_id: i64,
    pub(crate) customer_id: Option<i64>,
    pub(crate) user_id: i64,
    /// The order that it fulfills.
    pub(crate) order_id: Option<i64>,
    pub(crate) source: String,
    pub(crate) payment: String,
    pub(crate) revisions: i64,
    pub(crate) lines: Vec<Line>,
    pub(crate) updated_at: Time,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Line {
    pub(crate) id: i64,
    pub(crate) product_id: i64,
    pub(crate) sku: i64,
    pub(crate) quantity: i64,
    pub(crate) sub_total: i64,
    pub(crate) discount: i64,
    /// The coupons of the discount, with their names.
    pub(crate) coupons: Vec<(i64, String)>,
    /// Taxes on top of the price. Included taxes are part of `sub_total`.
    pub(crate) tax: i64,
    pub(crate) cost: i64,
}

impl Line {
    /// The amount paid.
    pub(crate) fn total(&self) -> i64 {
        self.sub_total - self.discount + self.tax
    }
}

impl Sale {
    /// The sum of an amount of its lines.
    pub(crate) fn sum(&self, amount: impl Fn(&Line) -> i64) -> i64 {
        self.lines.iter().map(amount).sum()
    }
}
