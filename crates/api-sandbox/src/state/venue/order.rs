//! Orders.

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use super::Venue;
use super::pricing::{Line, PricedBasket, RequestedLine, parse_sku, price_basket};
use super::status::OrderStatus;
use crate::state::decimal::Thousandths;
use crate::state::time::Time;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) id: i64,
    pub(crate) reference_no: String,
    pub(crate) status: OrderStatus,
    pub(crate) status_callback: Option<String>,
    /// The other fields of the request, unchanged.
    pub(crate) fields: Map<String, Value>,
    /// The items of its responses, which never change.
    pub(crate) items: Box<RawValue>,
    pub(crate) total: i64,
    /// The customer with the telephone number of the order.
    pub(crate) customer_id: Option<i64>,
    /// When it was first not pending.
    #[serde(default)]
    pub(crate) processed_at: Option<Time>,
    /// When it was first en route.
    #[serde(default)]
    pub(crate) departed_at: Option<Time>,
    pub(crate) delivered_at: Option<Time>,
    /// The statuses after the first, and their times.
    #[serde(default)]
    pub(crate) history: Vec<(OrderStatus, Time)>,
    pub(crate) created_at: Time,
    pub(crate) updated_at: Time,
}

impl Order {
    /// The fields of a request, without the items.
    const REQUEST_FIELDS: [&str; 17] = [
        "order_type",
        "first_name",
        "last_name",
        "email",
        "telephone",
        "address",
        "city",
        "state_abbrev",
        "zipcode",
        "reference_no",
        "notes",
        "requested_payment_method",
        "source",
        "requested_date",
        "requested_window_start_time",
        "requested_window_end_time",
        "status_callback",
    ];

    /// Creates an order from the body of a request.
    pub(crate) fn new(
        venue: &Venue,
        id: i64,
        mut fields: Map<String, Value>,
        now: Time,
    ) -> Result<Self, Vec<String>> {
        let items = fields.remove("order_items_attributes").unwrap_or_default();
        let items = items.as_array().map_or(&[][..], Vec::as_slice);
        if items.is_empty() {
            return Err(vec![
                "order_items_attributes: expected at least one item".to_owned(),
            ]);
        }
        let mut errors = Vec::new();
        let mut lines = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let sku = parse_sku(&item["product_id"]).unwrap_or_default();
            let parent = item["product_parent_id"].as_str().unwrap_or_default();
            if let Some((product, _)) = venue.price(sku) {
                if product.id.to_string() != parent {
                    errors.push(format!(
                        "item {index}: product_id is not a price of product_parent_id"
                    ));
                }
            }
            lines.push(RequestedLine {
                sku,
                quantity: item["quantity"].as_i64().unwrap_or_default(),
                discount: 0,
                coupons: Vec::new(),
            });
        }
        let basket = price_basket(venue, &lines).map_err(|more| [errors.clone(), more].concat())?;
        if !errors.is_empty() {
            return Err(errors);
        }
        // A field that the documents have in the record only is no part of the request.
        fields.retain(|key, _| Self::REQUEST_FIELDS.contains(&key.as_str()));
        Ok(Self::from_basket(venue, id, fields, &basket, now))
    }

    /// Creates an order from a priced basket.
    pub(crate) fn from_basket(
        venue: &Venue,
        id: i64,
        mut fields: Map<String, Value>,
        basket: &PricedBasket<'_>,
        now: Time,
    ) -> Self {
        let telephone = fields.get("telephone").and_then(Value::as_str);
        let customer = telephone.and_then(|telephone| venue.customer_with_telephone(telephone));
        let mut take_string = |key: &str| {
            fields.remove(key).and_then(|value| match value {
                Value::String(text) => Some(text),
                _ => None,
            })
        };
        let reference_no = take_string("reference_no").unwrap_or_default();
        let status_callback = take_string("status_callback").filter(|url| !url.is_empty());
        let created_at = now.to_rfc3339();
        let lines = (id * 100 + 1..).zip(&basket.lines);
        let items = lines.map(|(item, line)| item_json(item, line, &created_at));
        let items: Vec<Value> = items.collect();
        Self {
            id,
            reference_no,
            status: OrderStatus::Pending,
            status_callback,
            fields,
            // Numbers and strings, whose serialization cannot fail.
            items: to_raw_value(&items).unwrap_or_default(),
            total: basket.total(),
            customer_id: customer.map(|customer| customer.id),
            processed_at: None,
            departed_at: None,
            delivered_at: None,
            history: Vec::new(),
            created_at: now,
            updated_at: now,
        }
    }

    /// Changes the status; `false` if it is the same.
    pub(crate) fn change_status(&mut self, status: OrderStatus, now: Time) -> bool {
        if self.status == status {
            return false;
        }
        self.status = status;
        self.history.push((status, now));
        self.updated_at = now;
        if status != OrderStatus::Pending {
            self.processed_at.get_or_insert(now);
        }
        if status == OrderStatus::EnRoute {
            self.departed_at.get_or_insert(now);
        }
        if status == OrderStatus::Delivered {
            self.delivered_at = Some(now);
        }
        true
    }

    /// The value of `aasm_state`, which is not the status.
    pub(crate) fn state(&self) -> &'static str {
        let mut states = self.history.iter().rev().map(|(status, _)| status.state());
        states.find_map(|state| state).unwrap_or("pending")
    }

    /// A field of the request that is a string, and not empty.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        let text = self.fields.get(key).and_then(Value::as_str)?;
        (!text.trim().is_empty()).then_some(text)
    }

    /// The order type; `pickup` by default.
    pub(crate) fn order_type(&self) -> &str {
        self.fields
            .get("order_type")
            .and_then(Value::as_str)
            .unwrap_or("pickup")
    }
}

/// An item, as in responses.
fn item_json(id: i64, line: &Line<'_>, created_at: &str) -> Value {
    let (product, price) = (line.product, line.price);
    let has_deliveries = price.deliveries > 1;
    let coupons = line.coupons.iter().map(|id| json!({ "id": id }));
    json!({
        "item_id": id,
        "product_id": product.id,
        "sku_id": price.sku,
        "manifest_item_id": has_deliveries.then_some(price.sku + 40_000),
        "product_name": product.name,
        "product_brand": product.brand,
        "product_strain": product.strain,
        "weight": price.unit.to_text(),
        "quantity": line.quantity,
        "unit_quantity": Thousandths::from_units(line.quantity).to_text(),
        "price": price.price_cents,
        "discount": line.discount,
        "tax": line.tax(),
        "tier_weight_id": line.group.by_weight.then_some(21),
        "coupons": coupons.collect::<Vec<_>>(),
        "taxes": line.taxes(),
        "created_at": created_at,
        "updated_at": created_at,
    })
}
