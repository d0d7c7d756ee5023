//! Actions of a shop's staff, which no operation of the APIs has.

mod action;
mod actor;
mod arguments;
mod people;
mod perform;
mod product;
mod sale;
mod stock;

pub use action::ShopAction;
pub use people::{CustomerChange, NewCustomer, NewEmployee};
pub(crate) use perform::{ActionError, perform};
pub use product::{NewProduct, ProductChange};
pub use sale::{NewCoupon, RingUp};
pub use stock::Delivery;
