//! Prices of a basket: discounts, taxes, totals and purchase limits.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Venue;
use super::coupon::Coupon;
use super::product::{Price, Product};
use super::profile::{Group, Tax};
use crate::state::decimal::{Thousandths, included_tax, percentage};

pub(crate) struct RequestedLine {
    pub(crate) sku: i64,
    pub(crate) quantity: i64,
    /// The discount of the line in cents, where no coupon applies.
    pub(crate) discount: i64,
    pub(crate) coupons: Vec<i64>,
}

/// A line with its price.
pub(crate) struct Line<'v> {
    pub(crate) product: &'v Product,
    pub(crate) price: &'v Price,
    pub(crate) group: &'v Group,
    pub(crate) quantity: i64,
    pub(crate) discount: i64,
    pub(crate) coupons: Vec<i64>,
    /// The amount of each tax of the venue.
    taxes: Vec<(&'v Tax, i64)>,
}

/// A basket with its prices.
pub(crate) struct PricedBasket<'v> {
    pub(crate) lines: Vec<Line<'v>>,
    taxes: &'v [Tax],
}

/// The largest quantity of a line, so that sums do not overflow.
pub(crate) const MAX_QUANTITY: i64 = 1_000_000;

/// Prices a basket by the venue's menu, ignoring the prices of the request.
pub(crate) fn price_basket<'v>(
    venue: &'v Venue,
    requested: &[RequestedLine],
) -> Result<PricedBasket<'v>, Vec<String>> {
    let mut errors = Vec::new();
    let mut lines = Vec::new();
    for (index, requested) in requested.iter().enumerate() {
        match Line::new(venue, requested) {
            Ok(line) => lines.push(line),
            Err(error) => errors.push(format!("item {index}: {error}")),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let basket = PricedBasket {
        lines,
        taxes: &venue.profile.taxes,
    };
    if basket.is_countable() {
        Ok(basket)
    } else {
        Err(vec!["the amounts of the items are too large".to_owned()])
    }
}

impl<'v> Line<'v> {
    fn new(venue: &'v Venue, requested: &RequestedLine) -> Result<Self, String> {
        if !(1..=MAX_QUANTITY).contains(&requested.quantity) {
            return Err(format!("quantity must be 1 to {MAX_QUANTITY}"));
        }
        let (product, price) = venue.price(requested.sku).ok_or("unknown product")?;
        let amount = price.price_cents.checked_mul(requested.quantity);
        let amount = amount.ok_or("the amount is too large")?;
        let applies = |id: &i64| {
            let coupon = venue.coupons.get(*id);
            coupon.is_some_and(|coupon| coupon.applies_to(product.id))
        };
        let mut coupons = requested.coupons.clone();
        coupons.retain(applies);
        let discount = if coupons.is_empty() {
            requested.discount
        } else {
            coupon_discount(venue, &coupons, amount)
        }
        .clamp(0, amount);
        let tax = |tax: &'v Tax| {
            let amount_of = if tax.included {
                included_tax
            } else {
                percentage
            };
            (tax, amount_of(amount - discount, tax.percent.0))
        };
        Ok(Self {
            product,
            price,
            group: venue.profile.group(product),
            quantity: requested.quantity,
            discount,
            coupons,
            taxes: venue.profile.taxes.iter().map(tax).collect(),
        })
    }
}

/// The discount of an amount by coupons, each of which counts once.
fn coupon_discount(venue: &Venue, ids: &[i64], amount: i64) -> i64 {
    let discount = |coupon: &Coupon| match coupon.percent {
        Some(percent) => percentage(amount, percent * 1000),
        None => coupon.amount_cents.unwrap_or_default(),
    };
    venue
        .coupons
        .iter()
        .filter(|coupon| ids.contains(&coupon.id))
        .map(discount)
        .sum()
}

impl<'v> Line<'v> {
    /// The taxes on top of the price.
    pub(crate) fn tax(&self) -> i64 {
        self.taxes
            .iter()
            .filter(|(tax, _)| !tax.included)
            .map(|(_, amount)| amount)
            .sum()
    }

    /// All taxes, as in an order item.
    pub(super) fn taxes(&self) -> Value {
        let taxes = self.taxes.iter();
        let taxes = taxes
            .map(|(tax, amount)| json!({ "tax_id": tax.id, "name": tax.name, "amount": amount }));
        taxes.collect()
    }
}

impl PricedBasket<'_> {
    /// Whether sums of its amounts have 64 bits.
    fn is_countable(&self) -> bool {
        let amounts = self.lines.iter().flat_map(|line| {
            let price = i128::from(line.price.price_cents) * i128::from(line.quantity);
            let taxes = line.taxes.iter().map(|(_, amount)| i128::from(*amount));
            taxes.chain([price])
        });
        amounts.sum::<i128>() < i128::from(i64::MAX)
    }

    pub(crate) fn subtotal(&self) -> i64 {
        self.lines
            .iter()
            .map(|line| line.price.price_cents * line.quantity)
            .sum()
    }

    pub(crate) fn discount(&self) -> i64 {
        self.lines.iter().map(|line| line.discount).sum()
    }

    /// The taxes on top of the prices. Included taxes are listed, but not added.
    pub(crate) fn tax(&self) -> i64 {
        self.lines.iter().map(Line::tax).sum()
    }

    pub(crate) fn total(&self) -> i64 {
        self.subtotal() - self.discount() + self.tax()
    }

    /// All taxes, as in a quote.
    pub(crate) fn taxes(&self) -> Value {
        let amount = |tax: &Tax| -> i64 {
            let amounts = self.lines.iter().flat_map(|line| &line.taxes);
            amounts
                .filter(|(other, _)| other.id == tax.id)
                .map(|(_, amount)| amount)
                .sum()
        };
        let to_json = |tax: &Tax| {
            json!({
                "tax_id": tax.id,
                "name": tax.name,
                "price_included": tax.included,
                "amount": amount(tax),
                "tax_rate": tax.percent.to_text(),
            })
        };
        self.taxes.iter().map(to_json).collect()
    }

    /// The totals, as in a quote.
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

    /// The purchase limits of the basket, and the exceeded ones, as in a quote.
    pub(crate) fn limits(&self) -> Value {
        let mut sums: BTreeMap<&str, (Thousandths, Thousandths)> = BTreeMap::new();
        for line in &self.lines {
            if let Some(limit) = &line.group.limit {
                let none = (Thousandths::default(), limit.grams);
                let (sum, lowest) = sums.entry(&limit.name).or_insert(none);
                *sum = sum.saturating_add(line.price.unit.saturating_mul(line.quantity));
                *lowest = limit.grams.min(*lowest);
            }
        }
        let exceeded: Vec<&str> = sums
            .iter()
            .filter(|(_, (sum, max))| sum > max)
            .map(|(limit, _)| *limit)
            .collect();
        let sums: serde_json::Map<String, Value> = sums
            .iter()
            .map(|(limit, (sum, _))| ((*limit).to_owned(), sum.to_number()))
            .collect();
        json!({ "exceeded_limits": exceeded, "sum_per_limit": sums })
    }
}

/// Parses a SKU: a number, or a string that starts with one.
pub(crate) fn parse_sku(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => {
            let end = text
                .find(|char: char| !char.is_ascii_digit())
                .unwrap_or(text.len());
            text[..end].parse().ok()
        }
        _ => None,
    }
}
