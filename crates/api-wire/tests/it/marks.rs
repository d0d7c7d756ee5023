//! Wrapper and strict fields, whose mismatches are errors.

use crate::common::{Everything, Quote, Wrappers, error, read};
use api_wire::{ReadErrorKind, mismatches};

#[test]
fn a_mismatch_in_a_strict_field_is_an_error() {
    let cases = [
        (r#"{"total": 12.5}"#, "/total"),
        (r#"{"total": "x"}"#, "/total"),
        (r#"{"total": 1, "total": 1}"#, "/total"),
        (r#"{"prices": 3}"#, "/prices"),
        (r#"{"prices": [1, 2, "x"]}"#, "/prices/2"),
        (r#"{"prices": [null]}"#, "/prices/0"),
    ];
    for (text, pointer) in cases {
        let error = error::<Quote>(text);
        assert_eq!(
            (error.kind(), error.pointer().as_str()),
            (ReadErrorKind::Strict, pointer),
            "{text}"
        );
    }
    assert_eq!(read::<Quote>(r#"{"total": null}"#).total, None);
    assert_eq!(read::<Quote>(r#"{"total": "3.0"}"#).total, Some(3));
}

#[test]
fn a_strict_error_in_a_nested_record_fails_the_document() {
    let error = error::<Wrappers>(r#"{"quote": {}, "quotes": [{}, {"total": 1e400}]}"#);
    assert_eq!(error.pointer(), "/quotes/1/total");
    assert_eq!(
        error.to_string(),
        "expected integer, found number 1e400 at /quotes/1/total (line 1, column 40)"
    );
}

#[test]
fn wrapper_fields_are_required() {
    let cases = [
        (r#"{}"#, ""),
        (r#"{"quote": {}}"#, ""),
        (r#"{"quotes": []}"#, ""),
        (r#"{"quote": null, "quotes": []}"#, "/quote"),
        (r#"{"quote": [], "quotes": []}"#, "/quote"),
        (r#"{"quote": {}, "quotes": null}"#, "/quotes"),
        (r#"{"quote": {}, "quotes": {}}"#, "/quotes"),
    ];
    for (text, pointer) in cases {
        let error = error::<Wrappers>(text);
        assert_eq!(
            (error.kind(), error.pointer().as_str()),
            (ReadErrorKind::Wrapper, pointer),
            "{text}"
        );
    }
    let envelope: Wrappers = read(r#"{"quotes": [3], "quote": {"total": 1}, "x": 1}"#);
    assert_eq!(envelope.quote.total, Some(1));
    assert_eq!(mismatches(&envelope).len(), 1);
    assert_eq!(
        api_wire::to_string(&envelope),
        r#"{"quote":{"total":1},"quotes":[3],"x":1}"#
    );
    assert_eq!(
        api_wire::to_string(&Wrappers::default()),
        r#"{"quote":{},"quotes":[]}"#
    );
}

#[test]
fn a_document_must_be_an_object() {
    for text in ["[]", "null", "3", "\"a\"", "true"] {
        assert_eq!(
            error::<Everything>(text).kind(),
            ReadErrorKind::Wrapper,
            "{text}"
        );
    }
}
