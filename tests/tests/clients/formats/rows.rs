//! The values of the table.

use api_wire::{Date, Decimal, from_str};
use payments_model::{RequestUid, Submission, SubmissionRequired};
use pos_v2_model::{Change, Customer, CustomerType, CustomerUpdate};
use pos_v3_model::QuoteItem;
use serde::{Deserialize, Serialize};

/// A record with personal data, secrets, mismatches, and unknown fields of every kind.
pub(crate) fn customer() -> Customer {
    let text = r#"{
        "id": 9007199254740993, "customer_type": "medical", "first_name": "Ada", "birthday": "1990-02-14",
        "points": "many", "created_at": "2026-11-22T10:00:00.000000001Z", "token": "secret",
        "custom_allotment": {"a/b": [1, 2.50, null, true, "x", {}]},
        "unknown": 12.50, "big": 123456789012345678901234567890, "tiny": 0.12345678901234567890123,
        "huge": 1e400, "negative": -3, "large": 18446744073709551615, "float": 1.0, "zero": 0,
        "nested": {"list": [[], {"k": -0.5}], "text": "\u0000\"\\é", "none": null}
    }"#;
    from_str(text).expect("a customer")
}

/// A record with decimals at several levels, and items that cannot be read.
pub(crate) fn quote_item() -> QuoteItem {
    let text = r#"{
        "sku_id": 9001, "quantity_on_hand": 12.50, "discount_ids": [311, "S-1", 1.5],
        "test_results": {"thc": {"current": 18.5000000000000001, "unit_type": "%"}},
        "terpene_results": [{"current": 0.8}, 3]
    }"#;
    from_str(text).expect("an item")
}

/// A body with required fields: an amount, a date and an id.
pub(crate) fn submission() -> Submission {
    Submission::new(SubmissionRequired {
        request_uid: RequestUid::from("a1"),
        order_number: "7".to_owned(),
        order_description: String::new(),
        amount: "1234567890123456.780".parse().expect("a decimal"),
        pay_date: Date::new(2026, 11, 22).unwrap(),
    })
}

/// A body whose fields are all changes.
pub(crate) fn update() -> CustomerUpdate {
    CustomerUpdate::new()
        .first_name("Ada")
        .active(false)
        .customer_type(CustomerType::from("by drone"))
        .email(Change::Clear)
}

/// The value alone, as `#[serde(with = "api_wire::as_wire")]` reads and writes it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(transparent)]
pub(crate) struct Amount(#[serde(with = "api_wire::as_wire")] pub(crate) Decimal);
