//! Named snapshots.

use super::{Control, ControlError};

impl Control {
    /// Saves all records under a name, in place of an earlier snapshot with it: those of the
    /// requests, and the changes of the demo data. Records are shared with the snapshot until they
    /// change, so that saving is fast.
    ///
    /// Snapshots are in memory, also of a sandbox with a data file.
    ///
    /// # Errors
    ///
    /// The name is not 1 to 100 letters, digits, `-`, `_` and `.`.
    pub fn save_snapshot(&self, name: &str) -> Result<(), ControlError> {
        let mut store = self.context.store();
        store.save_snapshot(name).map_err(ControlError::new)
    }

    /// Restores the records of a snapshot, and clears recorded requests, callbacks and faults. Clock
    /// and settings are kept, and ids are not used again.
    ///
    /// # Errors
    ///
    /// No snapshot has this name, or the data file cannot be written.
    pub fn restore_snapshot(&self, name: &str) -> Result<(), ControlError> {
        self.context.replace(|store| {
            let is_known = store.restore_snapshot(name)?;
            is_known.then_some(()).ok_or_else(unknown_snapshot)
        })
    }

    /// Removes a snapshot.
    ///
    /// # Errors
    ///
    /// No snapshot has this name.
    pub fn remove_snapshot(&self, name: &str) -> Result<(), ControlError> {
        let is_known = self.context.store().remove_snapshot(name);
        is_known.then_some(()).ok_or_else(unknown_snapshot)
    }

    /// The names of the snapshots, sorted.
    pub fn snapshots(&self) -> Vec<String> {
        self.context.store().snapshots()
    }
}

fn unknown_snapshot() -> ControlError {
    ControlError::not_found("no snapshot has this name")
}
