//! A record with a field of every type, shared by the tests.
#![allow(dead_code, unreachable_pub, missing_docs)]

use std::collections::BTreeMap;

use api_wire::{
    CaseInsensitive, Date, Decimal, Extra, Id, Json, LocalDateTime, Mismatch, ReadError, Record,
    Secret, Timestamp, UnknownText, from_str, mismatches, open_enum, text_id,
};

/// The number of cases of a property: a tenth, but with `LONG_TESTS` all.
pub fn cases(all: u32) -> u32 {
    match std::env::var_os("LONG_TESTS") {
        Some(_) => all,
        None => all / 10,
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OrderType {
    Pickup,
    Delivery,
    Unknown(UnknownText),
}

open_enum!(OrderType {
    Pickup: "pickup",
    Delivery: "delivery"
});

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OrderStatus {
    Pending,
    EnRoute,
    Unknown(UnknownText),
}

open_enum!(
    case_insensitive,
    OrderStatus {
        Pending: "Pending",
        EnRoute: "En Route"
    }
);

/// Identifies a request.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestUid(Box<str>);

text_id!(RequestUid);

#[derive(Clone, Default, PartialEq, Record)]
pub struct Everything {
    pub text: Option<String>,
    #[wire(string_or_number)]
    pub lenient: Option<String>,
    pub integer: Option<i64>,
    pub decimal: Option<Decimal>,
    pub boolean: Option<bool>,
    pub date: Option<Date>,
    #[wire(pii, also_us_date)]
    pub birthday: Option<Date>,
    pub instant: Option<Timestamp>,
    pub local: Option<LocalDateTime>,
    pub secret: Option<Secret>,
    #[wire(secret)]
    pub password: Option<String>,
    pub id: Option<Id>,
    pub json: Option<Json>,
    pub order_type: Option<OrderType>,
    pub status: Option<CaseInsensitive<OrderStatus>>,
    pub uid: Option<RequestUid>,
    #[wire("customer_id", "customerId")]
    pub customer_id: Option<i64>,
    pub nested: Option<Nested>,
    pub boxed: Option<Box<Everything>>,
    pub list: Vec<i64>,
    pub records: Vec<Nested>,
    pub anything: Vec<Json>,
    pub map: BTreeMap<String, Decimal>,
    pub maps: Vec<BTreeMap<String, Decimal>>,
    pub lists: BTreeMap<String, Vec<i64>>,
    pub matrix: Vec<Vec<i64>>,
    pub r#type: Option<String>,
    pub extra: Extra,
}

#[derive(Clone, Default, PartialEq, Record)]
pub struct Nested {
    pub name: Option<String>,
    pub points: Option<i64>,
    pub extra: Extra,
}

/// A record with strict fields.
#[derive(Clone, Default, PartialEq, Record)]
pub struct Quote {
    #[wire(strict)]
    pub total: Option<i64>,
    #[wire(strict)]
    pub prices: Vec<i64>,
    pub extra: Extra,
}

#[derive(Clone, Default, PartialEq, Record)]
pub struct Wrappers {
    #[wire(envelope)]
    pub quote: Quote,
    #[wire(envelope)]
    pub quotes: Vec<Quote>,
    pub extra: Extra,
}

/// Reads a valid document.
#[track_caller]
pub fn read<R: Record>(text: &str) -> R {
    match from_str(text) {
        Ok(record) => record,
        Err(error) => panic!("{error}: {text}"),
    }
}

/// The error of an invalid document.
#[track_caller]
pub fn error<R: Record>(text: &str) -> ReadError {
    match from_str::<R>(text) {
        Ok(_) => panic!("expected an error: {text}"),
        Err(error) => error,
    }
}

/// The pointers of a record's mismatches.
pub fn pointers(record: &dyn api_wire::Fields) -> Vec<String> {
    mismatches(record)
        .into_iter()
        .map(|mismatch| mismatch.pointer)
        .collect()
}

/// The only mismatch.
#[track_caller]
pub fn mismatch(record: &dyn api_wire::Fields) -> Mismatch {
    let all = mismatches(record);
    let [mismatch] = &all[..] else {
        panic!("expected one mismatch: {all:?}")
    };
    mismatch.clone()
}
