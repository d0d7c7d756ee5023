//! Tills.

use serde_json::{Map, Value, json};

use crate::json::with;
use crate::state::time::Time;
use crate::state::venue::till::Till;

/// Coins of 1, 5, 10 and 25 cents, then notes of 1, 5, 10, 20, 50 and 100.
const DENOMINATIONS: [(&str, i64); 10] = [
    ("c1", 1),
    ("c5", 5),
    ("c10", 10),
    ("c25", 25),
    ("d1", 100),
    ("d5", 500),
    ("d10", 1_000),
    ("d20", 2_000),
    ("d50", 5_000),
    ("d100", 10_000),
];

pub(super) fn values(till: &Till) -> Value {
    let reviewed = till.end_time.filter(|_| till.reviewed);
    // The notes of a till that was closed otherwise are unknown.
    let has_note = till.open || till.reviewed;
    let note = || has_note.then(|| "One roll of quarters opened.".to_owned());
    let mut counts = counts("o", Some(till.start_amount));
    counts.extend(self::counts("c", till.end_time.map(|_| till.end_amount)));
    counts.extend(
        till.notes
            .iter()
            .map(|notes| ("notes".to_owned(), json!(notes))),
    );
    let computed = json!({
        "state": if till.open { "open" } else { "pending" },
        "left_in_drawer": till.left_in_drawer(),
        "expected_amount": till.expected_amount(),
        "end_calc_amount": till.end_calc_amount(),
        "review_later": till.id % 5 == 0,
        "counts": counts,
        "note": till.notes.clone().or_else(note),
        "reviewed_by": reviewed.map(|_| "Paul Sample"),
        "reviewed_at": reviewed.map(|time| time.add_millis(Time::HOUR_MILLIS)),
    });
    with(till, computed)
}

/// Counts of coins and notes that add up to an amount; null for an unknown one.
fn counts(prefix: &str, amount: Option<i64>) -> Map<String, Value> {
    let mut rest = amount.unwrap_or_default().max(0);
    let counts = DENOMINATIONS.iter().rev().map(|(key, denomination)| {
        let count = rest / denomination;
        rest %= denomination;
        (format!("{prefix}{key}"), amount.map(|_| count).into())
    });
    counts.collect()
}
