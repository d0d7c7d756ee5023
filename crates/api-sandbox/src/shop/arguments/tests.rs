//! Tests of the arguments of actions.

use serde_json::json;

use super::*;
use crate::shop::ShopAction;

fn sample(kind: Kind) -> Value {
    match kind {
        Integer => 1.into(),
        Text => "text".into(),
        Boolean => true.into(),
        Ids => json!([1]),
        Items(arguments) => json!([object(arguments, |_| true)]),
    }
}

fn object(arguments: &[Argument], has: impl Fn(&Argument) -> bool) -> Map<String, Value> {
    let arguments = arguments.iter().filter(|argument| has(argument));
    arguments
        .map(|argument| (argument.name.to_owned(), sample(argument.kind)))
        .collect()
}

#[test]
fn arguments_are_those_of_the_actions() {
    let is_action = |name: &str, mut arguments: Map<String, Value>| {
        arguments.insert("action".to_owned(), name.into());
        serde_json::from_value::<ShopAction>(arguments.into()).is_ok()
    };
    for (name, arguments) in ACTIONS {
        assert!(is_action(name, object(arguments, |_| true)), "{name}");
        let only_required = object(arguments, |argument| argument.is_required);
        assert!(is_action(name, only_required), "{name}");
        for argument in arguments.iter().filter(|argument| argument.is_required) {
            let others = object(arguments, |other| other.name != argument.name);
            assert!(!is_action(name, others), "{name} {}", argument.name);
        }
    }
    let unknown = serde_json::from_value::<ShopAction>(json!({ "action": "unknown" }));
    let error = unknown.expect_err("no action").to_string();
    for (name, _) in ACTIONS {
        assert!(error.contains(&format!("`{name}`")), "{name}");
    }
    assert_eq!(
        error.matches('`').count(),
        2 * (ACTIONS.len() + 1),
        "{error}"
    );
}

#[test]
fn errors_have_the_place_of_the_argument() {
    for (action, expected) in [
        (
            json!({ "action": "create_order" }),
            "unknown action `create_order`, expected one of `accept_manifest`, `add_coupon`, ",
        ),
        (
            json!({ "action": "ringup" }),
            "unknown action `ringup`, did you mean `ring_up`?",
        ),
        (
            json!({ "action": "ring_up", "items": null }),
            "missing `items`",
        ),
        (
            json!({ "action": "ring_up", "items": {} }),
            "items: expected a list, found an object",
        ),
        (
            json!({ "action": "ring_up", "items": [{ "sku": 1 }, 9001] }),
            "items[1]: expected an object, found `9001`",
        ),
        (
            json!({ "action": "ring_up", "items": [{ "sku": 1 }, { "quantity": 1 }] }),
            "items[1]: missing `sku`",
        ),
        (
            json!({ "action": "ring_up", "items": [{ "sku": 1, "qantity": 1 }] }),
            "items[0]: unknown key `qantity`, did you mean `quantity`?",
        ),
        (
            json!({ "action": "ring_up", "items": [{ "sku": "9001" }] }),
            "items[0].sku: expected an integer, found `\"9001\"`",
        ),
        (
            json!({ "action": "ring_up", "items": [{ "sku": 1 }], "coupons": [1, true] }),
            "coupons[1]: expected an integer, found `true`",
        ),
        (
            json!({ "action": "set_stock", "sku": u64::MAX, "quantity": 1 }),
            "sku: expected an integer of 64 bits, found `18446744073709551615`",
        ),
        (
            json!({ "action": "hire", "first_name": 1, "last_name": "B" }),
            "first_name: expected a string, found `1`",
        ),
        (
            json!({ "action": "update_product", "product": 1, "active": "x".repeat(50) }),
            "active: expected true or false, found a string",
        ),
    ] {
        let mut members = action.as_object().cloned().expect("an object");
        let error = check_action(&mut members).expect_err("an error");
        assert!(error.starts_with(expected), "{action}: {error}");
    }
}

#[test]
fn arguments_that_are_null_are_missing() {
    let action = json!({ "action": "close_till", "till": 1, "counted_cents": null });
    let mut members = action.as_object().cloned().expect("an object");
    check_action(&mut members).expect("an action");
    assert!(!members.contains_key("counted_cents"));
}
