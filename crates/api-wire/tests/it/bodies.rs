//! Bodies: written, omitted, cleared and validated fields.
use api_wire::{Body, Change, Decimal, Extra, Id, Record, Secret, from_str, to_string, validate};

use crate::common::Nested;

#[derive(Clone, PartialEq, Body)]
pub struct NewOrder {
    #[wire(max = 4)]
    pub reference_no: String,
    #[wire("order_items_attributes", write_empty)]
    pub items: Vec<NewItem>,
    #[wire(pii, max = 3)]
    pub notes: Option<String>,
    #[wire(max = 2)]
    pub tags: Vec<String>,
    #[wire("incoming_order_id")]
    pub order_id: Change<String>,
    pub coupons: Change<Vec<String>>,
    #[wire(max = 2, digits, secret)]
    pub token: Option<Secret>,
    pub customer: Option<Nested>,
}

impl NewOrder {
    pub fn new(reference_no: impl Into<String>, items: Vec<NewItem>) -> Self {
        NewOrder {
            reference_no: reference_no.into(),
            items,
            notes: None,
            tags: Vec::new(),
            order_id: Change::Leave,
            coupons: Change::Leave,
            token: None,
            customer: None,
        }
    }
}

#[derive(Clone, PartialEq, Body)]
pub struct NewItem {
    pub product_id: Id,
    pub price: Decimal,
    #[wire(max = 2)]
    pub name: Option<String>,
}

fn item() -> NewItem {
    NewItem {
        product_id: Id::from(7),
        price: Decimal::new(1050, 2),
        name: None,
    }
}

#[test]
fn omits_unset_fields_and_writes_required_ones() {
    assert_eq!(
        to_string(&NewOrder::new("a", vec![])),
        r#"{"reference_no":"a","order_items_attributes":[]}"#
    );
    assert_eq!(
        to_string(&NewOrder::new("a", vec![item()])),
        r#"{"reference_no":"a","order_items_attributes":[{"product_id":7,"price":10.50}]}"#
    );
}

#[test]
fn changes_keep_set_or_clear_a_field() {
    let order = NewOrder::new("a", vec![]);
    let written = |order: NewOrder| {
        to_string(&order).replace(r#"{"reference_no":"a","order_items_attributes":[]"#, "")
    };
    assert_eq!(
        written(order.clone().order_id("b")),
        r#","incoming_order_id":"b"}"#
    );
    assert_eq!(
        written(order.clone().order_id(String::from("b"))),
        r#","incoming_order_id":"b"}"#
    );
    assert_eq!(
        written(order.clone().order_id(Change::Clear)),
        r#","incoming_order_id":null}"#
    );
    assert_eq!(written(order.clone().order_id(Change::Leave)), "}");
    assert_eq!(written(order.clone().coupons(vec![])), r#","coupons":[]}"#);
}

#[test]
fn a_body_can_contain_a_record_that_was_read() {
    let nested: Nested = crate::common::read(r#"{"points": 3, "new": 0.10000000000000000001}"#);
    let body = to_string(&NewOrder::new("a", vec![]).customer(nested));
    assert!(
        body.ends_with(r#""customer":{"points":3,"new":0.10000000000000000001}}"#),
        "{body}"
    );
}

#[test]
fn validation_reports_all_errors_without_values() {
    let mut long = item();
    long.name = Some("äöü".into());
    let order = NewOrder::new("12345", vec![item(), long])
        .notes("1234")
        .tags(vec!["a".into(), "PLANTED".into()])
        .token("PLANTED");
    let texts: Vec<String> = validate(&order).iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "/reference_no: at most 4 characters allowed",
            "/order_items_attributes/1/name: at most 2 characters allowed",
            "/notes: at most 3 characters allowed",
            "/tags/1: at most 2 characters allowed",
            "/token: at most 2 characters allowed",
            "/token: only digits allowed",
        ]
    );
    assert!(validate(&NewOrder::new("äöüß", vec![])).is_empty());
}

#[test]
fn debug_redacts_and_serde_serializes_decimals_as_strings() {
    let order = NewOrder::new("a", vec![item()])
        .notes("PLANTED")
        .token("PLANTED")
        .order_id(Change::Clear);
    assert_eq!(
        format!("{order:?}"),
        "NewOrder { reference_no: \"a\", items: [NewItem { product_id: 7, price: 10.50 }], notes: [hidden], order_id: null, token: [hidden] }"
    );
    let serialized = serde_json::to_string(&order).unwrap();
    assert_eq!(serialized, to_string(&order).replace("10.50", "\"10.50\""));
    assert!(serde_json::from_str::<NewOrder>(&serialized).unwrap() == order);
    // The number of the wire is read, too.
    assert!(serde_json::from_str::<NewOrder>(&to_string(&order)).unwrap() == order);
}

#[test]
fn a_deserialized_body_has_no_room_for_what_does_not_fit() {
    let error = |text: &str| match serde_json::from_str::<NewOrder>(text) {
        Ok(order) => format!("{order:?}"),
        Err(error) => error.to_string(),
    };
    let errors = [
        r#"{}"#,
        r#"{"reference_no": "a"}"#,
        r#"{"reference_no": null, "order_items_attributes": []}"#,
        r#"{"reference_no": "a", "order_items_attributes": [], "unknown/key": 1}"#,
        r#"{"reference_no": "a", "order_items_attributes": [], "notes": 1}"#,
        r#"{"reference_no": "a", "order_items_attributes": [], "notes": "a", "notes": "b"}"#,
        r#"{"reference_no": "a", "order_items_attributes": [], "coupons": ["a", 2]}"#,
        r#"{"reference_no": "a", "order_items_attributes": [{"product_id": 7}]}"#,
        r#"[]"#,
    ];
    assert_eq!(
        errors.map(error),
        [
            "missing `reference_no`",
            "missing `order_items_attributes`",
            "expected value, found null at /reference_no",
            "unknown field `unknown~1key`",
            "expected string, found number at /notes",
            "expected unique key, found duplicate string at /notes",
            "expected string, found number 2 at /coupons/1",
            "missing `price` at /order_items_attributes/0",
            "expected object, found array",
        ]
        .map(String::from)
    );
}

#[derive(Clone, Default, PartialEq, Record)]
pub struct Payment {
    #[wire(as_string, strict)]
    pub amount: Option<Decimal>,
    pub fee: Option<Decimal>,
    pub extra: Extra,
}

#[derive(Clone, PartialEq, Body)]
pub struct PaymentUpdate {
    #[wire(as_string)]
    pub amount: Change<Decimal>,
}

#[test]
fn a_decimal_that_is_a_string_is_exact_and_written_as_one() {
    for amount in ["\"10.00\"", "10.00"] {
        let text = format!(r#"{{"amount":{amount},"fee":0.50}}"#);
        let payment: Payment = from_str(&text).unwrap();
        assert_eq!(payment.amount, Some(Decimal::new(1000, 2)));
        assert_eq!(to_string(&payment), r#"{"amount":"10.00","fee":0.50}"#);
    }
    // It is strict.
    assert!(from_str::<Payment>(r#"{"amount":"ten"}"#).is_err());
    for (amount, text) in [
        (Change::Set(Decimal::new(5, 1)), r#"{"amount":"0.5"}"#),
        (Change::Clear, r#"{"amount":null}"#),
    ] {
        assert_eq!(to_string(&PaymentUpdate { amount }), text);
    }
}
