//! Manifests: deliveries to a venue.

use serde::{Deserialize, Serialize};

use crate::state::time::Time;

/// A delivery.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
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
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ManifestItem {
    pub(crate) id: i64,
    pub(crate) product_id: i64,
    pub(crate) sku: i64,
    pub(crate) quantity: i64,
    pub(crate) cost: i64,
}

impl Manifest {
    /// The total cost.
    pub(crate) fn cost(&self) -> i64 {
        self.items
            .iter()
            .map(|item| item.cost * item.quantity)
            .sum()
    }
}
