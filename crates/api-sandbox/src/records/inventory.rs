//! Inventories: one record per price.

use serde_json::{Value, json};

use super::Records;
use crate::json::with;
use crate::state::decimal::Thousandths;
use crate::state::venue::product::{Price, Product, supplier_id};

pub(super) fn values(records: &Records<'_>, product: &Product, price: &Price) -> Value {
    let by_weight = records.group(product).by_weight;
    // Per day, as if the units were sold in sixty days.
    let velocity = Thousandths::from_units(price.sold).0 / 60;
    let on_hand = price.on_hand.0.max(0);
    let kind = product.name.rsplit(' ').next().unwrap_or_default();
    let is_concentrate = product.group == "Concentrates";
    let computed = json!({
        "product": records.product_values(product),
        "last_price": price.last_price_cents.unwrap_or(price.price_cents),
        "cost": price.cost(),
        "velocity": Thousandths(velocity),
        "days_supply": if velocity > 0 { on_hand / velocity } else { 0 },
        "weight": if by_weight { price.unit } else { Thousandths::default() },
        "weight_unit": if by_weight { "grams" } else { "units" },
        "tier_id": by_weight.then_some(21),
        "tier_name": by_weight.then_some("Top shelf"),
        "supplier_id": supplier_id(&price.supplier),
        "concentrate_type": is_concentrate.then(|| kind.to_lowercase()),
    });
    with(price, computed)
}
