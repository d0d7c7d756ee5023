//! Quotes: priced baskets that can become orders.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::Venue;
use super::normalize::normalize;
use super::pricing::{PricedBasket, RequestedLine, parse_sku, price_basket};
use crate::exact::decimal;
use crate::state::decimal::checked_percentage;
use crate::state::table::parse_id;
use crate::state::time::Time;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Quote {
    pub(crate) id: i64,
    /// `incoming_order_id`, `venue_id`, `fulfillment`, `customer`, `payment` and `items` of the
    /// requests.
    pub(crate) fields: Map<String, Value>,
    pub(crate) order_id: Option<i64>,
    pub(crate) created_at: Time,
    pub(crate) updated_at: Time,
}

/// The fields of a quote that are objects.
const PARTS: [&str; 3] = ["fulfillment", "customer", "payment"];
const TIP_TOO_LARGE: &str = "fulfillment: tip_amount: the tip has more than 64 bits";

impl Quote {
    /// Creates a quote from the body of a request.
    pub(crate) fn new(
        venue: &Venue,
        id: i64,
        fields: Map<String, Value>,
        now: Time,
    ) -> Result<Self, Vec<String>> {
        let quote = Self {
            id,
            fields,
            order_id: None,
            created_at: now,
            updated_at: now,
        };
        quote.validated(venue)
    }

    fn validated(self, venue: &Venue) -> Result<Self, Vec<String>> {
        let venue_id = self.fields.get("venue_id").and_then(Value::as_i64);
        if venue_id.is_some_and(|id| id != venue.profile.id) {
            return Err(vec![
                "venue_id: the token belongs to another venue".to_owned(),
            ]);
        }
        if self.items().is_empty() {
            return Err(vec!["items: expected at least one item".to_owned()]);
        }
        self.check_amounts()?;
        let priced = self.priced(venue)?;
        if self.tip(&priced).is_none() {
            return Err(vec![TIP_TOO_LARGE.to_owned()]);
        }
        Ok(self)
    }

    /// Rejects amounts that are no numbers, and those that the record of version 1 cannot have,
    /// which are integers there.
    fn check_amounts(&self) -> Result<(), Vec<String>> {
        for key in ["tip_amount", "processing_fee"] {
            let amount = match self.fulfillment(key) {
                None | Some(Value::Null) => continue,
                Some(amount) => decimal(amount),
            };
            let problem = match amount {
                None => "expected a number",
                Some(amount) if amount.integer_part().is_none() => "more than 64 bits",
                Some(_) => continue,
            };
            return Err(vec![format!("fulfillment: {key}: {problem}")]);
        }
        Ok(())
    }

    pub(crate) fn fulfillment(&self, key: &str) -> Option<&Value> {
        self.fields.get("fulfillment")?.get(key)
    }

    /// `Q-` and the id, which is the sandbox's own choice.
    pub(crate) fn reference_no(&self) -> String {
        format!("Q-{}", self.id)
    }

    /// Parses a path parameter, which is the id or the reference of a quote, to the id.
    pub(crate) fn parse_key(key: &str) -> Option<i64> {
        parse_id(key.strip_prefix("Q-").unwrap_or(key))
    }

    fn items(&self) -> &[Value] {
        self.fields
            .get("items")
            .and_then(Value::as_array)
            .map_or(&[], Vec::as_slice)
    }

