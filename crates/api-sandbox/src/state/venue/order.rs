//! Orders.

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use super::Venue;
use super::order_item::OrderItem;
use super::pricing::{Priced, Wanted, priced, sku};
use super::status::OrderStatus;
use crate::state::time::Moment;

/// An order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) id: i64,
    pub(crate) reference_no: String,
    pub(crate) status: OrderStatus,
    pub(crate) status_callback: Option<String>,
    /// What the request gave, as it came.
    pub(crate) fields: Map<String, Value>,
    /// Its items, as replies show them: they do not change any more.
    pub(crate) items: Box<RawValue>,
    pub(crate) total: i64,
    pub(crate) delivered_at: Option<Moment>,
    pub(crate) created_at: Moment,
    pub(crate) updated_at: Moment,
}

impl Order {
    /// An order from the body of a request; the errors say what is wrong with its items.
    pub(crate) fn new(
        venue: &Venue,
        id: i64,
        mut fields: Map<String, Value>,
        now: Moment,
    ) -> Result<Self, Vec<String>> {
        let items = fields.remove("order_items_attributes").unwrap_or_default();
        let items = items.as_array().map_or(&[][..], Vec::as_slice);
        if items.is_empty() {
            return Err(vec![
                "order_items_attributes: an order has at least one item".to_owned(),
            ]);
        }
        let mut problems = Vec::new();
        let mut wanted = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let sku = item.get("product_id").and_then(sku).unwrap_or_default();
            let parent = item
                .get("product_parent_id")
                .and_then(Value::as_str)
                .unwrap_or_default();
            if let Some((product, _)) = venue.variation(sku)
                && product.id.to_string() != parent
            {
                problems.push(format!(
                    "item {index}: product_id is no price of this product_parent_id"
                ));
            }
            let quantity = item
                .get("quantity")
                .and_then(Value::as_i64)
                .unwrap_or_default();
            wanted.push(Wanted {
                sku,
                quantity,
                discount: 0,
                coupons: Vec::new(),
            });
        }
        let basket = priced(venue, &wanted).map_err(|more| [problems.clone(), more].concat())?;
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(Self::of(id, fields, &basket, now))
    }

    /// An order of a priced basket.
    pub(crate) fn of(
        id: i64,
        mut fields: Map<String, Value>,
        basket: &Priced<'_>,
        now: Moment,
    ) -> Self {
        let mut taken = |key: &str| {
            fields.remove(key).and_then(|value| match value {
                Value::String(text) => Some(text),
                _ => None,
            })
        };
        let reference_no = taken("reference_no").unwrap_or_default();
        let status_callback = taken("status_callback").filter(|address| !address.is_empty());
        let shown = now.text();
        let item = |(place, line)| OrderItem::of(id, place, line, &shown);
        let items: Vec<OrderItem<'_>> = basket.lines.iter().enumerate().map(item).collect();
        Self {
            id,
            reference_no,
            status: OrderStatus::Pending,
            status_callback,
            fields,
            // Numbers and texts: nothing of it fails to be written.
            items: to_raw_value(&items).unwrap_or_default(),
            total: basket.total(),
            delivered_at: None,
            created_at: now,
            updated_at: now,
        }
    }

    /// Changes the status; `false` if it has it already.
    pub(crate) fn change_to(&mut self, status: OrderStatus, now: Moment) -> bool {
        if self.status == status {
            return false;
        }
        self.status = status;
        self.updated_at = now;
        if status == OrderStatus::Delivered {
            self.delivered_at = Some(now);
        }
        true
    }

    /// `pickup`, unless the request said something else.
    pub(crate) fn order_type(&self) -> &str {
        self.fields
            .get("order_type")
            .and_then(Value::as_str)
            .unwrap_or("pickup")
    }
}
