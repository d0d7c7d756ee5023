//! Bodies of the order status callback. The expectations are in `fixtures/callback/README.md`.

use std::fs;

use pos_model::{OrderStatus, OrderStatusEvent, OrderType};
use test_support::fixture;

fn body(name: &str) -> Vec<u8> {
    let path = fixture::folder().join("callback").join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn read(name: &str) -> OrderStatusEvent {
    OrderStatusEvent::from_form(&body(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Checks the four values of a callback without other values.
#[track_caller]
fn assert_callback(
    name: &str,
    reference_no: &str,
    status: OrderStatus,
    text: &str,
    kind: OrderType,
) {
    let callback = read(name);
    assert_eq!(callback.id, Some(48213), "{name}");
    assert_eq!(
        callback.reference_no.as_deref(),
        Some(reference_no),
        "{name}"
    );
    let actual = callback.status.as_ref().unwrap();
    assert_eq!(*actual, status, "{name}");
    assert_eq!(actual.as_str(), text, "{name}");
    assert_eq!(callback.order_type, Some(kind), "{name}");
    assert!(callback.extra.is_empty(), "{name}");
    assert_eq!(api_wire::mismatches(&callback), [], "{name}");
}

#[test]
fn each_usual_form_notation_is_read() {
    use OrderStatus::{Canceled, EnRoute, Pending, StsFailed};
    use OrderType::{Delivery, Pickup};
    for name in ["bracketed.form", "flat.form", "percent_encoded.form"] {
        assert_callback(name, "WEB-1001", Pending, "pending", Pickup);
    }
    assert_callback(
        "status_plus_as_space.form",
        "WEB 1001/A",
        EnRoute,
        "En Route",
        Delivery,
    );
    assert_callback(
        "status_percent_space.form",
        "WEB-1001",
        StsFailed,
        "STS Failed",
        Delivery,
    );
    assert_callback(
        "other_alphabet.form",
        "Заказ-7",
        Canceled,
        "Canceled",
        Pickup,
    );
}

#[test]
fn undocumented_status_keeps_its_text() {
    let callback = read("status_unknown.form");
    let status = callback.status.as_ref().unwrap();
    assert!(matches!(status.value(), OrderStatus::Unknown(_)));
    assert_eq!(status.as_str(), "On Hold");
    assert_eq!(callback.order_type.as_ref().unwrap().as_str(), "curbside");
    assert_eq!(api_wire::mismatches(&callback), []);
}

#[test]
fn unknown_form_keys_are_kept() {
    let callback = read("unknown_key.form");
    assert_eq!(*callback.status.as_ref().unwrap(), OrderStatus::Delivered);
    assert_eq!(
        callback.extra.get("note").unwrap().as_str(),
        "\"left at door\""
    );
    assert_eq!(callback.extra.get("sent_by").unwrap().as_str(), "\"pos\"");
    assert_eq!(callback.extra.len(), 2);
    assert_eq!(api_wire::mismatches(&callback), []);
}

#[test]
fn non_numeric_id_is_kept_and_reported() {
    let callback = read("id_not_a_number.form");
    assert_eq!(callback.id, None);
    assert_eq!(callback.extra.get("id").unwrap().as_str(), "\"A-48213\"");
    assert_eq!(callback.reference_no.as_deref(), Some("WEB-1001"));
    assert_eq!(*callback.status.as_ref().unwrap(), OrderStatus::Completed);
    let mismatches: Vec<String> = api_wire::mismatches(&callback)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        mismatches,
        ["/id: expected integer, found string \"A-48213\""]
    );
}
