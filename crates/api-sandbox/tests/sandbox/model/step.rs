//! The steps of a sequence. They refer to records by small indices, so that they often concern the
//! same ones.

use api_sandbox::OrderStatus;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// A version of the API that has the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    V1,
    V3,
}

/// The price of an item: an index of the model's prices, or an unknown one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    Price(usize),
    Unknown,
    /// A price with the wrong product. Only orders have both.
    WrongParent(usize),
}

/// The reference of an order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reference {
    Own(u8),
    /// The reference of the order of this quote.
    OfQuote(usize),
    Blank,
}

/// One item of a quote.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) choice: Choice,
    pub(super) quantity: Option<i64>,
    pub(super) discount: Option<i64>,
    pub(super) coupons: Vec<i64>,
}

/// A tip: an amount or a percentage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tip {
    pub(super) amount: i64,
    pub(super) percent: bool,
}

/// A step. `which` is an index of the created records; an index out of range is an unknown record.
#[derive(Clone, Debug)]
pub(super) enum Step {
    CreateOrder {
        version: Version,
        reference: Reference,
        items: Vec<(Choice, i64)>,
        callback: bool,
        delivery: bool,
    },
    ReadOrder {
        version: Version,
        which: usize,
        by_reference: bool,
    },
    ChangeStatus {
        which: usize,
        status: OrderStatus,
    },
    CreateQuote {
        version: Version,
        items: Vec<Line>,
        tip: Option<Tip>,
    },
    UpdateQuote {
        version: Version,
        which: usize,
        tip: Tip,
    },
    PatchQuote {
        which: usize,
        choice: Choice,
        quantity: i64,
    },
    FinalizeQuote {
        which: usize,
    },
    ReadQuote {
        version: Version,
        which: usize,
    },
    ReadQuoteById {
        which: usize,
    },
    CreateCustomer {
        telephone: Option<u8>,
        points: Option<&'static str>,
    },
    UpdateCustomer {
        which: usize,
        points: Option<&'static str>,
        name: Option<u8>,
    },
    UpdateTelephone {
        which: usize,
        other: bool,
    },
    ReadCustomer {
        which: usize,
    },
    ListCustomers {
        version: Version,
        page: u32,
        per_page: Option<u32>,
        updated_after_day: Option<i8>,
        telephone_of: Option<usize>,
    },
    MoveClock {
        minutes: u16,
    },
    Reset,
}

fn version() -> impl Strategy<Value = Version> {
    prop_oneof![Just(Version::V3), Just(Version::V1)]
}

fn price() -> impl Strategy<Value = Choice> {
    prop_oneof![
        12 => (0..super::basket::PRICES).prop_map(Choice::Price),
        // Often the same ones, so that items of quotes are updated.
        12 => (0..2_usize).prop_map(Choice::Price),
        1 => Just(Choice::Unknown),
    ]
}

fn quantity() -> impl Strategy<Value = i64> {
    prop_oneof![12 => 1..40_i64, 1 => Just(0), 1 => Just(-2), 1 => Just(1_000_000), 1 => Just(1_000_001)]
}

fn tip() -> impl Strategy<Value = Tip> {
    (0..60_i64, any::<bool>()).prop_map(|(amount, percent)| Tip { amount, percent })
}

fn line() -> impl Strategy<Value = Line> {
    let coupon = prop_oneof![Just(311), Just(312), Just(313), Just(314), Just(999)];
    let discount = option::of(prop_oneof![-500..9_000_i64, Just(i64::MAX / 2)]);
    (
        price(),
        option::weighted(0.8, quantity()),
        discount,
        vec(coupon, 0..3),
    )
        .prop_map(|(choice, quantity, discount, coupons)| Line {
            choice,
            quantity,
            discount,
            coupons,
        })
}

fn create_order() -> impl Strategy<Value = Step> {
    let reference = prop_oneof![
        10 => (0..8_u8).prop_map(Reference::Own),
        2 => (0..4_usize).prop_map(Reference::OfQuote),
        1 => Just(Reference::Blank),
    ];
    let choice = prop_oneof![
        12 => price(),
        1 => (0..super::basket::PRICES).prop_map(Choice::WrongParent),
    ];
    let items = prop_oneof![
        12 => vec((choice, 1..9_i64), 1..4),
        2 => vec((price(), quantity()), 1..3),
        1 => Just(Vec::new()),
    ];
    (
        version(),
        reference,
        items,
        prop::bool::weighted(0.8),
        any::<bool>(),
    )
        .prop_map(
            |(version, reference, items, callback, delivery)| Step::CreateOrder {
                version,
                reference,
                items,
                callback,
                delivery,
            },
        )
}

fn points() -> impl Strategy<Value = Option<&'static str>> {
    const TEXTS: [&str; 8] = [
        "5",
        "-3",
        "+12",
        " 7 ",
        "0",
        "1.5",
        "x",
        "9223372036854775807",
    ];
    option::of(proptest::sample::select(&TEXTS[..]))
}

fn list() -> impl Strategy<Value = Step> {
    (
        version(),
        1..6_u32,
        option::of(1..70_u32),
        option::of(-60..4_i8),
        option::weighted(0.3, 0..8_usize),
    )
        .prop_map(
            |(version, page, per_page, updated_after_day, telephone_of)| Step::ListCustomers {
                version,
                page,
                per_page,
                updated_after_day,
                telephone_of,
            },
        )
}

fn step() -> impl Strategy<Value = Step> {
    // Mostly the first records, sometimes unknown ones.
    let which = || prop_oneof![6 => 0..3_usize, 1 => 3..8_usize];
    // Two statuses are frequent, so that a status is often set again.
    let status = prop_oneof![
        Just(OrderStatus::Pending),
        Just(OrderStatus::Delivered),
        proptest::sample::select(&OrderStatus::ALL[..]),
    ];
    prop_oneof![
        6 => create_order(),
        4 => (version(), which(), any::<bool>()).prop_map(|(version, which, by_reference)| {
            Step::ReadOrder { version, which, by_reference }
        }),
        5 => (which(), status).prop_map(|(which, status)| Step::ChangeStatus { which, status }),
        5 => (version(), vec(line(), 0..4), option::of(tip()))
            .prop_map(|(version, items, tip)| Step::CreateQuote { version, items, tip }),
        2 => (version(), which(), tip())
            .prop_map(|(version, which, tip)| Step::UpdateQuote { version, which, tip }),
        3 => (which(), price(), prop_oneof![1 => Just(0), 2 => quantity()])
            .prop_map(|(which, choice, quantity)| Step::PatchQuote { which, choice, quantity }),
        3 => which().prop_map(|which| Step::FinalizeQuote { which }),
        3 => (version(), which()).prop_map(|(version, which)| Step::ReadQuote { version, which }),
        1 => which().prop_map(|which| Step::ReadQuoteById { which }),
        3 => (option::of(0..2_u8), points())
            .prop_map(|(telephone, points)| Step::CreateCustomer { telephone, points }),
        3 => (which(), points(), option::of(0..9_u8))
            .prop_map(|(which, points, name)| Step::UpdateCustomer { which, points, name }),
        1 => (which(), any::<bool>())
            .prop_map(|(which, other)| Step::UpdateTelephone { which, other }),
        2 => which().prop_map(|which| Step::ReadCustomer { which }),
        3 => list(),
        2 => (1..600_u16).prop_map(|minutes| Step::MoveClock { minutes }),
        2 => Just(Step::Reset),
    ]
}

/// A sequence of steps.
pub(super) fn sequence() -> impl Strategy<Value = Vec<Step>> {
    vec(step(), 1..40)
}
