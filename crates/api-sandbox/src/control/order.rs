//! Orders, as the control handle returns them.

use api_wire::Timestamp;
use serde::{Deserialize, Serialize};

use crate::state::time::Time;
use crate::state::venue::Venue;
use crate::state::venue::order::Order;
use crate::state::venue::status::OrderStatus;

/// An order. All amounts are in cents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PlacedOrder {
    /// The `id` of the response.
    pub id: i64,
    /// The `reference_no` of the request.
    pub reference_no: String,
    /// The last one of `history`.
    pub status: OrderStatus,
    /// The id of its venue.
    pub venue: i64,
    /// As in `delivery`; `pickup` by default.
    pub order_type: String,
    /// The items, with their prices and taxes.
    pub items: Vec<PlacedItem>,
    /// The sum of its items, without discounts.
    pub subtotal: i64,
    /// The sum of the discounts of its items.
    pub discount: i64,
    /// The taxes on top of its prices.
    pub tax: i64,
    /// `subtotal` − `discount` + `tax`.
    pub total: i64,
    /// The customer of the request.
    pub customer: OrderCustomer,
    /// The URL that gets its callbacks, as in the request. `None`: it has none.
    #[doc(alias = "webhook")]
    pub status_callback: Option<String>,
    /// All its statuses, the first being that of its creation.
    pub history: Vec<StatusEntry>,
}

/// An item of an order. Amounts are in cents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlacedItem {
    /// The id of the product.
    pub product_id: i64,
    /// The id of the price, which is its SKU.
    pub sku_id: i64,
    /// The name of the product.
    pub product_name: String,
    /// How many units.
    pub quantity: i64,
    /// The price of one unit.
    pub price: i64,
    /// The discount of all its units together.
    pub discount: i64,
    /// The taxes of the item, included ones as well.
    pub tax: i64,
}

/// The customer of an order, as in the request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
#[allow(missing_docs)]
pub struct OrderCustomer {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub telephone: Option<String>,
    pub email: Option<String>,
    pub address: Option<String>,
    pub city: Option<String>,
    pub state_abbrev: Option<String>,
    pub zipcode: Option<String>,
}

/// A status of an order, and its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StatusEntry {
    /// The status.
    pub status: OrderStatus,
    /// When it was set, by the clock of the sandbox.
    pub at: Timestamp,
}

impl PlacedOrder {
    pub(crate) fn new(venue: &Venue, order: &Order) -> Self {
        let items: Vec<PlacedItem> = serde_json::from_str(order.items.get()).unwrap_or_default();
        let subtotal = items.iter().map(|item| item.price * item.quantity).sum();
        let discount = items.iter().map(|item| item.discount).sum();
        // They are validated to be texts.
        let customer = serde_json::from_value(order.fields.clone().into());
        let entry = |(status, at): (OrderStatus, Time)| StatusEntry {
            status,
            at: at.to_timestamp(),
        };
        let created = (OrderStatus::Pending, order.created_at);
        let history = std::iter::once(created).chain(order.history.iter().copied());
        Self {
            id: order.id,
            reference_no: order.reference_no.clone(),
            status: order.status,
            venue: venue.profile.id,
            order_type: order.order_type().to_owned(),
            subtotal,
            discount,
            tax: order.total - subtotal + discount,
            total: order.total,
            items,
            customer: customer.unwrap_or_default(),
            status_callback: order.status_callback.clone(),
            history: history.map(entry).collect(),
        }
    }
}
