//! Pages and wrapped values.

use crate::common::{Nested, Quote};
use api_wire::{Extra, NoMetadata, Page, PageShape, ReadErrorKind, Record, Wrapped, from_str};

const CUSTOMERS: PageShape = PageShape {
    key: Some("customers"),
    wrapped_in: None,
};
const WRAPPED: PageShape = PageShape {
    key: Some("customers"),
    wrapped_in: Some("customer"),
};
const NOT_SHOWN: PageShape = PageShape {
    key: None,
    wrapped_in: None,
};

fn pointers<T: api_wire::FromWire, F: api_wire::Record>(page: &Page<T, F>) -> Vec<String> {
    page.mismatches()
        .into_iter()
        .map(|mismatch| mismatch.pointer)
        .collect()
}

#[test]
fn reads_items_totals_and_other_keys() {
    let page: Page<Nested> = Page::read(
        r#"{"total_records": "2", "customers": [{"points": 1}, {"points": 2}], "current_page": 1, "total_pages": 1.0, "per_page": 50, "x": [1]}"#,
        &CUSTOMERS,
    )
    .unwrap();
    assert_eq!(
        page.items
            .iter()
            .map(|item| item.points)
            .collect::<Vec<_>>(),
        [Some(1), Some(2)]
    );
    assert_eq!(page.total_records, Some(2));
    assert_eq!(
        (page.current_page, page.total_pages, page.per_page),
        (Some(1), Some(1), Some(50))
    );
    assert_eq!(page.extra.get("x").unwrap().as_str(), "[1]");
    assert!(page.mismatches().is_empty());
}

#[test]
fn an_unreadable_item_does_not_fail_the_page() {
    let page: Page<Nested> = Page::read(
        r#"{"customers": [3, {"points": "x"}, null], "per_page": "many", "per_page": 3}"#,
        &CUSTOMERS,
    )
    .unwrap();
    assert_eq!(page.items.len(), 1);
    assert_eq!(
        pointers(&page),
        [
            "/per_page",
            "/per_page",
            "/customers/0",
            "/customers/1/points",
            "/customers/2"
        ]
    );
}

#[test]
fn a_strict_error_in_an_item_fails_the_page() {
    let error = Page::<Quote>::read(r#"{"customers": [{"total": 1.5}]}"#, &CUSTOMERS).unwrap_err();
    assert_eq!(
        (error.kind(), error.pointer().as_str()),
        (ReadErrorKind::Strict, "/customers/0/total")
    );
}

#[test]
fn a_duplicate_collection_is_a_mismatch() {
    let page: Page<Nested> =
        Page::read(r#"{"customers": [{}], "customers": [{}, {}]}"#, &CUSTOMERS).unwrap();
    assert_eq!(page.items.len(), 1);
    assert_eq!(pointers(&page), ["/customers"]);
}

#[test]
fn items_are_read_from_their_wrappers() {
    let page: Page<Nested> = Page::read(
        r#"{"customers": [{"customer": {"points": 1}}, {"points": 2}, {"customer": null}, 3,
            {"new": 1, "customer": {"points": "x"}, "customer": 4}, {"customer": {"points": 5}}]}"#,
        &WRAPPED,
    )
    .unwrap();
    assert_eq!(page.items.len(), 3);
    assert_eq!(
        pointers(&page),
        [
            "/customers/1",
            "/customers/2",
            "/customers/3",
            "/customers/4/customer",
            "/customers/4/customer/points"
        ]
    );
    assert_eq!(page.extra.len(), 5);
}

#[test]
fn an_element_with_two_items_is_unreadable() {
    let page: Page<Nested> = Page::read(
        r#"{"customers": [{"customer": {"points": 1}}, {"customer": {"points": 2}, "x": 1,
            "customer": {"points": 3}}, {"customer": {"points": 4}}]}"#,
        &WRAPPED,
    )
    .unwrap();
    let points: Vec<_> = page.items.iter().map(|item| item.points).collect();
    assert_eq!(points, [Some(1), Some(4)]);
    assert_eq!(page.unreadable_items(), 1);
    assert_eq!(pointers(&page), ["/customers/1"]);
}

#[test]
fn a_missing_collection_with_a_total_of_zero_is_empty() {
    for text in [
        r#"{"customers": null, "total_records": 0}"#,
        r#"{"total_records": 0, "customers": null}"#,
        r#"{"total_records": 0}"#,
    ] {
        for shape in [CUSTOMERS, WRAPPED] {
            let page = Page::<Nested>::read(text, &shape).unwrap();
            assert_eq!(
                (page.items.len(), page.unreadable_items()),
                (0, 0),
                "{text}"
            );
        }
    }
    for text in [
        r#"{"customers": null, "total_records": 1}"#,
        r#"{"customers": {}, "total_records": 0}"#,
    ] {
        assert!(Page::<Nested>::read(text, &CUSTOMERS).is_err(), "{text}");
    }
}

