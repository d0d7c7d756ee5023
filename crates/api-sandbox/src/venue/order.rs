//! Orders.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::Venue;
use super::pricing::{Priced, Wanted, priced, sku};
use super::status::OrderStatus;
use crate::moment::Moment;

/// An order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) id: i64,
    pub(crate) reference_no: String,
    pub(crate) status: OrderStatus,
    pub(crate) status_callback: Option<String>,
    /// What the request gave, as it came.
    pub(crate) fields: Map<String, Value>,
    pub(crate) items: Vec<Value>,
    pub(crate) total: i64,
    pub(crate) delivered_at: Option<Moment>,
    pub(crate) created_at: Moment,
    pub(crate) updated_at: Moment,
}

/// The fields of an order's reply that echo the request.
const ECHOED: [&str; 9] = [
    "first_name",
    "last_name",
    "source",
    "order_type",
    "notes",
    "requested_date",
    "requested_window_start_time",
    "requested_window_end_time",
    "requested_payment_method",
];

/// The fields that only version 1's full record has.
const FULL_ONLY: [&str; 7] = [
    "telephone",
    "email",
    "address",
    "city",
    "state_abbrev",
    "zipcode",
    "customer_type",
];

impl Order {
    /// An order from the body of a request; the errors say what is wrong with its items.
    pub(crate) fn new(
        venue: &Venue,
        id: i64,
        mut fields: Map<String, Value>,
        now: Moment,
    ) -> Result<Self, Vec<String>> {
        let items = fields.remove("order_items_attributes").unwrap_or_default();
        let items = items.as_array().cloned().unwrap_or_default();
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
            fields
                .remove(key)
                .and_then(|value| value.as_str().map(str::to_owned))
        };
        let reference_no = taken("reference_no").unwrap_or_default();
        let status_callback = taken("status_callback").filter(|address| !address.is_empty());
        let item = |(index, line): (usize, &super::pricing::Line<'_>)| {
            json!({
                "item_id": id * 100 + index as i64 + 1,
                "product_id": line.product.id,
                "sku_id": line.variation.sku,
                "manifest_item_id": null,
                "product_name": line.product.name,
                "product_brand": line.product.brand,
                "product_strain": line.product.strain,
                "weight": line.variation.unit.text(),
                "quantity": line.quantity,
                "unit_quantity": crate::decimal::Milli::units(line.quantity).text(),
                "price": line.variation.cents,
                "discount": line.discount,
                "tax": line.tax(),
                "tier_weight_id": null,
                "coupons": line.coupons.iter().map(|coupon| json!({ "id": coupon })).collect::<Vec<_>>(),
                "taxes": line.taxes(),
                "created_at": now.text(),
                "updated_at": now.text(),
            })
        };
        Self {
            id,
            reference_no,
            status: OrderStatus::Pending,
            status_callback,
            fields,
            items: basket.lines.iter().enumerate().map(item).collect(),
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

    /// The order as the reply to its creation shows it.
    pub(crate) fn record(&self) -> Map<String, Value> {
        let mut record = Map::new();
        record.insert("id".to_owned(), self.id.into());
        record.insert("aasm_state".to_owned(), self.status.state().into());
        record.insert("reference_no".to_owned(), self.reference_no.clone().into());
        for key in ECHOED {
            record.insert(
                key.to_owned(),
                self.fields.get(key).cloned().unwrap_or_default(),
            );
        }
        for (key, default) in [("source", "online_store"), ("order_type", "pickup")] {
            if let Some(value) = record.get_mut(key)
                && value.is_null()
            {
                *value = default.into();
            }
        }
        record.insert(
            "delivered_at".to_owned(),
            self.delivered_at.map(Moment::text).into(),
        );
        record.insert("payment_verified".to_owned(), false.into());
        record.insert("curbside".to_owned(), false.into());
        record.insert("created_at".to_owned(), self.created_at.text().into());
        record.insert("updated_at".to_owned(), self.updated_at.text().into());
        record
    }

    /// The order as version 1 reads it.
    pub(crate) fn full_record(&self) -> Map<String, Value> {
        let mut record = self.record();
        for key in FULL_ONLY {
            let value = self.fields.get(key).cloned().unwrap_or_else(|| "".into());
            record.insert(key.to_owned(), value);
        }
        if record.get("customer_type").is_none_or(|value| value == "") {
            record.insert("customer_type".to_owned(), "recreational".into());
        }
        record.insert("country".to_owned(), "US".into());
        record.insert("total".to_owned(), self.total.into());
        record.insert("tip_amount".to_owned(), 0.into());
        record.insert(
            "status_callback".to_owned(),
            self.status_callback.clone().into(),
        );
        record.insert("payment_prepaid".to_owned(), false.into());
        record.insert("proc_time".to_owned(), 0.into());
        record.insert("tip_calculated".to_owned(), 0.into());
        record.insert("processing_fee".to_owned(), 0.into());
        record
    }
}
