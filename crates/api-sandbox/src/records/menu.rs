//! Items of menus, with their prices.

use serde_json::{Value, json};

use super::Records;
use crate::json::with;
use crate::state::decimal::Thousandths;
use crate::state::venue::product::{Price, Product};

/// `prices` are those of the item.
pub(super) fn values(records: &Records<'_>, product: &Product, prices: Vec<Value>) -> Value {
    let (thc, cbd) = product.potency().unzip();
    let is_regulated = thc.is_some();
    let if_regulated = |words: &[&str]| match is_regulated {
        true => json!(words),
        false => json!([]),
    };
    let or_null = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    json!({
        "product": records.product_values(product),
        "product_id": product.id.to_string(),
        "flower_type_or_null": or_null(&product.flower_type),
        "strain_or_null": or_null(&product.strain),
        "is_regulated": is_regulated,
        "terpenes": if_regulated(&["Myrcene", "Limonene"]),
        "effects": if_regulated(&["Relaxed"]),
        "flavors": if_regulated(&["Pine"]),
        "tier_name": records.group(product).by_weight.then_some("Top shelf"),
        "logo": product.id % 41,
        "prices": prices,
        "thc": potency(thc),
        "cbd": potency(cbd),
    })
}

/// A labeled price has a tier and a weight in its id.
pub(super) fn price_values(price: &Price, is_labeled: bool) -> Value {
    let id = match is_labeled {
        true => format!("{}-tier_1-{}", price.sku, price.unit.to_text()),
        false => price.sku.to_string(),
    };
    with(price, json!({ "price_id": id }))
}

fn potency(amount: Option<Thousandths>) -> Value {
    let part = |amount: Thousandths, tenths: i64| Thousandths(amount.0 * tenths / 10).to_text();
    json!(amount.map(|amount| {
        json!({
            "current": part(amount, 10),
            "low": part(amount, 9),
            "high": part(amount, 11),
            "unit_type": "%",
        })
    }))
}
