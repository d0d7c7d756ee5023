//! A client that is generated from a fixture with headers and lists in queries, compiled here as it
//! is, and sent over a socket.
//!
//! `UPDATE_GENERATED=1 cargo test -p tests --test generated` generates it again.

// The generated files name the model crate, this crate, and what both re-export.
extern crate self as shop_model;

#[allow(dead_code, deprecated, missing_docs)]
#[path = "../../fixtures/generator/generated/api.rs"]
#[rustfmt::skip]
mod api;
#[allow(dead_code, deprecated, missing_docs)]
#[path = "../../fixtures/generator/generated/credentials.rs"]
#[rustfmt::skip]
mod credentials;
#[allow(dead_code, deprecated, missing_docs)]
#[path = "../../fixtures/generator/generated/item.rs"]
#[rustfmt::skip]
mod item;
#[allow(dead_code, deprecated, missing_docs)]
#[path = "../../fixtures/generator/generated/item_model.rs"]
#[rustfmt::skip]
mod item_model;
#[allow(dead_code, deprecated, missing_docs)]
#[path = "../../fixtures/generator/generated/order.rs"]
#[rustfmt::skip]
mod order;
#[allow(dead_code, deprecated, missing_docs)]
#[path = "../../fixtures/generator/generated/order_model.rs"]
#[rustfmt::skip]
mod order_model;
mod headers;
mod output;
mod queries;

pub use api::*;
pub use credentials::*;
pub use item::*;
pub use item_model::*;
pub use order::*;
pub use order_model::*;

/// A client of a server on the loopback address.
fn client(base_url: &str) -> Client {
    let token = ShopToken::new("secret-word");
    Client::new(Config::new(Environment::Test, base_url, token).unwrap()).unwrap()
}
