//! Not even literals of an id and an amount can be swapped.

use payments_client::model::Addendum;

fn main() {
    let _ = Addendum::new(5.into(), "req-1");
}
