//! Orders as in responses, serialized without a copy.

use serde::Serialize;
use serde_json::Value;

use super::order::Order;
use crate::details::order::OrderDetails;
use crate::exact::Exact;
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
    telephone: Option<FieldValue<'o>>,
    email: Option<FieldValue<'o>>,
    address: FieldValue<'o>,
    city: FieldValue<'o>,
    state_abbrev: FieldValue<'o>,
    zipcode: FieldValue<'o>,
    customer_type: FieldValue<'o>,
    country: &'static str,
    total: i64,
    tip_amount: i64,
    tip_type: Option<FieldValue<'o>>,
    status_callback: Option<&'o str>,
    payment_prepaid: bool,
    proc_time: i64,
    tip_calculated: i64,
    processing_fee: i64,
    #[serde(flatten)]
    details: OrderDetails<'o>,
}

/// A field of the request, or its default.
#[derive(Serialize)]
#[serde(untagged)]
enum FieldValue<'o> {
    Request(Exact<'o>),
    Default(&'static str),
}

impl<'o> FieldValue<'o> {
    fn new(value: &'o Value) -> Self {
        Self::Request(Exact(value))
    }

    fn is_null(&self) -> bool {
        matches!(self, Self::Request(Exact(Value::Null)))
    }
}

impl Order {
    /// The order, as in the response to its creation.
    pub(crate) fn record(&self) -> OrderRecord<'_> {
        let field = |key: &str| self.fields.get(key).map(FieldValue::new);
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
        let field = |key: &str| self.fields.get(key).map(FieldValue::new);
        let field_or = |key: &str, default| field(key).unwrap_or(FieldValue::Default(default));
        let amount = |key: &str| self.fields.get(key).and_then(Value::as_i64);
        FullOrderRecord {
            record: self.record(),
            telephone: field("telephone"),
            email: field("email"),
            address: field_or("address", ""),
            city: field_or("city", ""),
            state_abbrev: field_or("state_abbrev", ""),
            zipcode: field_or("zipcode", ""),
            customer_type: match self.fields.get("customer_type") {
                Some(field) if field != "" => FieldValue::new(field),
                _ => FieldValue::Default("recreational"),
            },
            country: "US",
            total: self.total,
            tip_amount: amount("tip_amount").unwrap_or_default(),
            tip_type: field("tip_type"),
            status_callback: self.status_callback.as_deref(),
            payment_prepaid: false,
            proc_time: 0,
            tip_calculated: amount("tip_calculated").unwrap_or_default(),
            processing_fee: amount("processing_fee").unwrap_or_default(),
            details: OrderDetails::new(self),
        }
    }
}
