//! Keys of the full record of an order.

use serde::Serialize;

use crate::state::time::Time;
use crate::state::venue::order::Order;
use crate::state::venue::status::OrderStatus;

/// The keys of version 1 that follow from the order's status and its sale.
#[derive(Default, Serialize)]
pub(crate) struct OrderDetails<'o> {
    terminal_id: Option<i64>,
    customer_id: Option<i64>,
    local_order_id: Option<String>,
    driver_id: Option<i64>,
    vehicle_id: Option<i64>,
    pos_status: &'static str,
    processed_by: Option<&'static str>,
    saved_order_data: Option<&'static str>,
    processed_at: Option<String>,
    lat: Option<f64>,
    lng: Option<f64>,
    internal_notes: Option<&'static str>,
    departured_at: Option<String>,
    planned_route: Option<&'static str>,
    delivery_status: Option<&'static str>,
    sts_error: Option<&'static str>,
    external_error: Option<&'static str>,
    created_by: Option<&'static str>,
    payment_source: Option<&'o str>,
    payment_reference_id: Option<String>,
    payment_auth_id: Option<String>,
    payment_amount: i64,
    reason: Option<&'static str>,
    cancellation_notes: Option<&'static str>,
    third_party_request_id: Option<i64>,
    api_id: Option<String>,
    ip: Option<&'static str>,
    oauth_token: Option<&'static str>,
    otp: Option<&'static str>,
}

impl<'o> OrderDetails<'o> {
    pub(crate) fn new(order: &'o Order) -> Self {
        let is_processed = order.processed_at.is_some();
        let is_canceled = order.status == OrderStatus::Canceled;
        let has_failed = order.status == OrderStatus::StsFailed;
        let is_delivery = order.order_type() == "delivery";
        let has_departed = is_delivery && order.departed_at.is_some();
        // Orders with an even id have what a web shop records about its visitor.
        let is_from_web_shop = order.id % 2 == 0;
        let web_shop = |text| is_from_web_shop.then_some(text);
        Self {
            terminal_id: is_processed.then_some(4),
            customer_id: order.customer_id,
            local_order_id: order.sale_id.map(|sale| format!("L-{sale}")),
            driver_id: has_departed.then_some(14),
            vehicle_id: has_departed.then_some(7),
            pos_status: order.status.state(),
            processed_by: is_processed.then_some("Paul Sample"),
            saved_order_data: web_shop("{}"),
            processed_at: order.processed_at.map(Time::to_rfc3339),
            lat: is_delivery.then_some(39.7392),
            lng: is_delivery.then_some(-104.9903),
            internal_notes: is_processed.then_some("Packed on the counter."),
            departured_at: order.departed_at.map(Time::to_rfc3339),
            planned_route: has_departed.then_some("Main Street, then Example Street."),
            delivery_status: is_delivery.then(|| order.status.state()),
            sts_error: has_failed.then_some("the tracking system rejected the delivery"),
            external_error: has_failed.then_some("422"),
            created_by: web_shop("online_store"),
            payment_source: order.text("requested_payment_method"),
            payment_reference_id: order.sale_id.map(|sale| format!("P-{sale}")),
            payment_auth_id: order.sale_id.map(|sale| format!("A-{sale}")),
            payment_amount: order.total,
            reason: is_canceled.then_some("customer request"),
            cancellation_notes: is_canceled.then_some("Canceled in the sandbox."),
            third_party_request_id: is_from_web_shop.then_some(order.id + 1),
            api_id: is_from_web_shop.then(|| format!("api-{}", order.id)),
            ip: web_shop("192.0.2.7"),
            oauth_token: web_shop("demo-oauth-token"),
            otp: web_shop("000000"),
        }
    }
}
