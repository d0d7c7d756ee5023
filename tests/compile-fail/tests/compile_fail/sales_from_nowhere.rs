//! Sales without a filter are those of two days: the caller says that it wants these, or a start.

use pos_v2_client::ListSalesHistories;

fn main() {
    let _ = ListSalesHistories::default();
}
