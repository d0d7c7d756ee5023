//! What a basket costs: discounts, taxes, totals and purchase limits.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::Venue;
use super::product::{Product, Variation};
use super::profile::Tax;
use super::stock::COUPONS;
use crate::state::decimal::{Milli, included_share, share};

/// One line that is asked for.
pub(crate) struct Wanted {
    pub(crate) sku: i64,
    pub(crate) quantity: i64,
    /// A discount that the request names, in cents for the line.
    pub(crate) discount: i64,
    pub(crate) coupons: Vec<i64>,
}

/// A line with its price.
pub(crate) struct Line<'v> {
    pub(crate) product: &'v Product,
    pub(crate) variation: &'v Variation,
    pub(crate) quantity: i64,
    pub(crate) discount: i64,
    pub(crate) coupons: Vec<i64>,
    /// One amount for each tax of the venue.
    taxes: Vec<(&'static Tax, i64)>,
}

/// What a tax makes of a line.
#[derive(Serialize)]
pub(super) struct TaxAmount {
    tax_id: i64,
    name: &'static str,
    amount: i64,
}

/// A basket with its prices.
pub(crate) struct Priced<'v> {
    pub(crate) lines: Vec<Line<'v>>,
    taxes: &'static [Tax],
}

/// The most of one line, so that no sum overflows.
const MOST: i64 = 1_000_000;

/// Prices a basket by the venue's menu; the prices of a request do not count.
pub(crate) fn priced<'v>(venue: &'v Venue, wanted: &[Wanted]) -> Result<Priced<'v>, Vec<String>> {
    let mut problems = Vec::new();
    let mut lines = Vec::new();
    for (index, wanted) in wanted.iter().enumerate() {
        if !(1..=MOST).contains(&wanted.quantity) {
            problems.push(format!("item {index}: quantity is due to be 1 to {MOST}"));
            continue;
        }
        let Some((product, variation)) = venue.variation(wanted.sku) else {
            problems.push(format!(
                "item {index}: the venue sells nothing with this id"
            ));
            continue;
        };
        let amount = variation.cents * wanted.quantity;
        let known = |id: &&i64| {
            COUPONS
                .iter()
                .any(|coupon| coupon.id == **id && coupon.active)
        };
        let coupons: Vec<i64> = wanted.coupons.iter().filter(known).copied().collect();
        let by_coupons: i64 = COUPONS
            .iter()
            .filter(|coupon| coupons.contains(&coupon.id))
            .map(|coupon| {
                if coupon.percent {
                    share(amount, coupon.amount * 1000)
                } else {
                    coupon.amount
                }
            })
            .sum();
        let discount = if coupons.is_empty() {
            wanted.discount
        } else {
            by_coupons
        }
        .clamp(0, amount);
        let tax = |tax: &'static Tax| {
            let of = if tax.included { included_share } else { share };
            (tax, of(amount - discount, tax.rate))
        };
        lines.push(Line {
            product,
            variation,
            quantity: wanted.quantity,
            discount,
            coupons,
            taxes: venue.facts.taxes.iter().map(tax).collect(),
        });
    }
    if problems.is_empty() {
        Ok(Priced {
            lines,
            taxes: venue.facts.taxes,
        })
    } else {
        Err(problems)
    }
}

impl Line<'_> {
    /// What is due on top of the price.
    pub(crate) fn tax(&self) -> i64 {
        self.taxes
            .iter()
            .filter(|(tax, _)| !tax.included)
            .map(|(_, amount)| amount)
            .sum()
    }

    /// The taxes of the line, as an order item lists them.
    pub(super) fn taxes(&self) -> Vec<TaxAmount> {
        let shown = |&(tax, amount): &(&'static Tax, i64)| TaxAmount {
            tax_id: tax.id,
            name: tax.name,
            amount,
        };
        self.taxes.iter().map(shown).collect()
    }
}

impl Priced<'_> {
    pub(crate) fn subtotal(&self) -> i64 {
        self.lines
            .iter()
            .map(|line| line.variation.cents * line.quantity)
            .sum()
    }

    pub(crate) fn discount(&self) -> i64 {
        self.lines.iter().map(|line| line.discount).sum()
    }

    /// Taxes on top. Those that prices include are listed, but not added again.
    pub(crate) fn tax(&self) -> i64 {
        self.lines.iter().map(Line::tax).sum()
    }

    pub(crate) fn total(&self) -> i64 {
        self.subtotal() - self.discount() + self.tax()
    }

    /// The taxes of the basket, as a quote lists them.
    pub(crate) fn taxes(&self) -> Value {
        let amount = |tax: &Tax| -> i64 {
            let amounts = self.lines.iter().flat_map(|line| &line.taxes);
            amounts
                .filter(|(other, _)| other.id == tax.id)
                .map(|(_, amount)| amount)
                .sum()
        };
        let shown = |tax: &Tax| {
            json!({
                "tax_id": tax.id,
                "name": tax.name,
                "price_included": tax.included,
                "amount": amount(tax),
                "tax_rate": tax.rate_text,
            })
        };
        self.taxes.iter().map(shown).collect()
    }

    /// The totals of the basket, as a quote shows them.
    pub(crate) fn totals(&self) -> Value {
        let mut coupons: Vec<i64> = self
            .lines
            .iter()
            .flat_map(|line| line.coupons.clone())
            .collect();
        coupons.sort_unstable();
        coupons.dedup();
        json!({
            "discount_ids": coupons,
            "subtotal": self.subtotal(),
            "discount": self.discount(),
            "tax": self.tax(),
            "total": self.total(),
        })
    }

    /// The purchase limits that the basket counts for, and those that it exceeds.
    pub(crate) fn limits(&self) -> Value {
        let mut sums: BTreeMap<&str, (Milli, i64)> = BTreeMap::new();
        for line in &self.lines {
            if let Some((limit, most)) = line.product.group.limit {
                let (sum, least) = sums.entry(limit).or_insert((Milli::default(), most));
                *sum = sum.plus(line.variation.unit.times(line.quantity));
                *least = most.min(*least);
            }
        }
        let exceeded: Vec<&str> = sums
            .iter()
            .filter(|(_, (sum, most))| sum.0 > *most)
            .map(|(limit, _)| *limit)
            .collect();
        let sums: serde_json::Map<String, Value> = sums
            .iter()
            .map(|(limit, (sum, _))| ((*limit).to_owned(), sum.number()))
            .collect();
        json!({ "exceeded_limits": exceeded, "sum_per_limit": sums })
    }
}

/// The number of a price, from a number or from a text that begins with it.
pub(crate) fn sku(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => {
            let end = text
                .find(|letter: char| !letter.is_ascii_digit())
                .unwrap_or(text.len());
            text[..end].parse().ok()
        }
        _ => None,
    }
}
