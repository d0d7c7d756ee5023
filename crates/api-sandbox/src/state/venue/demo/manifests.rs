//! A delivery of ten items every five days; the last is not yet accepted.

use super::super::manifest::{Manifest, ManifestItem};
use super::super::product::{SUPPLIERS, supplier_id};
use super::{Generator, pick};
use crate::state::time::Time;

const DELIVERIES: i64 = 12;

impl Generator {
    pub(super) fn new_manifests(&self) -> Vec<Manifest> {
        let mut rng = self.rng("manifests");
        let manifests = (0..DELIVERIES).map(|index| self.manifest(&mut rng, index));
        manifests.collect()
    }

    fn manifest(&self, rng: &mut fastrand::Rng, index: i64) -> Manifest {
        let days_ago = 5 * (DELIVERIES - index);
        let created_at = self.start.add_millis(-Time::DAY_MILLIS * days_ago);
        let accepted = index < DELIVERIES - 1;
        let supplier = *pick(rng, &SUPPLIERS);
        let items = (0..10).map(|item| {
            let product = pick(rng, self.products());
            let price = &product.prices[0];
            ManifestItem {
                id: self.first_id + 9_000 + index * 10 + item,
                product_id: product.id,
                sku: price.sku,
                quantity: rng.i64(5..60),
                cost: price.cost(),
            }
        });
        Manifest {
            id: self.first_id + 8_000 + index,
            supplier: supplier.to_owned(),
            supplier_id: supplier_id(supplier),
            accepted,
            accepted_by: accepted.then(|| "Paul Sample".to_owned()),
            items: items.collect(),
            created_at,
            updated_at: created_at.add_millis(if accepted { Time::DAY_MILLIS } else { 0 }),
        }
    }
}
