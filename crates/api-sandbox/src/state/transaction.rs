//! Transactions: the changes of an operation are committed together or not at all.

use super::State;
use super::change::ChangeKind;
use super::commit_error::CommitError;
use super::data_file::Scope;

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
        let (changes, scope) = if state.replaced.is_some() {
            (vec![(ChangeKind::Reset, None, 0)], Scope::All)
        } else {
            (state.pending_changes(), Scope::Changed)
        };
        if !changes.is_empty() || state.next_id != self.next_id {
            state.write(scope)?;
        }
        state.replaced = None;
        state.tables().for_each(|table| table.commit());
        if !changes.is_empty() {
            state.changes.publish(changes);
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::credentials::PaymentEnvironment;
    use crate::state::payment::PaymentRequest;
    use crate::state::table::AnyTable;
    use crate::state::time::{Clock, Time};
    use crate::state::venue::order::Order;
    use crate::state::venue::status::OrderStatus;

    fn state() -> State {
        State::base(
            None,
            0,
            Time::from_timestamp(jiff::Timestamp::UNIX_EPOCH),
            Clock::SYSTEM,
        )
    }

    fn create_order(state: &mut State, reference: &str) -> i64 {
        let id = state.next_id();
        let now = state.now();
        let items = json!([{ "product_parent_id": "7001", "product_id": 9001, "quantity": 1 }]);
        let fields = json!({
            "reference_no": reference,
            "order_items_attributes": items,
            "status_callback": "http://127.0.0.1:1/",
        });
        let fields = fields.as_object().cloned().unwrap_or_default();
        let order = Order::new(&state.venues[0], id, fields, now).expect("an order");
        state.venues[0].orders.insert(order);
        id
    }

    fn change_all(state: &mut State, order: i64) {
        create_order(state, "NEW");
        assert!(state.change_status(order, OrderStatus::Processing));
        let customer = state.venues[0].customers.get_mut(8_801);
        customer.expect("a customer").points += 1;
        let (id, now) = (state.next_id(), state.now());
        let environment = PaymentEnvironment::Test;
        let payment = PaymentRequest::new(id, environment, None, Default::default(), now);
        state.payments.insert(payment);
    }

    fn assert_unchanged(state: &mut State, order: i64) {
        let venue = &state.venues[0];
        assert_eq!(
            venue.orders.get(order).map(|order| order.status),
            Some(OrderStatus::Pending)
        );
        assert_eq!(venue.orders.iter().count(), 1);
        assert!(venue.orders.by_key("NEW").is_none());
        assert_eq!(
            venue.orders.by_key("OLD").map(|order| order.id),
            Some(order)
        );
        assert_eq!(venue.orders.len(), 1);
        assert!(venue.customers.changed_ids().is_empty());
        assert_eq!(state.payments.iter().count(), 0);
        assert!(state.take_callbacks().is_empty());
        assert_eq!(state.next_id, order + 1);
        assert!(state.pending_changes().is_empty());
    }

    #[test]
    fn failed_and_panicked_transactions_change_nothing() {
        let mut state = state();
        let order = state
            .transaction(|state| Ok::<_, CommitError>(create_order(state, "OLD")))
            .expect("a commit");
        let mut changes = state.changes().subscribe();
        let failed = state.transaction(|state| {
            change_all(state, order);
            Err::<(), _>(CommitError::new("a reason".to_owned()))
        });
        assert!(failed.is_err());
        assert_unchanged(&mut state, order);
        let failed = state.transaction(|state| {
            change_all(state, order);
            state.reset();
            create_order(state, "AFTER");
            Err::<(), _>(CommitError::new("a reason".to_owned()))
        });
        assert!(failed.is_err());
        assert_unchanged(&mut state, order);
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _ = state.transaction(|state| -> Result<(), CommitError> {
                change_all(state, order);
                panic!("of a handler")
            });
        }));
        assert!(panicked.is_err());
        assert_unchanged(&mut state, order);
        assert!(changes.is_empty());
        assert_eq!(*state.changes().revision().borrow(), 1);

        let _: Result<_, CommitError> = state.transaction(|state| {
            change_all(state, order);
            Ok(())
        });
        let mut kinds = Vec::new();
        while let Ok(change) = changes.try_recv() {
            assert_eq!(change.revision, 2);
            kinds.push((change.kind, change.venue, change.id));
        }
        assert_eq!(
            kinds,
            [
                (ChangeKind::Customer, Some(12), 8_801),
                (ChangeKind::Order, Some(12), order),
                (ChangeKind::Order, Some(12), order + 1),
                (ChangeKind::Payment, None, order + 2),
            ]
        );
        assert_eq!(state.take_callbacks().len(), 1);
    }
}
