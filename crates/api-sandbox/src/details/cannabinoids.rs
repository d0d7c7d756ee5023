//! Cannabinoids of products and of items of manifests, in percent.

use serde_json::Value;

use super::Detail;
use crate::state::decimal::Thousandths;

fn number(amount: Option<Thousandths>, tenths: i64) -> Value {
    amount.map_or(Value::Null, |amount| {
        Thousandths(amount.0 * tenths / 10).to_number()
    })
}

/// Those of a product with their ranges; null for one without.
pub(crate) fn with_ranges(potency: Option<(Thousandths, Thousandths)>) -> Vec<Detail> {
    let (thc, cbd) = potency.unzip();
    let trace = potency.map(|_| Thousandths(300));
    [
        (["thc", "thc_min", "thc_max"], thc),
        (["cbd", "cbd_min", "cbd_max"], cbd),
        (["cbn", "cbn_min", "cbn_max"], trace),
        (["thca", "thca_min", "thca_max"], thc),
        (["cbda", "cbda_min", "cbda_max"], cbd),
        (["total_thc", "total_thc_min", "total_thc_max"], thc),
        (["total_cbd", "total_cbd_min", "total_cbd_max"], cbd),
    ]
    .into_iter()
    .flat_map(|([current, min, max], amount)| {
        [
            (current, number(amount, 10)),
            (min, number(amount, 9)),
            (max, number(amount, 11)),
        ]
    })
    .collect()
}

/// Those of an item of a manifest; null for one without.
pub(crate) fn measured(potency: Option<(Thousandths, Thousandths)>) -> Vec<Detail> {
    let (thc, cbd) = potency.unzip();
    let trace = |milli| potency.map(|_| Thousandths(milli));
    [
        ("thc", thc),
        ("cbd", cbd),
        ("cbn", trace(300)),
        ("thca", thc),
        ("cbda", cbd),
        ("total_thc", thc),
        ("total_cbd", cbd),
        ("total_terpene", trace(2_100)),
        ("cbc", trace(120)),
        ("cbg", trace(450)),
        ("cbga", trace(500)),
        ("cbca", trace(90)),
        ("cbgv", trace(20)),
        ("thcv", trace(150)),
        ("cbdv", trace(40)),
        ("cbcv", trace(10)),
    ]
    .map(|(key, amount)| (key, number(amount, 10)))
    .into()
}
