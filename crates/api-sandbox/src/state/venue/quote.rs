//! Quotes: a basket with its prices, before there is an order.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::Venue;
use super::normalize::{as_text, normalised};
use super::order::Order;
use super::pricing::{Priced, Wanted, priced, sku};
use crate::state::decimal::{share, whole};
use crate::state::time::Moment;

/// A quote.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Quote {
    pub(crate) id: i64,
    /// `incoming_order_id`, `venue_id`, `fulfillment`, `customer`, `payment` and `items`, as the caller gave them.
    fields: Map<String, Value>,
    pub(crate) order_id: Option<i64>,
    created_at: Moment,
    updated_at: Moment,
}

/// The parts of a quote that are objects.
const PARTS: [&str; 3] = ["fulfillment", "customer", "payment"];

impl Quote {
    /// A quote from the body of a request.
    pub(crate) fn new(
        venue: &Venue,
        id: i64,
        fields: Map<String, Value>,
        now: Moment,
    ) -> Result<Self, Vec<String>> {
        let quote = Self {
            id,
            fields,
            order_id: None,
            created_at: now,
            updated_at: now,
        };
        quote.checked(venue)
    }

    fn checked(self, venue: &Venue) -> Result<Self, Vec<String>> {
        let asked = self.fields.get("venue_id").and_then(Value::as_i64);
        if asked.is_some_and(|asked| asked != venue.facts.id) {
            return Err(vec![
                "venue_id: the token belongs to another venue".to_owned(),
            ]);
        }
        if self.items().is_empty() {
            return Err(vec!["items: a quote has at least one item".to_owned()]);
        }
        self.priced(venue)?;
        Ok(self)
    }

    /// `Q-` and the id. That the two go together is the sandbox's own choice.
    pub(crate) fn reference_no(&self) -> String {
        format!("Q-{}", self.id)
    }

    /// The id of the quote that a path's value means, which is its id or its reference.
    pub(crate) fn meant(key: &Value) -> Option<i64> {
        match key {
            Value::Number(number) => number.as_i64(),
            Value::String(text) => {
                let digits = text.strip_prefix("Q-")?;
                let id: i64 = digits.parse().ok()?;
                // `Q-007` and `Q-+7` are no references.
                (id.to_string() == digits).then_some(id)
            }
            _ => None,
        }
    }

    fn items(&self) -> &[Value] {
        self.fields
            .get("items")
            .and_then(Value::as_array)
            .map_or(&[], Vec::as_slice)
    }

