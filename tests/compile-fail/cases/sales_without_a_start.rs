//! Sales without a filter are those of two days: the caller asks for these, or sets a start.

use pos_v2_client::ListSalesHistories;

fn main() {
    let _ = ListSalesHistories::default();
}
