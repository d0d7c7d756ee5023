//! Open enums, case-insensitive values and text ids.

use std::collections::HashSet;

use crate::common::{Everything, OrderStatus, OrderType, RequestUid, read};
use api_wire::{CaseInsensitive, to_string};

#[test]
fn known_texts_are_variants_and_others_are_kept() {
    let record: Everything = read(r#"{"order_type": "delivery"}"#);
    assert_eq!(record.order_type, Some(OrderType::Delivery));
    let record: Everything = read(r#"{"order_type": "Delivery"}"#);
    let word = record.order_type.clone().unwrap();
    assert_eq!(word.as_str(), "Delivery");
    assert!(matches!(word, OrderType::Unknown(ref text) if text.as_str() == "Delivery"));
    assert_ne!(word, OrderType::from("DELIVERY"));
    assert_eq!(to_string(&record), r#"{"order_type":"Delivery"}"#);
    assert_eq!(
        OrderType::from(String::from("pickup")),
        "pickup".parse().unwrap()
    );
    assert_eq!(OrderType::Pickup.to_string(), "pickup");
}

#[test]
fn case_insensitive_values_keep_their_text() {
    let record: Everything = read(r#"{"status": "EN ROUTE"}"#);
    let status = record.status.clone().unwrap();
    assert_eq!(status, OrderStatus::EnRoute);
    assert_eq!(status, CaseInsensitive::from("en route"));
    assert_eq!(status.as_str(), "EN ROUTE");
    assert_eq!(to_string(&record), r#"{"status":"EN ROUTE"}"#);
    assert_eq!(status.value().as_str(), "En Route");
    assert_eq!(
        CaseInsensitive::from(OrderStatus::Pending).to_string(),
        "Pending"
    );
}

#[test]
fn unknown_texts_compare_and_hash_ignoring_case() {
    let (left, right) = (
        CaseInsensitive::<OrderStatus>::from("Lost"),
        CaseInsensitive::<OrderStatus>::from("LOST"),
    );
    assert_eq!(left, right);
    assert_ne!(left, CaseInsensitive::from("Found"));
    assert_eq!(HashSet::from([left.value(), right.value()]).len(), 1);
}

#[test]
fn a_text_id_is_its_text() {
    let record: Everything = read(r#"{"uid": "a-1"}"#);
    assert_eq!(record.uid, Some(RequestUid::from("a-1")));
    assert_eq!(RequestUid::from(String::from("a-1")).to_string(), "a-1");
    assert_eq!(to_string(&record), r#"{"uid":"a-1"}"#);
}
