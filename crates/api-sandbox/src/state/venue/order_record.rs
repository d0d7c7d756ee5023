//! Orders as replies show them: written straight from what is kept.

use serde::Serialize;
use serde_json::Value;

use super::order::Order;
use crate::state::time::Moment;

/// The order as the reply to its creation shows it.
#[derive(Serialize)]
pub(crate) struct OrderRecord<'o> {
    id: i64,
    aasm_state: &'static str,
    reference_no: &'o str,
    first_name: Option<Given<'o>>,
    last_name: Option<Given<'o>>,
    source: Given<'o>,
    order_type: Given<'o>,
    notes: Option<Given<'o>>,
    requested_date: Option<Given<'o>>,
    requested_window_start_time: Option<Given<'o>>,
    requested_window_end_time: Option<Given<'o>>,
    requested_payment_method: Option<Given<'o>>,
    delivered_at: Option<String>,
    payment_verified: bool,
    curbside: bool,
    created_at: String,
    updated_at: String,
}

/// The order as version 1 reads it.
#[derive(Serialize)]
pub(crate) struct FullOrderRecord<'o> {
    #[serde(flatten)]
    record: OrderRecord<'o>,
    telephone: Given<'o>,
    email: Given<'o>,
    address: Given<'o>,
    city: Given<'o>,
    state_abbrev: Given<'o>,
    zipcode: Given<'o>,
    customer_type: Given<'o>,
    country: &'static str,
    total: i64,
    tip_amount: i64,
    status_callback: Option<&'o str>,
    payment_prepaid: bool,
    proc_time: i64,
    tip_calculated: i64,
    processing_fee: i64,
}

/// What the request gave, as it came, or what stands in its place.
#[derive(Serialize)]
#[serde(untagged)]
enum Given<'o> {
    Value(&'o Value),
    Default(&'static str),
}

impl Given<'_> {
    fn is_null(&self) -> bool {
        matches!(self, Self::Value(Value::Null))
    }
}

impl Order {
    /// The order as the reply to its creation shows it.
    pub(crate) fn record(&self) -> OrderRecord<'_> {
        let given = |key: &str| self.fields.get(key).map(Given::Value);
        let given_or = |key: &str, default| {
            given(key)
                .filter(|given| !given.is_null())
                .unwrap_or(Given::Default(default))
        };
        let created_at = self.created_at.text();
        // Most orders are as they were made.
        let updated_at = if self.updated_at == self.created_at {
            created_at.clone()
        } else {
            self.updated_at.text()
        };
        OrderRecord {
            id: self.id,
            aasm_state: self.status.state(),
            reference_no: &self.reference_no,
            first_name: given("first_name"),
            last_name: given("last_name"),
            source: given_or("source", "online_store"),
            order_type: given_or("order_type", "pickup"),
            notes: given("notes"),
            requested_date: given("requested_date"),
            requested_window_start_time: given("requested_window_start_time"),
            requested_window_end_time: given("requested_window_end_time"),
            requested_payment_method: given("requested_payment_method"),
            delivered_at: self.delivered_at.map(Moment::text),
            payment_verified: false,
            curbside: false,
            created_at,
            updated_at,
        }
    }

    /// The order as version 1 reads it.
    pub(crate) fn full_record(&self) -> FullOrderRecord<'_> {
        let given = |key: &str| {
            let given = self.fields.get(key).map(Given::Value);
            given.unwrap_or(Given::Default(""))
        };
        let customer_type = self.fields.get("customer_type");
        FullOrderRecord {
            record: self.record(),
            telephone: given("telephone"),
            email: given("email"),
            address: given("address"),
            city: given("city"),
            state_abbrev: given("state_abbrev"),
            zipcode: given("zipcode"),
            customer_type: match customer_type {
                Some(given) if given != "" => Given::Value(given),
                _ => Given::Default("recreational"),
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
