//! Manifests: deliveries to a venue.

use super::product::{Product, SUPPLIERS};
use super::profile::VenueProfile;
use super::seeded_rng;
use crate::state::time::Time;

/// A delivery.
pub(crate) struct Manifest {
    pub(crate) id: i64,
    pub(crate) supplier: usize,
    pub(crate) accepted: bool,
    pub(crate) created_at: Time,
    pub(crate) updated_at: Time,
    pub(crate) items: Vec<ManifestItem>,
}

/// An item of a delivery. The product is an index of the venue's list.
pub(crate) struct ManifestItem {
    pub(crate) id: i64,
    pub(crate) product: usize,
    pub(crate) quantity: i64,
    pub(crate) cost: i64,
}

impl Manifest {
    /// The name of the supplier.
    pub(crate) fn supplier_name(&self) -> &'static str {
        SUPPLIERS[self.supplier % SUPPLIERS.len()]
    }

    /// The total cost.
    pub(crate) fn cost(&self) -> i64 {
        self.items
            .iter()
            .map(|item| item.cost * item.quantity)
            .sum()
    }
}

/// A delivery of ten items every five days; the last is not yet accepted.
pub(crate) fn demo(
    profile: &VenueProfile,
    products: &[Product],
    seed: u64,
    start: Time,
) -> Vec<Manifest> {
    let mut rng = seeded_rng(seed, "manifests", profile);
    (0..12)
        .map(|index: i64| {
            let created_at = start.add_millis(-Time::DAY_MILLIS * 5 * (12 - index));
            let accepted = index < 11;
            let items = (0..10).map(|item| {
                let product = rng.usize(..products.len());
                let cost = products[product]
                    .variations
                    .first()
                    .map_or(0, |variation| variation.cost);
                let id = profile.first_id + 9_000 + index * 10 + item;
                ManifestItem {
                    id,
                    product,
                    quantity: rng.i64(5..60),
                    cost,
                }
            });
            let items = items.collect();
            Manifest {
                id: profile.first_id + 8_000 + index,
                supplier: rng.usize(..SUPPLIERS.len()),
                accepted,
                created_at,
                updated_at: if accepted {
                    created_at.add_millis(Time::DAY_MILLIS)
                } else {
                    created_at
                },
                items,
            }
        })
        .collect()
}
