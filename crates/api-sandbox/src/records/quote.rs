//! Quotes in the flat form of version 1, and the orders of quotes.

use jiff::tz::TimeZone;
use serde_json::{Map, Value, json};

use super::template::Context;
use crate::json::with;
use crate::state::decimal::integer_part;
use crate::state::time::Time;
use crate::state::venue::Venue;
use crate::state::venue::order::Order;
use crate::state::venue::quote::Quote;

impl Quote {
    /// The quote in the flat form of version 1, without the objects of its parts.
    pub(crate) fn flat_record(&self, venue: &Venue) -> Map<String, Value> {
        let telephone = self
            .fields
            .get("customer")
            .and_then(|own| own["telephone"].as_str());
        let customer = telephone.and_then(|own| venue.customer_with_telephone(own));
        let integer = |key: &str| self.fulfillment(key).and_then(integer_part);
        let priced = self.priced(venue).ok();
        let priced = priced.as_ref();
        let computed = json!({
            "tip_amount": integer("tip_amount"),
            "processing_fee": integer("processing_fee"),
            "customer_id": customer.map(|customer| customer.id),
            "subtotal": priced.map(|priced| priced.subtotal()),
            "discount": priced.map(|priced| priced.discount()),
            "tax": priced.map(|priced| priced.tax()),
            "total": priced.map(|priced| priced.total()),
            "tip_calculated": priced.and_then(|priced| self.tip(priced)),
        });
        let context = Context {
            id: self.id,
            time: self.created_at,
            zone: TimeZone::UTC,
            values: with(self, computed),
            venue: &Value::Null,
        };
        let mut record = Map::new();
        context.fill(&mut record, "incoming_quote", "flat");
        // Quotes with an even id have what a web shop records about its visitor.
        match self.id % 2 {
            0 => context.fill(&mut record, "incoming_quote", "web_shop"),
            _ => context.fill_with_null(&mut record, "incoming_quote", "web_shop"),
        }
        record
    }

    /// The order of the finalized quote.
    pub(crate) fn to_order(&self, venue: &Venue, id: i64, now: Time) -> Result<Order, Vec<String>> {
        let fields = self.flat_record(venue);
        Ok(Order::from_basket(
            venue,
            id,
            fields,
            &self.priced(venue)?,
            now,
        ))
    }
}
