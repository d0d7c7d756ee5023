//! Random transactions on a disk that fails, compared with a model: the state in memory and the
//! state of the data file are that of the successful transactions.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::state::venue::order::Order;

#[derive(Clone, Debug)]
enum Step {
    CreateOrder { venue: usize },
    ChangeStatus { order: usize, status: usize },
    AddPoints { customer: i64, points: i64 },
    CreatePayment,
    Reset,
    Restore { name: usize },
}

#[derive(Clone, Debug)]
enum Action {
    Transaction {
        steps: Vec<Step>,
        /// The disk fails after this number of writes.
        disk: Option<i64>,
        /// The closure returns an error.
        is_rejected: bool,
    },
    Save {
        name: usize,
    },
    Reopen,
}

/// Those without effects on other records, and delivery.
const STATUSES: [OrderStatus; 5] = [
    OrderStatus::Pending,
    OrderStatus::Change,
    OrderStatus::Processing,
    OrderStatus::EnRoute,
    OrderStatus::Delivered,
];

const NAMES: [&str; 2] = ["first", "second"];

/// What the records of a state are compared with.
#[derive(Clone, Debug, Default, PartialEq)]
struct Model {
    /// The venue and the status of each order.
    orders: BTreeMap<i64, (usize, OrderStatus)>,
    /// The points that were added to each customer.
    points: BTreeMap<i64, i64>,
    payments: BTreeSet<i64>,
    next_id: i64,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..2_usize).prop_map(|venue| Step::CreateOrder { venue }),
        3 => (0..20_usize, 0..STATUSES.len())
            .prop_map(|(order, status)| Step::ChangeStatus { order, status }),
        2 => (8_801..8_806_i64, 1..9_i64)
            .prop_map(|(customer, points)| Step::AddPoints { customer, points }),
        1 => Just(Step::CreatePayment),
        1 => Just(Step::Reset),
        1 => (0..2_usize).prop_map(|name| Step::Restore { name }),
    ]
}

fn action() -> impl Strategy<Value = Action> {
    let transaction = (
        vec(step(), 1..6),
        prop::option::weighted(0.4, 0..30_i64),
        prop::bool::weighted(0.2),
    );
    prop_oneof![
        8 => transaction.prop_map(|(steps, disk, is_rejected)| Action::Transaction {
            steps,
            disk,
            is_rejected,
        }),
        1 => (0..2_usize).prop_map(|name| Action::Save { name }),
        1 => Just(Action::Reopen),
    ]
}

fn open(path: &Path) -> State {
    let clock = Clock::Fixed(jiff::Timestamp::UNIX_EPOCH);
    State::open(0, clock, Some(path.to_owned()), None).expect("a data file")
}

/// Applies a step to state and model.
fn apply(state: &mut State, model: &mut Model, saved: &BTreeMap<&str, Model>, step: &Step) {
    match *step {
        Step::CreateOrder { venue } => {
            let (id, now) = (state.next_id(), state.now());
            let product = state.venues[venue].profile.first_product_id;
            let fields = json!({
                "reference_no": format!("R-{id}"),
                "order_items_attributes": [
                    { "product_parent_id": product.to_string(), "product_id": product + 2_000, "quantity": 1 },
                ],
            });
            let fields = fields.as_object().cloned().unwrap_or_default();
            let order = Order::new(&state.venues[venue], id, fields, now).expect("an order");
            state.venues[venue].orders.insert(order);
            model.orders.insert(id, (venue, OrderStatus::Pending));
            model.next_id += 1;
        }
        Step::ChangeStatus { order, status } => {
            let Some(id) = model.orders.keys().nth(order).copied() else {
                return;
            };
            let status = STATUSES[status];
            assert!(state.change_status(id, status));
            model.orders.entry(id).and_modify(|order| order.1 = status);
        }
        Step::AddPoints { customer, points } => {
            let found = state.venues[0].customers.get_mut(customer);
            found.expect("a customer").points += points;
            *model.points.entry(customer).or_default() += points;
        }
        Step::CreatePayment => {
            let (id, now) = (state.next_id(), state.now());
            let environment = PaymentEnvironment::Test;
            let fields = Default::default();
            let payment = PaymentRequest::new(id, environment, None, fields, now);
            state.payments.insert(payment);
            model.payments.insert(id);
            model.next_id += 1;
        }
        Step::Reset => {
            state.reset();
            let next_id = model.next_id;
            *model = Model {
                next_id,
                ..Model::default()
            };
        }
        Step::Restore { name } => {
            let restored = saved.get(NAMES[name]);
            assert_eq!(state.restore_snapshot(NAMES[name]), restored.is_some());
            if let Some(restored) = restored {
                let next_id = model.next_id;
                *model = Model {
                    next_id,
                    ..restored.clone()
                };
            }
        }
    }
}

