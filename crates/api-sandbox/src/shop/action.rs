//! Actions as values, for scripts.

use serde::{Deserialize, Serialize};
use serde_json::Value;

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
        price: i64,
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
        counted: Option<i64>,
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
        if action.get("action").and_then(Value::as_str).is_none() {
            return Err("`action` must be the name of an action".to_owned());
        }
        serde_json::from_value(action.clone()).map_err(|error| {
            let message = error.to_string();
            match find_unexpected(&message, &action, String::new()) {
                Some(path) => format!("{path}: {message}"),
                None => message,
            }
        })
    }
}

/// The path of the value that a message of serde names: the error of a tagged enum has no place.
fn find_unexpected(message: &str, value: &Value, path: String) -> Option<String> {
    let unexpected = match value {
        Value::Object(members) => {
            let dot = if path.is_empty() { "" } else { "." };
            let path_of = |key: &str| format!("{path}{dot}{key}");
            return members
                .iter()
                .filter(|(key, _)| *key != "action")
                .find_map(|(key, value)| find_unexpected(message, value, path_of(key)))
                .or_else(|| message.contains("invalid type: map").then_some(path));
        }
        Value::Array(elements) => {
            let mut elements = elements.iter().enumerate();
            return elements
                .find_map(|(index, value)| {
                    find_unexpected(message, value, format!("{path}[{index}]"))
                })
                .or_else(|| message.contains("invalid type: sequence").then_some(path));
        }
        Value::String(text) => format!("string {text:?}"),
        Value::Bool(value) => format!("boolean `{value}`"),
        Value::Number(number) if number.is_f64() => format!("floating point `{number}`"),
        Value::Number(number) => format!("integer `{number}`"),
        Value::Null => "null".to_owned(),
    };
    let is_named = ["invalid type: ", "invalid value: "]
        .iter()
        .any(|kind| message.starts_with(&format!("{kind}{unexpected},")));
    is_named.then_some(path)
}