#[test]
fn without_a_key_the_only_array_is_the_collection() {
    let page: Page<Nested> =
        Page::read(r#"{"code": 1, "things": [{"points": 1}, 2]}"#, &NOT_SHOWN).unwrap();
    assert_eq!(page.items.len(), 1);
    assert_eq!(pointers(&page), ["/things/1"]);
    for text in [r#"{"a": [], "b": []}"#, r#"{"a": {}}"#, "{}", "[]"] {
        assert_eq!(
            Page::<Nested>::read(text, &NOT_SHOWN).unwrap_err().kind(),
            ReadErrorKind::Wrapper,
            "{text}"
        );
    }
    // An error response is not a page.
    assert!(Page::<Nested>::read(r#"{"errors": ["no"]}"#, &NOT_SHOWN).is_err());
    let text = r#"{"errors": [], "things": [{"points": 1}]}"#;
    let page: Page<Nested> = Page::read(text, &NOT_SHOWN).unwrap();
    assert_eq!(page.items.len(), 1);
}

#[derive(Clone, Default, PartialEq, Record)]
struct Listed {
    code: Option<i64>,
    ordered_at_gt: Option<String>,
    extra: Extra,
}

#[test]
fn a_page_can_have_metadata() {
    let page: Page<Nested, Listed> = Page::read(
        r#"{"code": "1", "ordered_at_gt": 3, "customers": [], "x": 1}"#,
        &CUSTOMERS,
    )
    .unwrap();
    assert_eq!(page.metadata.code, Some(1));
    assert_eq!(pointers(&page), ["/ordered_at_gt"]);
    assert_eq!(page.extra.len(), 1);
}

/// Metadata that holds a list.
#[derive(Clone, Default, PartialEq, Record)]
pub struct Codes {
    /// A list that is not the collection.
    pub codes: Vec<i64>,
    pub extra: Extra,
}

#[test]
fn unreadable_items_counts_those_of_the_collection() {
    let count = |items: &str, shape: &PageShape| {
        let text = format!(
            r#"{{"codes": [1, "x", []], "per_page": "x", "customers": [{items}], "customers": []}}"#
        );
        let page: Page<Nested, Codes> = Page::read(&text, shape).unwrap();
        page.unreadable_items()
    };
    assert_eq!(count("", &CUSTOMERS), 0);
    assert_eq!(count(r#"{}, {"points": "x"}"#, &CUSTOMERS), 0);
    assert_eq!(count("{}, 1, null, []", &CUSTOMERS), 3);
    assert_eq!(count("{}, 1, null, []", &WRAPPED), 4);
    let item = r#"{"customer": {"points": []}, "note": 1}"#;
    assert_eq!(count(&format!("{item}, {item}, {{}}"), &WRAPPED), 1);
    assert_eq!(Page::<Nested>::default().unreadable_items(), 0);
}

#[test]
fn pages_are_plain_structs() {
    let page = Page::<i64> {
        items: vec![1],
        ..Default::default()
    };
    assert_eq!(
        format!("{page:?}").split(',').next(),
        Some("Page { items: [1]")
    );
    let numbers: Page<i64> = Page::read(r#"{"customers": [1]}"#, &CUSTOMERS).unwrap();
    assert_eq!(page, numbers);
}

#[test]
fn the_first_wrapper_is_read_and_what_is_beside_it_kept() {
    let wrapped = Wrapped::<Nested>::read(
        r#"{"x": 1, "customer": {"points": "y"}, "customer": {}}"#,
        "customer",
    )
    .unwrap();
    assert_eq!(wrapped.extra.get("x").unwrap().as_str(), "1");
    let texts: Vec<String> = wrapped
        .mismatches()
        .into_iter()
        .map(|mismatch| mismatch.pointer)
        .collect();
    assert_eq!(texts, ["/customer/points", "/customer"]);
}

#[test]
fn a_wrapper_can_contain_a_list() {
    let wrapped =
        Wrapped::<Vec<Nested>>::read(r#"{"Payload": [{"points": 1}, 2]}"#, "Payload").unwrap();
    assert_eq!(wrapped.value.len(), 1);
    assert_eq!(wrapped.mismatches()[0].pointer, "/Payload/1");
}

#[test]
fn a_record_without_fields_accepts_any_object() {
    let all: NoMetadata = from_str(r#"{"Success": false, "Message": "no"}"#).unwrap();
    assert!(!all.extra.get("Success").unwrap().parse::<bool>().unwrap());
    assert_eq!(
        all.extra.iter().map(|(key, _)| key).collect::<Vec<_>>(),
        ["Message", "Success"]
    );
}
