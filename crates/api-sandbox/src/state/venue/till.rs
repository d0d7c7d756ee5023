//! Tills.

use serde::{Deserialize, Serialize};

use crate::state::time::Time;

/// A till of one day.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Till {
    pub(crate) id: i64,
    pub(crate) terminal_id: i64,
    pub(crate) open: bool,
    pub(crate) opened_by: String,
    pub(crate) closed_by: Option<String>,
    pub(crate) start_time: Time,
    pub(crate) end_time: Option<Time>,
    pub(crate) start_amount: i64,
    /// The counted amount, once it is closed.
    pub(crate) end_amount: i64,
    /// The sum of its cash sales.
    pub(crate) cash: i64,
    pub(crate) notes: Option<String>,
    pub(crate) updated_at: Time,
}

impl Till {
    /// The amount at its start, and its cash sales.
    pub(crate) fn expected_amount(&self) -> i64 {
        self.start_amount + self.cash
    }

    /// The calculated amount at its end; 0 while it is open.
    pub(crate) fn end_calc_amount(&self) -> i64 {
        if self.open { 0 } else { self.expected_amount() }
    }

    /// The part of the counted amount for the next till; 0 while it is open.
    pub(crate) fn left_in_drawer(&self) -> i64 {
        self.end_amount.min(self.start_amount)
    }
}
