//! Wrapper and strict fields, whose mismatches are errors: `error_texts` has them.

use crate::common::{Quote, Wrappers, error, mismatch, read};
use api_wire::to_string;

#[test]
fn a_strict_field_may_be_absent_and_has_every_notation() {
    assert_eq!(read::<Quote>(r#"{"total": null}"#).total, None);
    assert_eq!(read::<Quote>(r#"{"total": "3.0"}"#).total, Some(3));
}

#[test]
fn a_strict_error_in_a_nested_record_fails_the_document() {
    let error = error::<Wrappers>(r#"{"quote": {}, "quotes": [{}, {"total": 1e400}]}"#);
    assert_eq!(error.pointer(), "/quotes/1/total");
}

#[test]
fn items_of_a_wrapper_may_be_unreadable() {
    let envelope: Wrappers = read(r#"{"quotes": [3], "quote": {"total": 1}, "x": 1}"#);
    assert_eq!(envelope.quote.total, Some(1));
    assert_eq!(mismatch(&envelope).pointer, "/quotes/0");
    assert_eq!(
        to_string(&envelope),
        r#"{"quote":{"total":1},"quotes":[3],"x":1}"#
    );
}

#[test]
fn an_empty_wrapper_is_written() {
    assert_eq!(
        to_string(&Wrappers::default()),
        r#"{"quote":{},"quotes":[]}"#
    );
}
