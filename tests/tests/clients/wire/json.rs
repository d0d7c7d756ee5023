//! The comparison of JSON, on which other tests rely.

use test_support::json::{Tree, differences, losses};

fn read(text: &str) -> Tree {
    Tree::read(text).unwrap()
}

#[test]
fn numbers_keep_their_text_and_duplicate_keys_are_kept() {
    let tree = read(r#" {"a": 1.50, "a": -0e1, "b\u00e9": ["x\"", null, true, {}, []]} "#);
    assert_eq!(tree.members()[0].1, Tree::Number("1.50".to_owned()));
    assert_eq!(tree.members()[1].1, Tree::Number("-0e1".to_owned()));
    assert_eq!(tree.get("bé").unwrap().items().len(), 5);
}

#[test]
fn invalid_json_is_rejected() {
    for text in ["", "received", "{", "[1,]", "{} 1", "\"a", "[1 2]", "{1:2}"] {
        assert!(Tree::read(text).is_err(), "{text}");
    }
}

#[test]
fn exact_comparison_ignores_the_order_of_keys() {
    assert!(
        differences(
            &read(r#"{"a":1.0,"b":2}"#),
            &read(r#"{ "b" : 2 , "a" : 1.0 }"#)
        )
        .is_empty()
    );
    for other in [
        r#"{"a":1,"b":2}"#,
        r#"{"a":1.0}"#,
        r#"{"a":1.0,"b":2,"c":null}"#,
        r#"{"a":1.0,"b":"2"}"#,
    ] {
        assert_eq!(
            differences(&read(r#"{"a":1.0,"b":2}"#), &read(other)).len(),
            1
        );
    }
}

#[test]
fn lenient_comparison_ignores_notation_and_absent_keys() {
    let expected = read(
        r#"{"a":"1.50","b":1,"c":null,"d":[],"e":"07/04/1988","f":"2026-01-31T00:00:00+00:00"}"#,
    );
    let actual =
        read(r#"{"a":1.5,"b":true,"e":"1988-07-04","f":"2026-01-31T00:00:00.000Z","g":{}}"#);
    assert_eq!(losses(&expected, &actual), [""; 0]);
    for (expected, actual) in [
        ("[\"01\"]", "[\"1\"]"),
        ("[1]", "[1.1]"),
        ("[null]", "[]"),
        ("{\"a\":0}", "{}"),
        ("{\"a\":1,\"a\":2}", "{\"a\":1}"),
    ] {
        assert_eq!(
            losses(&read(expected), &read(actual)).len(),
            1,
            "{expected}"
        );
    }
}
