//! Items of orders.

use serde::Serialize;

use super::pricing::{Line, TaxAmount};
use crate::state::decimal::Thousandths;

/// An item of an order, as in responses.
#[derive(Serialize)]
pub(super) struct OrderItem<'v> {
    item_id: i64,
    product_id: i64,
    sku_id: i64,
    manifest_item_id: Option<i64>,
    product_name: &'v str,
    product_brand: &'v str,
    product_strain: &'v str,
    weight: String,
    quantity: i64,
    unit_quantity: String,
    price: i64,
    discount: i64,
    tax: i64,
    tier_weight_id: Option<i64>,
    coupons: Vec<OrderCoupon>,
    taxes: Vec<TaxAmount<'v>>,
    created_at: &'v str,
    updated_at: &'v str,
}

/// A coupon of an item.
#[derive(Serialize)]
struct OrderCoupon {
    id: i64,
}

impl<'v> OrderItem<'v> {
    /// Creates an item from the line with this index.
    pub(super) fn new(order: i64, index: usize, line: &Line<'v>, created_at: &'v str) -> Self {
        Self {
            item_id: order * 100 + index as i64 + 1,
            product_id: line.product.id,
            sku_id: line.variation.sku,
            manifest_item_id: (line.variation.deliveries > 1)
                .then_some(line.variation.sku + 40_000),
            product_name: &line.product.name,
            product_brand: &line.product.brand,
            product_strain: &line.product.strain,
            weight: line.variation.unit.to_text(),
            quantity: line.quantity,
            unit_quantity: Thousandths::from_units(line.quantity).to_text(),
            price: line.variation.cents,
            discount: line.discount,
            tax: line.tax(),
            tier_weight_id: line.product.group.by_weight.then_some(21),
            coupons: line.coupons.iter().map(|&id| OrderCoupon { id }).collect(),
            taxes: line.taxes(),
            created_at,
            updated_at: created_at,
        }
    }
}
