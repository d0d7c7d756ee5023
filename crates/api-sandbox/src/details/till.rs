//! Keys of tills.

use serde_json::{Value, json};

use super::{Detail, add, add_optional};
use crate::state::time::Time;
use crate::state::venue::till::Till;

/// Coins of 1, 5, 10 and 25 cents, then notes of 1, 5, 10, 20, 50 and 100.
const DENOMINATIONS: [i64; 10] = [1, 5, 10, 25, 100, 500, 1_000, 2_000, 5_000, 10_000];
const OPENING_COUNTS: [&str; 10] = [
    "oc1", "oc5", "oc10", "oc25", "od1", "od5", "od10", "od20", "od50", "od100",
];
const CLOSING_COUNTS: [&str; 10] = [
    "cc1", "cc5", "cc10", "cc25", "cd1", "cd5", "cd10", "cd20", "cd50", "cd100",
];

/// Adds the keys of version 2. The counts of coins and notes add up to the amounts.
pub(crate) fn add_till(record: &mut Value, till: &Till) {
    let state = if till.open { "open" } else { "pending" };
    add(
        record,
        [
            ("aasm_state", state.into()),
            ("expected_amount", till.expected_amount().into()),
            ("end_calc_amount", till.end_calc_amount().into()),
            ("review_later", (till.id % 5 == 0).into()),
            ("rounding_total", 0.into()),
        ],
    );
    add(record, counts(OPENING_COUNTS, Some(till.start_amount)));
    let closed = till.end_time.map(|_| till.end_amount);
    add(record, counts(CLOSING_COUNTS, closed));
    let reviewed = till.end_time.filter(|_| till.reviewed);
    let reviewed_at = reviewed.map(|time| time.add_millis(Time::HOUR_MILLIS));
    // The notes of a till that an action has closed are unknown.
    let note = |text: &str| (till.open || till.reviewed).then(|| text.to_owned());
    let optional: [Detail; 5] = [
        ("notes", note("One roll of quarters opened.").into()),
        ("open_notes", "Counted twice.".into()),
        ("reviewed_by", reviewed_at.map(|_| "Paul Sample").into()),
        ("reviewed_at", json!(reviewed_at.map(Time::to_rfc3339))),
        ("terminal_data", "{\"printer\":\"front\"}".into()),
    ];
    add_optional(record, till.id, optional);
    if let Some(notes) = &till.notes {
        add(record, [("notes", notes.clone().into())]);
    }
}

fn counts(keys: [&'static str; 10], amount: Option<i64>) -> Vec<Detail> {
    let mut rest = amount.unwrap_or_default().max(0);
    let mut counts: Vec<Detail> = keys
        .into_iter()
        .zip(DENOMINATIONS)
        .rev()
        .map(|(key, denomination)| {
            let count = rest / denomination;
            rest %= denomination;
            (key, amount.map(|_| count).into())
        })
        .collect();
    counts.reverse();
    counts
}