    pub(crate) fn priced<'v>(&self, venue: &'v Venue) -> Result<PricedBasket<'v>, Vec<String>> {
        let lines: Vec<RequestedLine> = self
            .items()
            .iter()
            .map(|item| {
                let sku = parse_sku(&item["sku_id"]).or_else(|| parse_sku(&item["variant_id"]));
                let first_price = || {
                    let product = venue.products.get(parse_sku(&item["product_id"])?)?;
                    product.prices.first().map(|price| price.sku)
                };
                let coupons = item["discount_ids"].as_array().into_iter().flatten();
                RequestedLine {
                    sku: sku.or_else(first_price).unwrap_or_default(),
                    // A quantity that is not an integer becomes 0, which is rejected.
                    quantity: match &item["quantity"] {
                        Value::Null => 1,
                        quantity => quantity.as_i64().unwrap_or_default(),
                    },
                    discount: item["discount"].as_i64().unwrap_or_default(),
                    coupons: coupons.filter_map(parse_sku).collect(),
                }
            })
            .collect();
        price_basket(venue, &lines)
    }

    /// Applies an update of the parts, normalized as observed of the service, and of the items if
    /// the operation has them.
    pub(crate) fn updated(
        &self,
        venue: &Venue,
        change: &Map<String, Value>,
        has_items: bool,
        now: Time,
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
                part[key] = normalize(key, value);
            }
        }
        if let Some(id) = change.get("incoming_order_id") {
            quote
                .fields
                .insert("incoming_order_id".to_owned(), id.clone());
        }
        if let Some(items) = change.get("items").and_then(Value::as_array) {
            if has_items {
                quote.merge_items(items);
            }
        }
        quote.validated(venue)
    }

    /// Updates the items with the same `sku_id`, adds the others, and removes those with quantity
    /// 0.
    fn merge_items(&mut self, changes: &[Value]) {
        let mut items = self.items().to_vec();
        for change in changes {
            let is_same = |item: &&mut Value| {
                change.get("sku_id").is_some() && item.get("sku_id") == change.get("sku_id")
            };
            match (items.iter_mut().find(is_same), change.as_object()) {
                (Some(Value::Object(item)), Some(change)) => item.extend(change.clone()),
                _ => items.push(change.clone()),
            }
        }
        items.retain(|item| item.get("quantity").and_then(Value::as_i64) != Some(0));
        self.fields.insert("items".to_owned(), items.into());
    }

    /// The tip; `None` if it has more than 64 bits.
    pub(crate) fn tip(&self, priced: &PricedBasket<'_>) -> Option<i64> {
        let Some(amount) = self.fulfillment("tip_amount").and_then(decimal) else {
            return Some(0);
        };
        let is_percent = self
            .fulfillment("tip_type")
            .and_then(Value::as_str)
            .is_some_and(|kind| kind.contains("percent") || kind == "%");
        if !is_percent {
            return amount.integer_part();
        }
        checked_percentage(priced.subtotal() - priced.discount(), amount.thousandths()?)
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

    /// The quote, as in responses.
    pub(crate) fn record(&self, venue: &Venue) -> Map<String, Value> {
        let mut record = self.fields.clone();
        record.insert("incoming_order_id".to_owned(), self.incoming_order_id());
        record.insert("venue_id".to_owned(), venue.profile.id.into());
        record.insert("reference_no".to_owned(), self.reference_no().into());
        // Only quotes that can be priced are stored.
        let Ok(priced) = self.priced(venue) else {
            return record;
        };
        let mut items = self.items().to_vec();
        for (item, line) in items.iter_mut().zip(&priced.lines) {
            let Some(item) = item.as_object_mut() else {
                continue;
            };
            // The fields of the request are echoed, except for amounts, which are computed.
            for (key, value) in [
                ("sku_id", line.price.sku),
                ("product_id", line.product.id),
                ("quantity", line.quantity),
            ] {
                if item.get(key).is_none_or(Value::is_null) {
                    item.insert(key.to_owned(), value.into());
                }
            }
            let defaults: [(&str, Value); 5] = [
                ("quantity_on_hand", line.price.on_hand.to_number()),
                ("name", line.product.name.clone().into()),
                ("unit", line.price.unit.to_text().into()),
                ("unit_type", line.price.unit_type.clone().into()),
                ("discount_ids", Value::Array(Vec::new())),
            ];
            for (key, default) in defaults {
                item.entry(key).or_insert(default);
            }
            item.insert("price".to_owned(), line.price.price_cents.into());
            item.insert("discount".to_owned(), line.discount.into());
        }
        record.insert("items".to_owned(), items.into());
        if let Some(Value::Object(fulfillment)) = record.get_mut("fulfillment") {
            fulfillment.insert(
                "tip_calculated".to_owned(),
                self.tip(&priced).unwrap_or_default().into(),
            );
        }
        record.insert("taxes".to_owned(), priced.taxes());
        record.insert("totals".to_owned(), priced.totals());
        record.insert("limits".to_owned(), priced.limits());
        record
    }
}
