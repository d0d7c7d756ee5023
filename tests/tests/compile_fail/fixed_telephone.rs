//! The telephone number of a customer cannot be changed.

use pos_v2_client::model::CustomerChange;

fn telephone(change: CustomerChange) {
    let CustomerChange { telephone, .. } = change;
}

fn main() {
    telephone(CustomerChange::new());
}
