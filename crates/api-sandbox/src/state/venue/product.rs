//! Products.

use serde::{Deserialize, Serialize};

use crate::state::decimal::{Thousandths, percentage};
use crate::state::time::Time;

/// A product with its prices.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default = "Product::blank", deny_unknown_fields)]
pub(crate) struct Product {
    pub(crate) id: i64,
    pub(crate) name: String,
    /// The name of its group.
    pub(crate) group: String,
    pub(crate) brand: String,
    pub(crate) strain: String,
    pub(crate) flower_type: String,
    pub(crate) medical_only: bool,
    pub(crate) active: bool,
    /// Of a regulated product.
    pub(crate) thc_percent: Option<Thousandths>,
    pub(crate) cbd_percent: Option<Thousandths>,
    pub(crate) prices: Vec<Price>,
    pub(crate) created_at: Time,
    pub(crate) updated_at: Time,
}

impl Product {
    /// The group of a product without one.
    pub(crate) const WITHOUT_GROUP: &str = "Products";

    /// The members that are not given.
    fn blank() -> Self {
        Self {
            group: Self::WITHOUT_GROUP.to_owned(),
            active: true,
            ..Self::default()
        }
    }

    /// The product with its price of this SKU.
    pub(crate) fn with_price(&self, sku: i64) -> Option<(&Self, &Price)> {
        let mut prices = self.prices.iter();
        Some((self, prices.find(|price| price.sku == sku)?))
    }

    /// Its price of this SKU, to be changed.
    pub(crate) fn price_mut(&mut self, sku: i64) -> Option<&mut Price> {
        self.prices.iter_mut().find(|price| price.sku == sku)
    }

    /// THC and CBD in percent, of a regulated product.
    pub(crate) fn potency(&self) -> Option<(Thousandths, Thousandths)> {
        let (thc, cbd) = (self.thc_percent, self.cbd_percent);
        let is_regulated = thc.is_some() || cbd.is_some();
        is_regulated.then(|| (thc.unwrap_or_default(), cbd.unwrap_or_default()))
    }
}

/// A price of a product, for one of its sizes, and the stock of that size.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default = "Price::blank", deny_unknown_fields)]
pub(crate) struct Price {
    pub(crate) sku: i64,
    /// The name of the size.
    pub(crate) name: String,
    pub(crate) price_cents: i64,
    pub(crate) medical_price_cents: Option<i64>,
    pub(crate) cost_cents: Option<i64>,
    /// The amount of one unit, in grams if it is weighed.
    pub(crate) unit: Thousandths,
    pub(crate) unit_type: String,
    pub(crate) on_hand: Thousandths,
    pub(crate) supplier: String,
    /// The price before the last change.
    pub(crate) last_price_cents: Option<i64>,
    /// The units sold.
    pub(crate) sold: i64,
    pub(crate) last_sold_at: Option<Time>,
    /// The number of deliveries.
    pub(crate) deliveries: i64,
    pub(crate) last_received: Thousandths,
    pub(crate) last_received_at: Option<Time>,
    /// When price or stock changed.
    pub(crate) updated_at: Time,
}

impl Price {
    /// The members that are not given.
    fn blank() -> Self {
        Self {
            name: "Each".to_owned(),
            unit: Thousandths::from_units(1),
            unit_type: "units".to_owned(),
            supplier: SUPPLIERS[0].to_owned(),
            ..Self::default()
        }
    }

    /// What the venue pays for one unit.
    pub(crate) fn cost(&self) -> i64 {
        self.cost_cents
            .unwrap_or_else(|| percentage(self.price_cents, 55_000))
    }
}

/// The suppliers of the demo data.
pub(crate) const SUPPLIERS: [&str; 3] = [
    "Green Valley Supply",
    "Front Range Wholesale",
    "Mill Lane Trading",
];

/// The id of a supplier; those of the demo data are 71 and more, in the order of their list.
pub(crate) fn supplier_id(name: &str) -> i64 {
    let index = SUPPLIERS.iter().position(|supplier| *supplier == name);
    71 + index.unwrap_or(SUPPLIERS.len()) as i64
}
