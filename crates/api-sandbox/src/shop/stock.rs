//! Stock and deliveries.

use serde::{Deserialize, Serialize};

use super::actor::{Actor, check_name, check_number, unknown, unknown_sku};
use super::product::change_variation;
use crate::state::decimal::Thousandths;
use crate::state::venue::manifest::{Manifest, ManifestItem};
use crate::state::venue::product::SUPPLIERS;

pub(super) fn set_stock(actor: &mut Actor<'_>, sku: i64, quantity: i64) -> Result<i64, String> {
    check_number("quantity", quantity, 0)?;
    let (now, on_hand) = (actor.now, Thousandths::from_units(quantity));
    change_variation(actor, "sku", sku, |variation| {
        if variation.on_hand != on_hand {
            variation.on_hand = on_hand;
            variation.updated_at = now;
        }
    })?;
    Ok(sku)
}

/// A delivery to the venue, which is accepted at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Delivery {
    items: Vec<DeliveredItem>,
    #[serde(default)]
    supplier: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DeliveredItem {
    sku: i64,
    quantity: i64,
    #[serde(default)]
    cost_cents: Option<i64>,
}

impl Delivery {
    /// A delivery of some units of a variation, at its usual cost.
    pub fn new(sku: i64, quantity: i64) -> Self {
        let delivery = Self {
            items: Vec::new(),
            supplier: None,
        };
        delivery.item(sku, quantity)
    }

    /// Adds another item.
    pub fn item(mut self, sku: i64, quantity: i64) -> Self {
        self.items.push(DeliveredItem {
            sku,
            quantity,
            cost_cents: None,
        });
        self
    }

    /// The cost of a unit of the last item, in cents.
    pub fn cost(mut self, cents: i64) -> Self {
        if let Some(item) = self.items.last_mut() {
            item.cost_cents = Some(cents);
        }
        self
    }

    /// The name of the supplier.
    pub fn supplier(mut self, name: impl Into<String>) -> Self {
        self.supplier = Some(name.into());
        self
    }
}

pub(super) fn receive(actor: &mut Actor<'_>, delivery: &Delivery) -> Result<i64, String> {
    if delivery.items.is_empty() {
        return Err("items: expected at least one item".to_owned());
    }
    let supplier = delivery.supplier.as_deref().unwrap_or(SUPPLIERS[0]);
    check_name("supplier", supplier)?;
    let id = actor.take_id();
    let mut items = Vec::new();
    for (index, item) in delivery.items.iter().enumerate() {
        let argument = |name: &str| format!("items[{index}].{name}");
        check_number(&argument("quantity"), item.quantity, 1)?;
        if let Some(cost) = item.cost_cents {
            check_number(&argument("cost_cents"), cost, 0)?;
        }
        let found = actor.venue.variation(item.sku);
        let (product, variation) =
            found.ok_or_else(|| unknown_sku(&argument("sku"), actor.venue, item.sku))?;
        items.push(ManifestItem {
            id: id * 100 + index as i64 + 1,
            product_id: product.id,
            sku: item.sku,
            quantity: item.quantity,
            cost: item.cost_cents.unwrap_or(variation.cost),
        });
    }
    let accepted_by = clerk_name(actor);
    stock_up(actor, &items)?;
    let manifest = Manifest::new(id, supplier, accepted_by, items, actor.now);
    actor.venue.manifests.insert(manifest);
    Ok(id)
}

pub(super) fn accept(actor: &mut Actor<'_>, id: i64) -> Result<i64, String> {
    let accepted_by = clerk_name(actor);
    let manifests = &mut actor.venue.manifests;
    if manifests.get(id).is_none_or(|manifest| manifest.accepted) {
        let pending = manifests.iter().filter(|manifest| !manifest.accepted);
        let pending = pending.map(|manifest| manifest.id);
        return Err(unknown("manifest", "pending manifest", id, pending));
    }
    let Some(manifest) = manifests.get_mut(id) else {
        return Ok(id);
    };
    manifest.accepted = true;
    manifest.accepted_by = accepted_by;
    manifest.updated_at = actor.now;
    let items = manifest.items.clone();
    stock_up(actor, &items)?;
    Ok(id)
}

fn clerk_name(actor: &Actor<'_>) -> Option<String> {
    let clerk = actor.venue.staff.get(actor.venue.clerk())?;
    Some(clerk.full_name())
}

fn stock_up(actor: &mut Actor<'_>, items: &[ManifestItem]) -> Result<(), String> {
    let now = actor.now;
    for item in items {
        let quantity = Thousandths::from_units(item.quantity);
        change_variation(actor, "sku", item.sku, |variation| {
            variation.on_hand = variation.on_hand.saturating_add(quantity);
            variation.cost = item.cost;
            variation.deliveries += 1;
            variation.last_received = quantity;
            variation.last_received_at = Some(now);
            variation.updated_at = now;
        })?;
    }
    Ok(())
}