    /// What the quote costs.
    pub(crate) fn priced<'v>(&self, venue: &'v Venue) -> Result<Priced<'v>, Vec<String>> {
        let wanted: Vec<Wanted> = self
            .items()
            .iter()
            .map(|item| {
                let named = ["sku_id", "variant_id"]
                    .into_iter()
                    .find_map(|key| item.get(key).and_then(sku));
                let first = || {
                    let product = item.get("product_id").and_then(sku)?;
                    let product = venue.products().iter().find(|other| other.id == product)?;
                    product.variations.first().map(|variation| variation.sku)
                };
                let coupons = item
                    .get("discount_ids")
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten();
                Wanted {
                    sku: named.or_else(first).unwrap_or_default(),
                    // None is one; what is no whole number is told as a problem.
                    quantity: match item.get("quantity") {
                        None | Some(Value::Null) => 1,
                        Some(quantity) => quantity.as_i64().unwrap_or_default(),
                    },
                    discount: item
                        .get("discount")
                        .and_then(Value::as_i64)
                        .unwrap_or_default(),
                    coupons: coupons.filter_map(sku).collect(),
                }
            })
            .collect();
        priced(venue, &wanted)
    }

    /// The quote with another body's parts, normalised as was observed of the service.
    pub(crate) fn updated(
        &self,
        venue: &Venue,
        change: &Map<String, Value>,
        now: Moment,
    ) -> Result<Self, Vec<String>> {
        let mut quote = self.clone();
        quote.updated_at = now;
        for part in PARTS {
            let Some(Value::Object(change)) = change.get(part) else {
                continue;
            };
            let part = quote.fields.entry(part).or_insert_with(|| json!({}));
            if !part.is_object() {
                *part = json!({});
            }
            for (key, value) in change {
                part[key] = normalised(key, value);
            }
        }
        if let Some(id) = change.get("incoming_order_id") {
            quote
                .fields
                .insert("incoming_order_id".to_owned(), id.clone());
        }
        if let Some(items) = change.get("items").and_then(Value::as_array) {
            quote.merge_items(items);
        }
        quote.checked(venue)
    }

    /// An item with the `sku_id` of one that is there changes it, and takes it out with quantity 0; another is added.
    fn merge_items(&mut self, changes: &[Value]) {
        let mut items = self.items().to_vec();
        for change in changes {
            let same = |item: &&mut Value| {
                change.get("sku_id").is_some() && item.get("sku_id") == change.get("sku_id")
            };
            match (items.iter_mut().find(same), change.as_object()) {
                (Some(Value::Object(item)), Some(change)) => item.extend(change.clone()),
                _ => items.push(change.clone()),
            }
        }
        items.retain(|item| item.get("quantity").and_then(Value::as_i64) != Some(0));
        self.fields.insert("items".to_owned(), items.into());
    }

    fn tip(&self, priced: &Priced<'_>) -> i64 {
        let part = |key: &str| {
            self.fields
                .get("fulfillment")
                .and_then(|part| part.get(key))
        };
        let amount = part("tip_amount").and_then(whole).unwrap_or_default();
        let percent = part("tip_type")
            .and_then(Value::as_str)
            .is_some_and(|kind| kind.contains("percent") || kind == "%");
        if percent {
            share(
                priced.subtotal() - priced.discount(),
                amount.saturating_mul(1000),
            )
        } else {
            amount
        }
    }

    fn incoming_order_id(&self) -> Value {
        match self.order_id {
            Some(id) => id.to_string().into(),
            None => self
                .fields
                .get("incoming_order_id")
                .cloned()
                .unwrap_or_default(),
        }
    }

    /// The quote as replies show it.
    pub(crate) fn record(&self, venue: &Venue) -> Map<String, Value> {
        let mut record = self.fields.clone();
        record.insert("incoming_order_id".to_owned(), self.incoming_order_id());
        record.insert("venue_id".to_owned(), venue.facts.id.into());
        record.insert("reference_no".to_owned(), self.reference_no().into());
        // A quote is kept only if it can be priced.
        let Ok(priced) = self.priced(venue) else {
            return record;
        };
        let mut items = self.items().to_vec();
        for (item, line) in items.iter_mut().zip(&priced.lines) {
            let Some(item) = item.as_object_mut() else {
                continue;
            };
            item.insert("sku_id".to_owned(), line.variation.sku.into());
            item.insert("product_id".to_owned(), line.product.id.into());
            item.insert("quantity".to_owned(), line.quantity.into());
            item.insert("price".to_owned(), line.variation.cents.into());
            item.insert("discount".to_owned(), line.discount.into());
            item.insert("discount_ids".to_owned(), line.coupons.clone().into());
            item.insert(
                "quantity_on_hand".to_owned(),
                line.variation.on_hand.number(),
            );
            item.entry("name")
                .or_insert_with(|| line.product.name.clone().into());
            item.entry("unit")
                .or_insert_with(|| line.variation.unit.text().into());
            item.entry("unit_type")
                .or_insert_with(|| line.variation.unit_type.into());
        }
        record.insert("items".to_owned(), items.into());
        if let Some(Value::Object(fulfillment)) = record.get_mut("fulfillment") {
            fulfillment.insert("tip_calculated".to_owned(), self.tip(&priced).into());
        }
        record.insert("taxes".to_owned(), priced.taxes());
        record.insert("totals".to_owned(), priced.totals());
        record.insert("limits".to_owned(), priced.limits());
        record
    }

    /// The quote as version 1 reads it: the fields of its parts side by side.
    pub(crate) fn flat_record(&self, venue: &Venue) -> Map<String, Value> {
        let mut record = Map::new();
        for (key, default) in [
            ("customer_type", "recreational"),
            ("order_type", "pickup"),
            ("source", "service_v2"),
            ("country", "US"),
            ("address", ""),
            ("city", ""),
            ("state_abbrev", ""),
            ("zipcode", ""),
        ] {
            record.insert(key.to_owned(), default.into());
        }
        let parts = PARTS
            .into_iter()
            .filter_map(|part| self.fields.get(part)?.as_object());
        for (key, value) in parts.flatten() {
            match (key.as_str(), value) {
                ("delivery_address", Value::Object(address)) => record.extend(address.clone()),
                ("tip_amount" | "processing_fee", value) => {
                    record.insert(key.clone(), whole(value).into());
                }
                ("tip_type", value) => {
                    record.insert(key.clone(), as_text(value));
                }
                (_, Value::Null) => {}
                (_, value) => {
                    record.insert(key.clone(), value.clone());
                }
            }
        }
        record.insert("reference_no".to_owned(), self.reference_no().into());
        record.insert("created_at".to_owned(), self.created_at.text().into());
        record.insert("updated_at".to_owned(), self.updated_at.text().into());
        if let Ok(priced) = self.priced(venue) {
            record.insert("subtotal".to_owned(), priced.subtotal().into());
            record.insert("discount".to_owned(), priced.discount().into());
            record.insert("tax".to_owned(), priced.tax().into());
            record.insert("total".to_owned(), priced.total().into());
            record.insert("payment_amount".to_owned(), priced.total().into());
            record.insert("tip_calculated".to_owned(), self.tip(&priced).into());
        }
        record
    }

    /// The order that finalising makes.
    pub(crate) fn order(&self, venue: &Venue, id: i64, now: Moment) -> Result<Order, Vec<String>> {
        let mut fields = self.flat_record(venue);
        fields.insert("reference_no".to_owned(), self.reference_no().into());
        Ok(Order::of(id, fields, &self.priced(venue)?, now))
    }
}
