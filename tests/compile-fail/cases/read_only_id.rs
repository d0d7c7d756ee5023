//! The service gives a customer its id.

use pos_v2_client::model::NewCustomer;

fn main() {
    let _ = NewCustomer::new().id(3);
}
