//! Transactions: the changes of an operation are committed together or not at all.

use super::State;
use super::commit_error::CommitError;

impl State {
    /// Changes the state. An error of the closure, or of the data file, leaves nothing changed.
    pub(crate) fn transaction<R, E: From<CommitError>>(
        &mut self,
        change: impl FnOnce(&mut Self) -> Result<R, E>,
    ) -> Result<R, E> {
        let transaction = Transaction::new(self);
        let result = change(transaction.state)?;
        transaction.commit()?;
        Ok(result)
    }
}

/// Undoes the changes on drop, unless they are committed. So does a panic of the closure.
struct Transaction<'s> {
    state: &'s mut State,
    next_id: i64,
    is_committed: bool,
}

impl<'s> Transaction<'s> {
    fn new(state: &'s mut State) -> Self {
        Self {
            next_id: state.next_id,
            is_committed: false,
            state,
        }
    }

    fn commit(mut self) -> Result<(), CommitError> {
        let state = &mut *self.state;
        let all = state.replaced.is_some();
        let is_changed = all || state.tables().any(|table| !table.pending().is_empty());
        if is_changed || state.next_id != self.next_id {
            state.write(all)?;
        }
        state.replaced = None;
        state.tables().for_each(|table| table.commit());
        if is_changed {
            state.revision.send_modify(|revision| *revision += 1);
        }
        self.is_committed = true;
        Ok(())
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if self.is_committed {
            return;
        }
        let state = &mut *self.state;
        state.next_id = self.next_id;
        state.callbacks.clear();
        if let Some(records) = state.replaced.take() {
            state.start = records.start;
            state.venues = records.venues;
            state.payments = records.payments;
        }
        state.tables().for_each(|table| table.roll_back());
    }
}
