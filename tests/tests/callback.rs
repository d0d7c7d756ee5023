//! Bodies of the order status callback. What is expected stands in `fixtures/callback/README.md`.

use std::fs;

use pos_model::{OrderStatus, OrderStatusHint, OrderType};
use tests::fixture;

fn body(name: &str) -> Vec<u8> {
    let path = fixture::folder().join("callback").join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn read(name: &str) -> OrderStatusHint {
    OrderStatusHint::from_form(&body(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The four values of a callback that has no others.
#[track_caller]
fn says(name: &str, reference_no: &str, status: OrderStatus, spelled: &str, kind: OrderType) {
    let hint = read(name);
    assert_eq!(hint.id, Some(48213), "{name}");
    assert_eq!(hint.reference_no.as_deref(), Some(reference_no), "{name}");
    let came = hint.status.as_ref().unwrap();
    assert_eq!(*came, status, "{name}");
    assert_eq!(came.as_str(), spelled, "{name}");
    assert_eq!(hint.order_type, Some(kind), "{name}");
    assert!(hint.extra.is_empty(), "{name}");
    assert_eq!(api_wire::mismatches(&hint), [], "{name}");
}

#[test]
fn each_usual_spelling_of_an_object_in_a_form_is_read() {
    use OrderStatus::{Canceled, EnRoute, Pending, StsFailed};
    use OrderType::{Delivery, Pickup};
    for name in ["bracketed.form", "flat.form", "percent_encoded.form"] {
        says(name, "WEB-1001", Pending, "pending", Pickup);
    }
    says(
        "status_plus_as_space.form",
        "WEB 1001/A",
        EnRoute,
        "En Route",
        Delivery,
    );
    says(
        "status_percent_space.form",
        "WEB-1001",
        StsFailed,
        "STS Failed",
        Delivery,
    );
    says(
        "other_alphabet.form",
        "Заказ-7",
        Canceled,
        "Canceled",
        Pickup,
    );
}

#[test]
fn a_status_that_the_documents_do_not_list_keeps_its_text() {
    let hint = read("status_unknown.form");
    let status = hint.status.as_ref().unwrap();
    assert!(matches!(status.value(), OrderStatus::Unknown(_)));
    assert_eq!(status.as_str(), "On Hold");
    assert_eq!(hint.order_type.as_ref().unwrap().as_str(), "curbside");
    assert_eq!(api_wire::mismatches(&hint), []);
}

#[test]
fn unknown_keys_in_the_object_and_beside_it_are_kept() {
    let hint = read("unknown_key.form");
    assert_eq!(*hint.status.as_ref().unwrap(), OrderStatus::Delivered);
    assert_eq!(hint.extra.get("note").unwrap().as_str(), "\"left at door\"");
    assert_eq!(hint.extra.get("sent_by").unwrap().as_str(), "\"pos\"");
    assert_eq!(hint.extra.len(), 2);
    assert_eq!(api_wire::mismatches(&hint), []);
}

#[test]
fn an_id_that_is_no_number_is_kept_and_told() {
    let hint = read("id_not_a_number.form");
    assert_eq!(hint.id, None);
    assert_eq!(hint.extra.get("id").unwrap().as_str(), "\"A-48213\"");
    assert_eq!(hint.reference_no.as_deref(), Some("WEB-1001"));
    assert_eq!(*hint.status.as_ref().unwrap(), OrderStatus::Completed);
    let told: Vec<String> = api_wire::mismatches(&hint)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(told, ["/id: expected integer, found string \"A-48213\""]);
}

#[test]
fn a_body_that_cannot_be_trusted_is_refused_as_a_whole() {
    for (name, words) in [
        ("key_twice.form", "duplicate key"),
        ("nested_brackets.form", "invalid brackets"),
        ("bad_escape.form", "invalid percent-encoding or UTF-8"),
        ("cut_escape.form", "invalid percent-encoding or UTF-8"),
        ("not_utf8.form", "invalid percent-encoding or UTF-8"),
    ] {
        let error = OrderStatusHint::from_form(&body(&format!("refused/{name}"))).unwrap_err();
        assert!(error.to_string().contains(words), "{name}: {error}");
    }
}

#[test]
fn every_body_has_a_test() {
    let folder = fixture::folder().join("callback");
    assert_eq!(
        fixture::names(&folder),
        [
            "README.md",
            "bracketed.form",
            "flat.form",
            "id_not_a_number.form",
            "other_alphabet.form",
            "percent_encoded.form",
            "refused",
            "status_percent_space.form",
            "status_plus_as_space.form",
            "status_unknown.form",
            "unknown_key.form",
        ]
    );
    assert_eq!(
        fixture::names(&folder.join("refused")),
        [
            "bad_escape.form",
            "cut_escape.form",
            "key_twice.form",
            "nested_brackets.form",
            "not_utf8.form",
        ]
    );
}
