//! Tills.

use serde::{Deserialize, Serialize};

use super::sale::{Line, Sale};
use crate::state::time::Time;

/// A till of one day.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    /// Whether its end was reviewed.
    #[serde(default)]
    pub(crate) reviewed: bool,
    pub(crate) updated_at: Time,
}

/// What a till has in its drawer when it is opened, and after it is closed.
const DRAWER_AMOUNT: i64 = 20_000;

impl Till {
    /// An open till.
    pub(crate) fn new(id: i64, opened_by: &str, now: Time) -> Self {
        Self {
            id,
            terminal_id: 4,
            open: true,
            opened_by: opened_by.to_owned(),
            closed_by: None,
            start_time: now,
            end_time: None,
            start_amount: DRAWER_AMOUNT,
            end_amount: 0,
            cash: 0,
            notes: None,
            reviewed: false,
            updated_at: now,
        }
    }

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
        self.end_amount.min(DRAWER_AMOUNT)
    }

    /// Adds a sale.
    pub(crate) fn add(&mut self, sale: &Sale, now: Time) {
        if sale.payment == "cash" {
            self.cash += sale.sum(Line::total);
        }
        self.updated_at = now;
    }

    /// Closes it with a counted amount.
    pub(crate) fn close(&mut self, closed_by: &str, counted: i64, now: Time) {
        self.open = false;
        self.closed_by = Some(closed_by.to_owned());
        self.end_amount = counted;
        self.end_time = Some(now);
        self.updated_at = now;
    }
}
