//! Orders as in responses, serialized without a copy.

use serde::Serialize;
use serde_json::Value;

use super::order::Order;
use crate::state::time::Time;

/// An order, as in the response to its creation.
#[derive(Serialize)]
pub(crate) struct OrderRecord<'o> {
    id: i64,
    aasm_state: &'static str,
    reference_no: &'o str,
    first_name: Option<FieldValue<'o>>,
    last_name: Option<FieldValue<'o>>,
    source: FieldValue<'o>,
    order_type: FieldValue<'o>,
    notes: Option<FieldValue<'o>>,
    requested_date: Option<FieldValue<'o>>,
    requested_window_start_time: Option<FieldValue<'o>>,
    requested_window_end_time: Option<FieldValue<'o>>,
    requested_payment_method: Option<FieldValue<'o>>,
    delivered_at: Option<String>,
    payment_verified: bool,
    curbside: bool,
    created_at: String,
    updated_at: String,
}

/// An order with all fields, as in version 1.
#[derive(Serialize)]
pub(crate) struct FullOrderRecord<'o> {
    #[serde(flatten)]
    record: OrderRecord<'o>,
    telephone: FieldValue<'o>,
    email: FieldValue<'o>,
    address: FieldValue<'o>,
    city: FieldValue<'o>,
    state_abbrev: FieldValue<'o>,
    zipcode: FieldValue<'o>,
    customer_type: FieldValue<'o>,
    country: &'static str,
    total: i64,
    tip_amount: i64,
    status_callback: Option<&'o str>,
    payment_prepaid: bool,
    proc_time: i64,
    tip_calculated: i64,
    processing_fee: i64,
}

/// A field of the request, or its default.
#[derive(Serialize)]
#[serde(untagged)]
enum FieldValue<'o> {
    Request(&'o Value),
    Default(&'static str),
}

impl FieldValue<'_> {
    fn is_null(&self) -> bool {
        matches!(self, Self::Request(Value::Null))
    }
}

impl Order {
    /// The order, as in the response to its creation.
    pub(crate) fn record(&self) -> OrderRecord<'_> {
        let field = |key: &str| self.fields.get(key).map(FieldValue::Request);
        let field_or = |key: &str, default| {
            field(key)
                .filter(|field| !field.is_null())
                .unwrap_or(FieldValue::Default(default))
        };
        let created_at = self.created_at.to_rfc3339();
        // Most orders are never updated.
        let updated_at = if self.updated_at == self.created_at {
            created_at.clone()
        } else {
            self.updated_at.to_rfc3339()
        };
        OrderRecord {
            id: self.id,
            aasm_state: self.status.state(),
            reference_no: &self.reference_no,
            first_name: field("first_name"),
            last_name: field("last_name"),
            source: field_or("source", "online_store"),
            order_type: field_or("order_type", "pickup"),
            notes: field("notes"),
            requested_date: field("requested_date"),
            requested_window_start_time: field("requested_window_start_time"),
            requested_window_end_time: field("requested_window_end_time"),
            requested_payment_method: field("requested_payment_method"),
            delivered_at: self.delivered_at.map(Time::to_rfc3339),
            payment_verified: false,
            curbside: false,
            created_at,
            updated_at,
        }
    }

    /// The order with all fields, as in version 1.
    pub(crate) fn full_record(&self) -> FullOrderRecord<'_> {
        let field = |key: &str| {
            let field = self.fields.get(key).map(FieldValue::Request);
            field.unwrap_or(FieldValue::Default(""))
        };
        let customer_type = self.fields.get("customer_type");
        FullOrderRecord {
            record: self.record(),
            telephone: field("telephone"),
            email: field("email"),
            address: field("address"),
            city: field("city"),
            state_abbrev: field("state_abbrev"),
            zipcode: field("zipcode"),
            customer_type: match customer_type {
                Some(field) if field != "" => FieldValue::Request(field),
                _ => FieldValue::Default("recreational"),
            },
            country: "US",
            total: self.total,
            tip_amount: 0,
            status_callback: self.status_callback.as_deref(),
            payment_prepaid: false,
            proc_time: 0,
            tip_calculated: 0,
            processing_fee: 0,
        }
    }
}
