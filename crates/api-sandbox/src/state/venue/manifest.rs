//! Manifests: deliveries to a venue.

use serde::{Deserialize, Serialize};

use super::product::{Product, SUPPLIERS, supplier_id};
use super::profile::VenueProfile;
use super::{pick, seeded_rng};
use crate::state::time::Time;

/// A delivery.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) id: i64,
    pub(crate) supplier: String,
    pub(crate) supplier_id: i64,
    pub(crate) accepted: bool,
    pub(crate) accepted_by: Option<String>,
    pub(crate) created_at: Time,
    pub(crate) updated_at: Time,
    pub(crate) items: Vec<ManifestItem>,
}

/// An item of a delivery.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ManifestItem {
    pub(crate) id: i64,
    pub(crate) product_id: i64,
    pub(crate) sku: i64,
    pub(crate) quantity: i64,
    pub(crate) cost: i64,
}

impl Manifest {
    /// An accepted delivery.
    pub(crate) fn new(
        id: i64,
        supplier: &str,
        accepted_by: Option<String>,
        items: Vec<ManifestItem>,
        now: Time,
    ) -> Self {
        Self {
            id,
            supplier: supplier.to_owned(),
            supplier_id: supplier_id(supplier),
            accepted: true,
            accepted_by,
            created_at: now,
            updated_at: now,
            items,
        }
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
            let items = (0..10).filter_map(|item| {
                let product = products.get(rng.usize(..products.len().max(1)))?;
                let variation = product.variations.first()?;
                Some(ManifestItem {
                    id: profile.first_id + 9_000 + index * 10 + item,
                    product_id: product.id,
                    sku: variation.sku,
                    quantity: rng.i64(5..60),
                    cost: variation.cost,
                })
            });
            let items = items.collect();
            let id = profile.first_id + 8_000 + index;
            let supplier = pick(&mut rng, &SUPPLIERS);
            let accepted_by = accepted.then(|| "Paul Sample".to_owned());
            let manifest = Manifest::new(id, supplier, accepted_by, items, created_at);
            let days = if accepted { 1 } else { 0 };
            Manifest {
                accepted,
                updated_at: created_at.add_millis(Time::DAY_MILLIS * days),
                ..manifest
            }
        })
        .collect()
}
