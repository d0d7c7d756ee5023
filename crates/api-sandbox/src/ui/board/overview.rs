//! What the board shows beside every list.

use serde_json::{Value, json};

use super::events::clock_json;
use crate::context::Context;
use crate::state::lock::lock;
use crate::state::venue::Venue;
use crate::state::venue::status::OrderStatus;

/// Venues, statuses, the clock, and the number of records of each kind.
pub(super) fn overview(context: &Context) -> Value {
    let callbacks = context.dispatcher.callbacks().len();
    let requests = lock(&context.request_log).len();
    let state = context.state();
    let venues = state.venues.iter();
    let venues = venues.map(|venue| json!({ "id": venue.profile.id, "name": venue.profile.name }));
    let count = |count: fn(&Venue) -> usize| -> usize { state.venues.iter().map(count).sum() };
    json!({
        "venues": venues.collect::<Vec<_>>(),
        "statuses": OrderStatus::ALL.map(OrderStatus::name),
        "clock": clock_json(state.clock),
        "totals": {
            "orders": count(|venue| venue.orders.iter().count()),
            "quotes": count(|venue| venue.quotes.iter().count()),
            "payments": state.payments.iter().count(),
            "callbacks": callbacks,
            "requests": requests,
        },
    })
}
