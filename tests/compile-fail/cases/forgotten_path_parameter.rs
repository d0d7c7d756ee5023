//! One customer is read by its id.

use pos_v2_client::GetCustomer;

fn main() {
    let _ = GetCustomer::new();
}
