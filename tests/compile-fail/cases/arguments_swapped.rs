//! Positional arguments differ in their types: swapped ones do not compile.

use pos_v2_client::UpdateCustomer;
use pos_v2_client::model::CustomerUpdate;

fn main() {
    let _ = UpdateCustomer::new(CustomerUpdate::new(), 7);
}
