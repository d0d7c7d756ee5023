//! Tills.

use serde_json::{Value, json};

use crate::json::with;
use crate::state::time::Time;
use crate::state::venue::till::Till;

pub(super) fn values(till: &Till) -> Value {
    let reviewed_at = till.end_time.map(|end| end.add_millis(Time::HOUR_MILLIS));
    let computed = json!({
        "state": if till.open { "open" } else { "pending" },
        "left_in_drawer": till.left_in_drawer(),
        "expected_amount": till.expected_amount(),
        "end_calc_amount": till.end_calc_amount(),
        "review_later": till.id % 5 == 0,
        "reviewed_by": reviewed_at.map(|_| "Paul Sample"),
        "reviewed_at": reviewed_at,
    });
    with(till, computed)
}
