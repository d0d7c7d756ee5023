//! An amount is exact: there is no way to it from a float.

use payments_client::model::Addendum;

fn main() {
    let _ = Addendum {
        request_uid: "a1".into(),
        amount: 12.5,
    };
}