/// The rows of all changed records, of every kind.
fn rows(state: &mut State) -> Vec<Row> {
    let mut rows = Vec::new();
    for table in state.tables() {
        for id in table.changed_ids() {
            rows.push(Row {
                kind: table.kind().name(),
                venue: table.venue(),
                id,
                json: table.row(id).expect("JSON").expect("a changed record"),
            });
        }
    }
    rows
}

/// Whether an order was delivered.
fn has_sale(state: &State) -> bool {
    let mut venues = state.venues.iter();
    venues.any(|venue| venue.sales.iter().any(|sale| sale.id >= FIRST_ID))
}

/// The model of a state, read through its tables, and its indexes.
fn model(state: &State, demo: &State) -> Model {
    let mut model = Model {
        next_id: state.next_id,
        ..Model::default()
    };
    for (index, venue) in state.venues.iter().enumerate() {
        for order in venue.orders.iter() {
            assert_eq!(order.reference_no, format!("R-{}", order.id));
            let found = venue.orders.by_key(&order.reference_no);
            assert_eq!(found.map(|order| order.id), Some(order.id));
            model.orders.insert(order.id, (index, order.status));
        }
        assert_eq!(venue.orders.iter().count(), venue.orders.len());
        let missing = venue.orders.by_key(&format!("R-{}", state.next_id));
        assert!(missing.is_none());
    }
    for customer in demo.venues[0].customers.iter() {
        let found = state.venues[0].customers.get(customer.id);
        let points = found.expect("a customer").points - customer.points;
        if points != 0 {
            model.points.insert(customer.id, points);
        }
    }
    let customers = &state.venues[0].customers;
    assert_eq!(customers.iter().count(), customers.len());
    assert_eq!(customers.len(), demo.venues[0].customers.len());
    model.payments = state.payments.iter().map(|payment| payment.id).collect();
    model
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn memory_and_file_have_the_successful_transactions(actions in vec(action(), 1..40)) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("sandbox.data");
        let mut state = open(&path);
        let demo = State::base(None, 0, state.start, state.clock);
        let mut expected = Model { next_id: FIRST_ID, ..Model::default() };
        let mut saved = BTreeMap::new();
        let mut disk = state.data_file.as_ref().expect("a file").disk();
        for action in actions {
            match action {
                Action::Transaction { steps, disk: writes, is_rejected } => {
                    if let Some(writes) = writes {
                        disk.fail_after(writes);
                    }
                    let mut changed = expected.clone();
                    let before = rows(&mut state);
                    let revision = *state.changes.revision().borrow();
                    let result = state.transaction(|state| {
                        for step in &steps {
                            apply(state, &mut changed, &saved, step);
                        }
                        if has_sale(state) {
                            // A delivery changes stock, customers and sales as well.
                            changed = model(state, &demo);
                        }
                        changed.next_id = state.next_id;
                        if is_rejected {
                            return Err(CommitError::new("rejected".to_owned()));
                        }
                        Ok(())
                    });
                    disk.repair();
                    let published = *state.changes.revision().borrow() - revision;
                    match result {
                        Ok(()) => {
                            prop_assert!(!is_rejected);
                            expected = changed;
                        }
                        Err(_) => {
                            prop_assert!(is_rejected || writes.is_some());
                            prop_assert_eq!(published, 0);
                            prop_assert_eq!(rows(&mut state), before);
                        }
                    }
                }
                Action::Save { name } => {
                    state.save_snapshot(NAMES[name]).expect("a snapshot");
                    saved.insert(NAMES[name], expected.clone());
                }
                Action::Reopen => {
                    let before = rows(&mut state);
                    drop(state);
                    state = open(&path);
                    prop_assert_eq!(rows(&mut state), before);
                    saved.clear();
                    disk = state.data_file.as_ref().expect("a file").disk();
                }
            }
            prop_assert_eq!(model(&state, &demo), expected.clone());
        }
        drop(state);
        prop_assert_eq!(model(&open(&path), &demo), expected);
    }
}
