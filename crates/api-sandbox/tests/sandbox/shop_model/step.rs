//! Random steps.

use proptest::collection::vec;
use proptest::prelude::*;

/// SKUs of both kinds: by weight, and counted.
pub(super) const SKUS: [i64; 4] = [9_001, 10_001, 9_002, 9_315];

/// A known customer, an unknown one in two spellings, and none.
pub(super) const TELEPHONES: [&str; 4] = ["5550100123", "555-020-0100", "(555) 0200100", ""];

pub(super) const STATUSES: [&str; 8] = [
    "Pending",
    "Change",
    "Processing",
    "Completed",
    "En Route",
    "Delivered",
    "Canceled",
    "STS Failed",
];

/// A step; indices are of the constants, or of the orders so far.
#[derive(Clone, Debug)]
pub(super) enum Step {
    PlaceOrder {
        items: Vec<(usize, i64)>,
        telephone: usize,
    },
    SetStatus {
        order: usize,
        status: usize,
    },
    RingUp {
        sku: usize,
        quantity: i64,
        customer: Option<i64>,
        payment: &'static str,
    },
    Receive {
        sku: usize,
        quantity: i64,
    },
    SetPrice {
        sku: usize,
        price: i64,
    },
    OpenTill,
    CloseTill,
    InvalidAction,
    PassADay,
}

pub(super) fn sequence() -> impl Strategy<Value = Vec<Step>> {
    vec(step(), 1..30)
}

fn step() -> impl Strategy<Value = Step> {
    let sku = 0..SKUS.len();
    let items = vec((sku.clone(), 1_i64..4), 1..4);
    let place_order = (items, 0..TELEPHONES.len());
    let set_status = (0_usize..8, 0..STATUSES.len());
    let customer = prop_oneof![Just(None), Just(Some(8_801)), Just(Some(8_802))];
    let payment = prop_oneof![Just("cash"), Just("debit")];
    let ring_up = (sku.clone(), 1_i64..30, customer, payment);
    prop_oneof![
        4 => place_order.prop_map(|(items, telephone)| Step::PlaceOrder { items, telephone }),
        8 => set_status.prop_map(|(order, status)| Step::SetStatus { order, status }),
        4 => ring_up.prop_map(|(sku, quantity, customer, payment)| Step::RingUp {
            sku, quantity, customer, payment,
        }),
        2 => (sku.clone(), 1_i64..40).prop_map(|(sku, quantity)| Step::Receive { sku, quantity }),
        1 => (sku, 0_i64..5_000).prop_map(|(sku, price)| Step::SetPrice { sku, price }),
        1 => Just(Step::OpenTill),
        1 => Just(Step::CloseTill),
        1 => Just(Step::InvalidAction),
        1 => Just(Step::PassADay),
    ]
}
