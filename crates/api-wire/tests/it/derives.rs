//! Derived records and bodies: the facts at their fields.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use api_wire::{
    Body, CaseInsensitive, Change, Decimal, Extra, Field, Id, Record, Secret, Setters, Timestamp,
    to_string,
};

use crate::common::{OrderStatus, OrderType, read};

#[derive(Clone, Default, PartialEq, Record, Setters)]
struct Customer {
    /// The name.
    #[wire(pii, inferred, max = 15)]
    name: Option<String>,
    #[wire("points", "loyaltyPoints", documented_required, unit = "cents", default = -1)]
    points: Option<i64>,
    #[wire("type", default = "basic")]
    r#type: Option<String>,
    #[wire(inferred)]
    order_type: Option<OrderType>,
    #[wire(default = OrderStatus::Pending)]
    status_: Option<CaseInsensitive<OrderStatus>>,
    #[wire(inferred)]
    notes: Vec<String>,
    /// A path before the name of the type changes nothing.
    #[wire(documented_required)]
    id: std::option::Option<Id>,
    #[wire(default = -0.50)]
    weight: Option<Decimal>,
    changed_at: Option<Timestamp>,
    extra: Extra,
}

#[derive(Clone, Default, PartialEq, Body)]
struct CustomerUpdate {
    id: i64,
    #[wire(write_empty)]
    items: Vec<i64>,
    tags: Vec<String>,
    notes: BTreeMap<String, String>,
    #[wire("zip_code", digits, max = 4)]
    zip: Change<String>,
    #[wire(secret)]
    token: Option<Secret>,
}

fn field(name: &str) -> &'static Field {
    let mut fields = Customer::FIELDS.iter();
    fields.find(|field| field.name() == name).unwrap()
}

#[test]
fn every_fact_is_in_the_table() {
    let marks = |name: &str| Vec::from_iter(field(name).marks()).join(", ");
    assert_eq!(marks("name"), "pii, inferred");
    assert_eq!(field("name").maximum(), Some(15));
    assert_eq!(marks("points"), "documented_required");
    assert_eq!(field("points").documented_unit(), Some("cents"));
    assert_eq!(field("points").default_text(), Some("-1"));
    assert_eq!(field("points").wire_names(), ["points", "loyaltyPoints"]);
    assert_eq!(marks("type"), "");
    assert_eq!(field("type").wire_name(), "type");
    assert_eq!(
        field("status_").default_text(),
        Some("OrderStatus::Pending")
    );
}

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The lists are in the crate of the derives, which exports nothing else.
#[test]
fn every_word_of_an_attribute_is_documented_and_tested() {
    let lists = text("../api-wire-derive/src/fields.rs");
    let docs = text("src/lib.rs");
    let names = text("src/record/field.rs");
    let tests = [
        "bodies.rs",
        "common.rs",
        "dates.rs",
        "derives.rs",
        "marks.rs",
        "scalars.rs",
    ];
    let tests: String = tests.map(|file| text(&format!("tests/it/{file}"))).concat();
    let in_tests = Vec::from_iter(tests.lines().filter(|line| line.contains("#[wire(")));
    for (list, derive) in [
        ("OF_RECORDS", "Record"),
        ("OF_BODIES", "Body"),
        ("OF_PARAMETERS", "Parameters"),
    ] {
        let (_, list) = lists
            .split_once(&format!("const {list}: &str = \""))
            .unwrap();
        let (list, _) = list.split_once("\";").unwrap();
        let (docs, _) = docs
            .split_once(&format!("pub use api_wire_derive::{derive};"))
            .unwrap();
        let docs = docs.rsplit("\n\n").next().unwrap();
        for word in list.split('`').skip(1).step_by(2) {
            let (name, value) = word.split_once(" = ").unwrap_or((word, ""));
            let is_documented =
                docs.contains(&format!("`{name}`")) || docs.contains(&format!("`{name} = "));
            assert!(is_documented, "{derive} has no docs of `{name}`");
            if derive == "Parameters" {
                continue;
            }
            let is_tested = in_tests.iter().any(|line| {
                line.split(|c: char| !c.is_alphanumeric() && c != '_')
                    .any(|of| of == name)
            });
            assert!(is_tested, "no test of `{name}` of {derive}");
            let is_named = !value.is_empty() || names.contains(&format!(", \"{name}\"),"));
            assert!(
                is_named,
                "`{name}` is in no row of `NAMES`: no fact states it"
            );
        }
    }
}

#[test]
fn a_default_is_that_of_the_attribute() {
    let customer = Customer::default();
    assert_eq!(customer.points_or_default().unwrap(), -1);
    assert_eq!(customer.type_or_default().unwrap(), "basic");
    assert_eq!(customer.status_or_default().unwrap(), OrderStatus::Pending);
    let weight = customer.weight_or_default().unwrap();
    assert_eq!(weight.to_string(), "-0.50");
}

#[test]
fn inferred_strings_are_read_from_numbers_but_enums_are_not() {
    let customer: Customer = read(r#"{"name": 3, "notes": [1.50, true], "order_type": 3}"#);
    assert_eq!(customer.name.as_deref(), Some("3"));
    assert_eq!(customer.notes, ["1.50", "true"]);
    assert_eq!(customer.order_type, None);
}

#[test]
fn limits_of_a_record_are_documented_and_those_of_a_body_checked() {
    let long = Customer::default().name("more than 15 characters");
    assert!(api_wire::validate(&long).is_empty());
    let errors = api_wire::validate(&CustomerUpdate::default().zip("12 345"));
    let errors = Vec::from_iter(errors.iter().map(ToString::to_string));
    assert_eq!(
        errors,
        [
            "/zip_code: at most 4 characters allowed",
            "/zip_code: only digits allowed"
        ]
    );
}

#[test]
fn setters_take_what_converts_but_numbers_and_lists_as_they_are() {
    let customer = Customer::default().r#type("x").id(7).points(3);
    let customer = customer.notes(["a"].map(String::from).into_iter().collect());
    let customer = customer.changed_at("2026-01-31T12:00:00Z".parse().unwrap());
    let text =
        r#"{"points":3,"type":"x","notes":["a"],"id":7,"changed_at":"2026-01-31T12:00:00.000Z"}"#;
    assert_eq!(to_string(&customer), text);
    let body = CustomerUpdate::default().tags(vec!["a".into()]).token("t");
    let body = body.notes(
        [("b", "c")]
            .map(|(key, note)| (key.into(), note.into()))
            .into(),
    );
    assert_eq!(
        to_string(&body.zip(Change::Clear)),
        r#"{"id":0,"items":[],"tags":["a"],"notes":{"b":"c"},"zip_code":null,"token":"t"}"#
    );
}

mod deprecated {
    #![allow(deprecated, reason = "as in generated modules")]

    use api_wire::{Extra, Record, Setters};

    #[derive(Clone, Default, PartialEq, Record, Setters)]
    pub(super) struct Coupon {
        #[deprecated = "use `amount`"]
        #[wire(default = 3)]
        value: Option<i64>,
        extra: Extra,
    }
}

/// An `expect` is an error if nothing below it is deprecated.
#[deny(unfulfilled_lint_expectations)]
#[test]
fn a_deprecated_field_has_a_deprecated_setter_and_default() {
    use deprecated::Coupon;

    #[expect(deprecated, reason = "tested")]
    let coupon = Coupon::default().value(5);
    assert_eq!(to_string(&coupon), r#"{"value":5}"#);
    #[expect(deprecated, reason = "tested")]
    let value = Coupon::default().value_or_default();
    assert_eq!(value.unwrap(), 3);
}
