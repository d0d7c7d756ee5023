//! Documents with placeholders: what is described is as it was read, and everything else has only its form.

use api_wire::__private::masked;
use api_wire::{Decimal, Extra, Json, Page, PageShape, Record, Secret, Wrapped, from_str};
use std::collections::BTreeMap;

#[derive(Clone, Default, PartialEq, Record)]
struct Line {
    sku: Option<String>,
    #[wire(pii)]
    note: Option<String>,
    extra: Extra,
}

#[derive(Clone, Default, PartialEq, Record)]
struct Order {
    id: Option<i64>,
    #[wire("total", "totalPrice")]
    total: Option<Decimal>,
    #[wire(pii)]
    name: Option<String>,
    token: Option<Secret>,
    #[wire(pii)]
    age: Option<i64>,
    #[wire(pii)]
    limit: Option<Decimal>,
    #[wire(pii)]
    is_member: Option<bool>,
    #[wire(pii)]
    line: Option<Line>,
    lines: Vec<Line>,
    counts: BTreeMap<String, i64>,
    #[wire(pii)]
    names: BTreeMap<String, i64>,
    json: Option<Json>,
    extra: Extra,
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let order: Order = from_str(text).unwrap();
    assert_eq!(masked::record(&order), expected);
    // It is read as the same types, and shows no more when it is masked again.
    let again: Order = from_str(expected).unwrap();
    assert_eq!(masked::record(&again), expected);
    assert_eq!(order.extra.len(), again.extra.len());
}

#[test]
fn described_values_are_kept() {
    check(
        r#"{"id": 7, "totalPrice": 12.50, "lines": [{"sku": "a"}], "counts": {"Ada B": 2}}"#,
        r#"{"id":7,"totalPrice":12.50,"lines":[{"sku":"a"}],"counts":{"Ada B":2}}"#,
    );
}

#[test]
fn sensitive_values_have_only_their_form() {
    check(
        r#"{"name": "Ada", "token": "s3cr3t", "age": 36, "limit": 99.95, "is_member": false}"#,
        r#"{"name":"x","token":"x","age":1,"limit":1.5,"is_member":true}"#,
    );
    check(
        r#"{"line": {"sku": "a", "note": "b", "zz": "c"}, "names": {"Ada": 3}}"#,
        r#"{"line":{"sku":"x","note":"x","x":"x"},"names":{"x":1}}"#,
    );
    // Of another type.
    check(
        r#"{"name": {"Ada": ["Byron", 1815]}, "age": "36", "names": ["Ada"]}"#,
        r#"{"age":1,"name":{"x":["x",1]},"names":["x"]}"#,
    );
}

#[test]
fn values_that_are_not_described_have_only_their_form() {
    check(
        r#"{"zz": {"deep": [1, 2.5, "a", null, false]}, "Ada Byron": 1, "json": {"city": "Paris", "5550100": 1}}"#,
        r#"{"json":{"city":"x","x":1},"x":1,"zz":{"deep":[1,1.5,"x",null,true]}}"#,
    );
    check(
        r#"{"id": [7], "lines": [{"sku": 1, "zz": "b"}, "bad"], "counts": {"a": "many"}}"#,
        r#"{"lines":[{"sku":1,"zz":"x"},"x"],"counts":{"a":"x"},"id":[1]}"#,
    );
}

#[test]
fn duplicates_are_kept_as_such() {
    check(
        r#"{"id": 7, "id": 8, "name": "Ada", "name": "Bea"}"#,
        r#"{"id":7,"name":"x","id":1,"name":"x"}"#,
    );
}

#[test]
fn placeholders_have_the_form_of_texts() {
    for (text, expected) in [
        ("", ""),
        ("Ada", "x"),
        ("1815-12-10", "2000-01-01"),
        ("12/10/1815", "01/01/2000"),
        ("1815-12-10T10:30:00", "2000-01-01T00:00:00"),
        ("1815-12-10T10:30:00+01:00", "2000-01-01T00:00:00Z"),
        ("1815", "1"),
        ("0042", "x"),
        ("12.50", "1.5"),
        ("12345678901234567890", "1.5"),
        ("1815-12-10 ", "x"),
    ] {
        assert_eq!(masked::text(text), expected, "{text}");
    }
}

#[test]
fn pages_and_wrappers_are_written_as_they_were_read() {
    let text = r#"{"notice": "hello", "orders": [{"order": {"id": 1, "name": "Ada"}, "zz": "a"}, "bad", {"order": {"id": 2}}], "total_records": 3}"#;
    let shape = PageShape {
        key: Some("orders"),
        wrapped_in: Some("order"),
    };
    let page: Page<Order> = Page::read(text, &shape).unwrap();
    let expected = r#"{"orders":[{"order":{"id":1,"name":"x"},"zz":"x"},"x",{"order":{"id":2}}],"total_records":3,"notice":"x"}"#;
    assert_eq!(masked::page(&page), expected);
    let again: Page<Order> = Page::read(expected, &shape).unwrap();
    assert_eq!(masked::page(&again), expected);
    assert_eq!(again.mismatches().len(), page.mismatches().len());

    let text =
        r#"{"notice": "hello", "order": {"id": 1, "name": "Ada", "zz": 5}, "order": {"id": 2}}"#;
    let wrapped: Wrapped<Order> = Wrapped::read(text, "order").unwrap();
    let expected = r#"{"order":{"id":1,"name":"x","zz":1},"notice":"x","order":{"id":1}}"#;
    assert_eq!(masked::wrapped(&wrapped), expected);
}

#[test]
fn json_is_masked_whole() {
    assert_eq!(
        masked::json(" [\"a\", {}] ").as_deref(),
        Some(r#"["x",{}]"#)
    );
    let keys = r#"{"line_1": 1, "n5550100": 1, "Ada-Byron": 1, "a@b": 1}"#;
    let expected = r#"{"line_1":1,"x":1,"Ada-Byron":1,"x":1}"#;
    assert_eq!(masked::json(keys).as_deref(), Some(expected));
    assert_eq!(masked::json("{\"a\": }"), None);
    assert_eq!(masked::json("<html>"), None);
}
