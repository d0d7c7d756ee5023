//! The one form in which values are made.

use codegen::FileTree;

use crate::support::{generated, shop};

/// The model of a body with these fields.
fn model(fields: &[&str]) -> String {
    let mut text = "bodies:\n  NewOrder:\n    doc: An order.\n    fields:\n".to_owned();
    for field in fields {
        text += &format!("      {field}\n");
    }
    let FileTree(mut files) = generated(&shop(&text));
    files.remove("crates/shop-model/src/order.rs").unwrap()
}

/// The parameters of `new` of a body with these fields, in one line.
fn parameters(fields: &[&str]) -> String {
    let model = model(fields);
    let (_, after) = model.split_once("pub fn new(").unwrap();
    let (parameters, _) = after.split_once(") -> Self").unwrap();
    let parameters = parameters.split_whitespace().collect::<Vec<_>>();
    parameters.join(" ").trim_end_matches(',').to_owned()
}

#[test]
fn up_to_two_required_values_stand_by_position_in_the_order_of_the_spec() {
    let (number, note, text) = ("a: integer required", "b: string", "c: string required");
    assert_eq!(parameters(&[note]), "");
    assert_eq!(parameters(&[number, note]), "a: i64");
    assert_eq!(parameters(&[number, text]), "a: i64, c: impl Into<String>");
    assert_eq!(
        parameters(&[text, note, number]),
        "c: impl Into<String>, a: i64"
    );
}

#[test]
fn three_required_values_and_more_are_named() {
    let three = [
        "a: string required",
        "b: integer required",
        "c: boolean required",
    ];
    assert_eq!(parameters(&three), "required: NewOrderRequired");
    assert_eq!(
        parameters(&[&three[..], &["d: date"]].concat()),
        "required: NewOrderRequired"
    );
    let names: Vec<String> = (0..40)
        .map(|index| format!("field_{index}: string required"))
        .collect();
    let names: Vec<&str> = names.iter().map(|name| &**name).collect();
    assert_eq!(parameters(&names), "required: NewOrderRequired");
}
