//! The form in the body of a callback.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::state::StatusChange;

/// Encodes the `incoming_order` object, its fields in brackets.
pub(super) fn body(change: &StatusChange) -> String {
    let fields = [
        ("id", change.order.to_string()),
        ("reference_no", change.reference_no.clone()),
        ("status", change.status.name().to_owned()),
        ("order_type", change.order_type.clone()),
    ];
    let pair = |(name, value): &(&str, String)| {
        format!(
            "{}={}",
            encode(&format!("incoming_order[{name}]")),
            encode(value)
        )
    };
    fields.iter().map(pair).collect::<Vec<_>>().join("&")
}

/// Encodes a name or a value as HTML forms do, with `+` for a space.
fn encode(text: &str) -> String {
    const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
        .remove(b' ')
        .remove(b'*')
        .remove(b'-')
        .remove(b'.')
        .remove(b'_');
    utf8_percent_encode(text, ESCAPED)
        .to_string()
        .replace(' ', "+")
}
