//! An unknown value is made from its text, so that it means the same once it is known.

use pos_v3_client::model::OrderType;

fn main() {
    let _ = OrderType::Unknown("drone".to_owned());
}
