//! A field of a response may be absent, whatever the documents call required.

use pos_v2_client::model::Customer;

fn give(_points: i64) {}

fn main() {
    give(Customer::default().points);
}
