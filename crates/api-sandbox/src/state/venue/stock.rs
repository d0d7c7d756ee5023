//! Deliveries to a venue, and the coupons that it gives out.

use super::chance;
use super::product::{Product, SUPPLIERS};
use super::profile::Facts;
use crate::state::time::Moment;

/// A delivery.
pub(crate) struct Manifest {
    pub(crate) id: i64,
    pub(crate) supplier: usize,
    pub(crate) accepted: bool,
    pub(crate) created_at: Moment,
    pub(crate) updated_at: Moment,
    pub(crate) items: Vec<ManifestItem>,
}

/// One item of a delivery. The product is told by its place in the venue's list.
pub(crate) struct ManifestItem {
    pub(crate) id: i64,
    pub(crate) product: usize,
    pub(crate) quantity: i64,
    pub(crate) cost: i64,
}

impl Manifest {
    /// Who delivered it.
    pub(crate) fn supplier_name(&self) -> &'static str {
        SUPPLIERS[self.supplier % SUPPLIERS.len()]
    }

    /// What it cost.
    pub(crate) fn cost(&self) -> i64 {
        self.items
            .iter()
            .map(|item| item.cost * item.quantity)
            .sum()
    }
}

/// A delivery every five days, of ten items; the last is not accepted yet.
pub(crate) fn demo(
    facts: &'static Facts,
    products: &[Product],
    seed: u64,
    start: Moment,
) -> Vec<Manifest> {
    let mut chance = chance(seed, "manifests", facts);
    (0..12)
        .map(|index: i64| {
            let created_at = start.plus(-Moment::DAY * 5 * (12 - index));
            let accepted = index < 11;
            let items = (0..10).map(|item| {
                let product = chance.usize(..products.len());
                let cost = products[product]
                    .variations
                    .first()
                    .map_or(0, |variation| variation.cost);
                let id = facts.first_number + 9_000 + index * 10 + item;
                ManifestItem {
                    id,
                    product,
                    quantity: chance.i64(5..60),
                    cost,
                }
            });
            let items = items.collect();
            Manifest {
                id: facts.first_number + 8_000 + index,
                supplier: chance.usize(..SUPPLIERS.len()),
                accepted,
                created_at,
                updated_at: if accepted {
                    created_at.plus(Moment::DAY)
                } else {
                    created_at
                },
                items,
            }
        })
        .collect()
}

/// A coupon.
pub(crate) struct Coupon {
    pub(crate) id: i64,
    pub(crate) name: &'static str,
    /// Percent, or cents.
    pub(crate) amount: i64,
    pub(crate) percent: bool,
    pub(crate) active: bool,
}

const fn coupon(id: i64, name: &'static str, amount: i64, percent: bool, active: bool) -> Coupon {
    Coupon {
        id,
        name,
        amount,
        percent,
        active,
    }
}

/// The coupons of every venue.
pub(crate) const COUPONS: [Coupon; 4] = [
    coupon(311, "Ten percent off", 10, true, true),
    coupon(312, "Five off", 500, false, true),
    coupon(313, "Quarter off on Thursdays", 25, true, true),
    coupon(314, "Last year's summer sale", 50, true, false),
];
