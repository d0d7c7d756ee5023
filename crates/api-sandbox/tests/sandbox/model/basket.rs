//! Prices of a basket, calculated from the menu, the venue's taxes and the README.

use std::collections::{BTreeMap, BTreeSet};

use super::step::{Choice, Line};

/// The number of prices that the sequences use.
pub(super) const PRICES: usize = 7;
/// The id of an unknown price.
const UNKNOWN_PRICE: i64 = 999_999;
/// The largest quantity of an item.
const MAX_QUANTITY: i64 = 1_000_000;

/// A price of the menu.
#[derive(Clone, Debug)]
pub(super) struct Price {
    pub(super) id: i64,
    pub(super) product: i64,
    pub(super) cents: i64,
    /// The name of its purchase limit, and thousandths of a gram per unit.
    pub(super) limit: Option<(&'static str, i64)>,
}

/// A tax: thousandths of a percent, and whether prices include it.
#[derive(Clone, Debug)]
pub(super) struct Tax {
    pub(super) rate: i64,
    pub(super) included: bool,
}

/// The prices and taxes of a venue.
#[derive(Clone, Debug)]
pub(super) struct Menu {
    pub(super) prices: Vec<Price>,
    pub(super) taxes: Vec<Tax>,
}

/// An item of a basket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) price: i64,
    pub(super) quantity: i64,
    pub(super) discount: i64,
    pub(super) coupons: Vec<i64>,
}

/// A basket with its prices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Costs {
    /// The price, the discount and the tax on top of each item.
    pub(super) items: Vec<(i64, i64, i64)>,
    pub(super) subtotal: i64,
    pub(super) discount: i64,
    pub(super) tax: i64,
    pub(super) total: i64,
    /// The amount of each tax of the venue.
    pub(super) taxes: Vec<i64>,
    pub(super) coupons: BTreeSet<i64>,
    /// Thousandths of a gram.
    pub(super) limits: BTreeMap<&'static str, i64>,
}

impl Menu {
    /// The ids of the price and of the product in the request.
    pub(super) fn chosen(&self, choice: Choice) -> (i64, i64) {
        match choice {
            Choice::Price(index) => (self.prices[index].id, self.prices[index].product),
            Choice::WrongParent(index) => (self.prices[index].id, self.prices[index].product + 1),
            Choice::Unknown => (UNKNOWN_PRICE, self.prices[0].product),
        }
    }

    pub(super) fn item(&self, line: &Line) -> Item {
        Item {
            price: self.chosen(line.choice).0,
            quantity: line.quantity.unwrap_or(1),
            discount: line.discount.unwrap_or(0),
            coupons: line.coupons.clone(),
        }
    }

    /// The costs of the basket; `None` if it is invalid.
    pub(super) fn costs(&self, items: &[Item]) -> Option<Costs> {
        if items.is_empty() {
            return None;
        }
        let mut costs = Costs {
            taxes: vec![0; self.taxes.len()],
            ..Default::default()
        };
        for item in items {
            let price = self.prices.iter().find(|price| price.id == item.price)?;
            if item.quantity < 1 || item.quantity > MAX_QUANTITY {
                return None;
            }
            let amount = price.cents * item.quantity;
            let active: BTreeSet<i64> = item
                .coupons
                .iter()
                .copied()
                .filter(|coupon| [311, 312, 313].contains(coupon))
                .collect();
            let requested = if active.is_empty() {
                item.discount
            } else {
                active
                    .iter()
                    .map(|coupon| match coupon {
                        311 => half_up(amount * 10, 100),
                        313 => half_up(amount * 25, 100),
                        _ => 500,
                    })
                    .sum()
            };
            let discount = requested.max(0).min(amount);
            let mut added = 0;
            for (sum, tax) in costs.taxes.iter_mut().zip(&self.taxes) {
                let product = (amount - discount) * tax.rate;
                let tax_amount = if tax.included {
                    half_up(product, 100_000 + tax.rate)
                } else {
                    half_up(product, 100_000)
                };
                *sum += tax_amount;
                added += if tax.included { 0 } else { tax_amount };
            }
            if let Some((limit, grams)) = price.limit {
                *costs.limits.entry(limit).or_default() += grams * item.quantity;
            }
            costs.items.push((price.cents, discount, added));
            costs.subtotal += amount;
            costs.discount += discount;
            costs.tax += added;
            costs.coupons.extend(active);
        }
        costs.total = costs.subtotal - costs.discount + costs.tax;
        Some(costs)
    }
}

impl Costs {
    /// The amount of a tip.
    pub(super) fn tip(&self, tip: super::step::Tip) -> i64 {
        if tip.percent {
            half_up((self.subtotal - self.discount) * tip.amount, 100)
        } else {
            tip.amount
        }
    }

    /// The exceeded limits.
    pub(super) fn exceeded(&self) -> Vec<&'static str> {
        let max = |limit: &str| if limit == "flower" { 28_000 } else { 800_000 };
        let over = |(limit, sum): (&&'static str, &i64)| (*sum > max(limit)).then_some(*limit);
        self.limits.iter().filter_map(over).collect()
    }
}

/// A quotient of non-negative numbers, rounded half up.
fn half_up(numerator: i64, denominator: i64) -> i64 {
    let (whole, rest) = (numerator / denominator, numerator % denominator);
    whole + i64::from(rest * 2 >= denominator)
}
