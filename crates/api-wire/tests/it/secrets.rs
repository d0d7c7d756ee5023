//! Secrets, personal data and unknown values are never printed.

use std::collections::BTreeMap;

use crate::common::Everything;
use api_wire::{
    Extra, Json, Mismatch, Page, PageShape, Record, Secret, from_str, mismatches, to_string,
};

const PLANTED: &str = "PLANTED-7f3a";

#[derive(Clone, Default, PartialEq, Record)]
struct Card {
    number: Option<String>,
    limit: Option<i64>,
    extra: Extra,
}

#[derive(Clone, Default, PartialEq, Record)]
struct Person {
    token: Option<Secret>,
    tokens: Vec<Secret>,
    #[wire(secret)]
    password: Option<String>,
    #[wire(secret)]
    pin: Option<i64>,
    #[wire(pii)]
    birthday: Option<api_wire::Date>,
    #[wire(pii)]
    card: Option<Card>,
    #[wire(pii)]
    cards: Vec<Card>,
    #[wire(secret)]
    codes: Vec<i64>,
    note: Option<Json>,
    #[wire(secret, strict)]
    paid: Option<i64>,
    extra: Extra,
}

/// Everything that is printed about a document.
fn printed(text: &str) -> String {
    match from_str::<Person>(text) {
        Ok(person) => format!(
            "{person:?} {person:#?} {0:?} {1:?}",
            mismatches(&person),
            mismatches(&person)
                .iter()
                .map(Mismatch::to_string)
                .collect::<String>()
        ),
        Err(error) => format!("{error} {error:?}"),
    }
}

#[test]
fn sensitive_values_are_not_printed() {
    let p = PLANTED;
    let texts = [
        format!(r#"{{"token": "{p}", "tokens": ["{p}"], "password": "{p}", "note": "{p}"}}"#),
        format!(
            r#"{{"token": ["{p}"], "tokens": [["{p}"]], "password": {{"{p}": 1}}, "birthday": "{p}"}}"#
        ),
        format!(r#"{{"token": "a", "token": "{p}", "password": "a", "password": "{p}"}}"#),
        format!(
            r#"{{"card": {{"number": "{p}", "limit": "{p}"}}, "cards": [{{"limit": "{p}"}}, "{p}"]}}"#
        ),
        format!(r#"{{"card": "{p}", "cards": "{p}", "codes": ["{p}", "{p}"], "pin": "{p}"}}"#),
        format!(r#"{{"unknown": "{p}", "unknown": "{p}", "other": {{"a": "{p}"}}}}"#),
        format!(r#"{{"paid": "{p}"}}"#),
        format!(r#"{{"paid": 1, "paid": "{p}"}}"#),
        format!(r#"{{"token": "{p}"#),
        format!(r#"{{"token": "{p}\x"}}"#),
        format!(r#"{{"unknown": "{p}"]"#),
    ];
    for text in texts {
        let printed = printed(&text);
        assert!(!printed.contains(PLANTED), "{printed}");
        assert!(!printed.contains("7f3a"), "{printed}");
    }
}

#[test]
fn numbers_in_secret_fields_are_not_printed() {
    let printed =
        printed(r#"{"token": 987654, "tokens": [987654], "pin": 9876.54, "codes": [987.654]}"#);
    assert!(!printed.contains("987"), "{printed}");
}

#[test]
fn writing_includes_secrets() {
    let text = format!(
        r#"{{"token":"{PLANTED}","password":"{PLANTED}","card":{{"number":"{PLANTED}"}}}}"#
    );
    let person: Person = from_str(&text).unwrap();
    assert_eq!(to_string(&person), text);
    assert_eq!(person.token.unwrap().expose(), PLANTED);
}

#[test]
fn debug_prints_other_values() {
    let record: Everything = from_str(
        r#"{"text": "a", "password": "b", "birthday": "2001-02-03", "integer": 3, "decimal": 3.50, "list": [1], "map": {"k": 1},
            "nested": {"name": "c"}, "type": "t", "json": [1], "status": "PENDING", "order_type": "new", "x": 1}"#,
    )
    .unwrap();
    assert_eq!(
        format!("{record:?}"),
        "Everything { text: \"a\", integer: 3, decimal: 3.50, birthday: [hidden], password: [hidden], json: Json(3 bytes), \
         order_type: \"new\", status: \"PENDING\", nested: Nested { name: \"c\" }, list: [1], map: {\"k\": 1}, type: \"t\", \
         extra: {1 more} }"
    );
    assert_eq!(format!("{:?}", Secret::from("a")), "[hidden]");
}

#[test]
fn debug_prints_no_unknown_keys() {
    let text = format!(
        r#"{{"integer": "many", "integer": 4, "list": ["a", 1], "{PLANTED}": 1, "{PLANTED}": 2, "{}": 3}}"#,
        "k".repeat(1_000_000)
    );
    let record: Everything = from_str(&text).unwrap();
    assert_eq!(
        format!("{:?}", record.extra),
        "{\"integer\", \"list\", 4 more}",
        "alone, a duplicate has no known name"
    );
    assert_eq!(
        format!("{record:?}"),
        "Everything { list: [1], extra: {\"integer\", \"integer\", \"list\", 3 more} }"
    );
    let page: Page<Everything> = Page::read(
        &format!(r#"{{"records": [{text}, 7], "{PLANTED}": 1}}"#),
        &PageShape::default(),
    )
    .unwrap();
    assert!(!format!("{page:?}").contains(PLANTED), "{page:?}");
}

#[test]
fn secrets_are_compared_by_value() {
    assert_eq!(Secret::from("abc"), Secret::from(String::from("abc")));
    assert_ne!(Secret::from("abc"), Secret::from("abd"));
    assert_ne!(Secret::from("abc"), Secret::from("ab"));
    assert_eq!(Secret::default(), Secret::from(""));
}

#[derive(Clone, Default, PartialEq, Record)]
struct Amounts {
    points: Option<i64>,
    #[wire(strict)]
    amounts: BTreeMap<String, i64>,
    extra: Extra,
}

#[test]
fn secrets_are_redacted_before_they_are_abbreviated() {
    let secret = format!("{PLANTED}-{}", "0123456789".repeat(8));
    let redact = |text: &str| text.replace(&secret, "[hidden]");

    let text = format!(r#"{{"amounts": {{"{secret}": "{secret}"}}}}"#);
    let error = from_str::<Amounts>(&text).unwrap_err();
    assert!(error.to_string().contains(PLANTED));
    assert_eq!(
        error.to_redacted_string(&redact),
        format!(
            "expected integer, found string \"[hidden]\" at /amounts/[hidden] (line 1, column {})",
            text.len()
        )
    );
    assert_eq!(error.to_redacted_string(&str::to_owned), error.to_string());

    let text = format!(r#"{{"points": "{secret}"}}"#);
    let mut mismatch = mismatches(&from_str::<Amounts>(&text).unwrap()).remove(0);
    assert!(!mismatch.to_string().contains(&secret), "it is abbreviated");
    mismatch.found = redact(&mismatch.found);
    assert!(mismatch.to_string().ends_with("found string \"[hidden]\""));

    // A key that is too long to be kept whole has no part that would need redaction.
    let text = format!(r#"{{"amounts": {{"{secret}{secret}": "x"}}}}"#);
    let error = from_str::<Amounts>(&text).unwrap_err();
    assert_eq!(
        error.pointer(),
        format!("/amounts/[{} characters]", 2 * secret.len())
    );
}
