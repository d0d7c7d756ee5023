//! A secret becomes a text by `expose` alone.

use pos_v2_client::model::Customer;

fn log(_: &str) {}

fn main() {
    if let Some(token) = Customer::default().token {
        log(&token);
    }
}
