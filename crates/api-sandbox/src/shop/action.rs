//! Actions as values, for scripts.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::arguments::check_action;
use super::people::{CustomerChange, NewCustomer, NewEmployee};
use super::product::{NewProduct, ProductChange};
use super::sale::{NewCoupon, RingUp};
use super::stock::Delivery;

/// An action in a shop, as a step of a script. Its JSON has the name as `action`, and the arguments
/// beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum ShopAction {
    /// See [`Shop::ring_up`](crate::Shop::ring_up).
    RingUp(RingUp),
    /// See [`Shop::set_stock`](crate::Shop::set_stock).
    SetStock {
        /// The variation.
        sku: i64,
        /// The units on hand.
        quantity: i64,
    },
    /// See [`Shop::set_price`](crate::Shop::set_price).
    SetPrice {
        /// The variation.
        sku: i64,
        /// In cents.
        price_cents: i64,
    },
    /// See [`Shop::add_product`](crate::Shop::add_product).
    AddProduct(NewProduct),
    /// See [`Shop::update_product`](crate::Shop::update_product).
    UpdateProduct(ProductChange),
    /// See [`Shop::receive`](crate::Shop::receive).
    Receive(Delivery),
    /// See [`Shop::accept_manifest`](crate::Shop::accept_manifest).
    AcceptManifest {
        /// The id of the pending manifest.
        manifest: i64,
    },
    /// See [`Shop::add_coupon`](crate::Shop::add_coupon).
    AddCoupon(NewCoupon),
    /// See [`Shop::enable_coupon`](crate::Shop::enable_coupon).
    EnableCoupon {
        /// The id of the coupon.
        coupon: i64,
    },
    /// See [`Shop::disable_coupon`](crate::Shop::disable_coupon).
    DisableCoupon {
        /// The id of the coupon.
        coupon: i64,
    },
    /// See [`Shop::open_till`](crate::Shop::open_till).
    OpenTill {
        /// The id of the employee.
        employee: i64,
    },
    /// See [`Shop::close_till`](crate::Shop::close_till).
    CloseTill {
        /// The id of the till.
        till: i64,
        /// The counted amount in cents; the expected one by default.
        counted_cents: Option<i64>,
    },
    /// See [`Shop::add_customer`](crate::Shop::add_customer).
    AddCustomer(NewCustomer),
    /// See [`Shop::update_customer`](crate::Shop::update_customer).
    UpdateCustomer(CustomerChange),
    /// See [`Shop::hire`](crate::Shop::hire).
    Hire(NewEmployee),
    /// See [`Shop::disable_employee`](crate::Shop::disable_employee).
    DisableEmployee {
        /// The id of the employee.
        employee: i64,
    },
}

impl ShopAction {
    /// Parses an action of the control interface.
    pub(crate) fn from_json(action: Value) -> Result<Self, String> {
        let Value::Object(mut action) = action else {
            return Err("expected an object".to_owned());
        };
        check_action(&mut action)?;
        serde_json::from_value(action.into()).map_err(|error| error.to_string())
    }
}
