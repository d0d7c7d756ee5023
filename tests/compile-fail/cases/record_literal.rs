//! A record gets new fields in minor versions, so it is created by `with`, not by a literal.

use pos_v2_client::model::Customer;

fn main() {
    let _ = Customer::with(|customer| customer.id = Some(7));
    let _ = Customer {
        id: Some(7),
        ..Customer::default()
    };
}
