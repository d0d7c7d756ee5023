//! Orders.

use jiff::tz::TimeZone;
use serde_json::{Map, Value, json};

use super::template::Context;
use crate::json::with;
use crate::state::venue::order::Order;
use crate::state::venue::status::OrderStatus;

impl Order {
    /// The order, as in the response to its creation.
    pub(crate) fn record(&self) -> Value {
        let mut record = Map::new();
        self.context().fill(&mut record, "incoming_order", "short");
        Value::Object(record)
    }

    /// The order with all fields, as in version 1.
    pub(crate) fn full_record(&self) -> Value {
        let is_delivery = self.order_type() == "delivery";
        let sections = [
            ("short", true),
            ("full", true),
            ("processed", self.processed_at.is_some()),
            ("delivery", is_delivery),
            ("departed", is_delivery && self.departed_at.is_some()),
            ("sold", self.status.is_fulfilled()),
            ("canceled", self.status == OrderStatus::Canceled),
            ("failed", self.status == OrderStatus::StsFailed),
            // Orders with an even id have what a web shop records about its visitor.
            ("web_shop", self.id % 2 == 0),
        ];
        let context = self.context();
        let mut record = Map::new();
        for (section, is_known) in sections {
            if is_known {
                context.fill(&mut record, "incoming_order", section);
            } else {
                context.fill_with_null(&mut record, "incoming_order", section);
            }
        }
        Value::Object(record)
    }

    fn context(&self) -> Context<'static> {
        let amount = |key: &str| {
            self.fields
                .get(key)
                .and_then(Value::as_i64)
                .unwrap_or_default()
        };
        let field = |key: &str, default: &str| match self.fields.get(key) {
            None | Some(Value::Null) => default.into(),
            Some(field) => field.clone(),
        };
        let computed = json!({
            "state": self.state(),
            "source": field("source", "online_store"),
            "order_type": field("order_type", "pickup"),
            "address": field("address", ""),
            "city": field("city", ""),
            "state_abbrev": field("state_abbrev", ""),
            "zipcode": field("zipcode", ""),
            "customer_type": self.text("customer_type").unwrap_or("recreational"),
            "tip_amount": amount("tip_amount"),
            "tip_calculated": amount("tip_calculated"),
            "processing_fee": amount("processing_fee"),
            "payment_source": self.text("requested_payment_method"),
        });
        Context {
            id: self.id,
            time: self.created_at,
            zone: TimeZone::UTC,
            values: with(self, computed),
            venue: &Value::Null,
        }
    }
}
