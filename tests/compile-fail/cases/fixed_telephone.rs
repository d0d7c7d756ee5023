//! The telephone number of a customer cannot be changed.

use pos_v2_client::model::CustomerUpdate;

fn telephone(change: CustomerUpdate) {
    let CustomerUpdate { telephone, .. } = change;
}

fn main() {
    telephone(CustomerUpdate::new());
}
