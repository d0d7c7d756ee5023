//! Named snapshots of the state.

use std::collections::BTreeMap;

use super::State;
use super::payment::PaymentRequest;
use super::table::Table;
use super::time::Time;
use super::venue::Venue;

/// The most snapshots of a sandbox.
const MAX_SNAPSHOTS: usize = 100;

/// The longest name of a snapshot.
const MAX_NAME: usize = 100;

/// The records of all kinds, and the day of the demo data.
#[derive(Clone)]
pub(super) struct Records {
    pub(super) start: Time,
    pub(super) venues: Vec<Venue>,
    pub(super) payments: Table<PaymentRequest>,
}

/// Records by the name of their snapshot. They are in memory only.
pub(super) type Snapshots = BTreeMap<String, Records>;

impl State {
    /// Saves the records under a name, in place of an earlier snapshot with it. Unchanged records
    /// are shared, not copied.
    pub(crate) fn save_snapshot(&mut self, name: &str) -> Result<(), String> {
        let is_valid = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if name.is_empty() || name.len() > MAX_NAME || !name.bytes().all(is_valid) {
            return Err(format!(
                "expected a name of 1 to {MAX_NAME} letters, digits, `-`, `_` and `.`"
            ));
        }
        if self.snapshots.len() >= MAX_SNAPSHOTS && !self.snapshots.contains_key(name) {
            return Err(format!("too many snapshots, at most {MAX_SNAPSHOTS}"));
        }
        let records = Records {
            start: self.start,
            venues: self.venues.clone(),
            payments: self.payments.clone(),
        };
        self.snapshots.insert(name.to_owned(), records);
        Ok(())
    }

    /// Restores the records of a snapshot; `false` if there is none with this name. The clock is
    /// kept, and so is the next id.
    pub(crate) fn restore_snapshot(&mut self, name: &str) -> bool {
        let Some(records) = self.snapshots.get(name).cloned() else {
            return false;
        };
        self.replace(records);
        true
    }

    /// Removes a snapshot; `false` if there is none with this name.
    pub(crate) fn remove_snapshot(&mut self, name: &str) -> bool {
        self.snapshots.remove(name).is_some()
    }

    /// The names of the snapshots, sorted.
    pub(crate) fn snapshots(&self) -> impl Iterator<Item = &str> {
        self.snapshots.keys().map(String::as_str)
    }

    /// Replaces all records.
    pub(super) fn replace(&mut self, records: Records) {
        let previous = Records {
            start: std::mem::replace(&mut self.start, records.start),
            venues: std::mem::replace(&mut self.venues, records.venues),
            payments: std::mem::replace(&mut self.payments, records.payments),
        };
        // A second replacement in a transaction is undone by the undo of the first.
        self.replaced.get_or_insert(previous);
        self.callbacks.clear();
    }
}
