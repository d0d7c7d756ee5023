//! The form in the body of a callback.

use std::collections::HashMap;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

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

/// Parses a form to its fields; `None` for invalid escapes.
pub(super) fn parse(body: &str) -> Option<HashMap<String, String>> {
    let decode = |text: &str| {
        let text = text.replace('+', " ");
        let text = percent_decode_str(&text).decode_utf8().ok()?;
        Some(text.into_owned())
    };
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        Some((decode(name)?, decode(value)?))
    };
    body.split('&').map(pair).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::venue::status::OrderStatus;

    #[test]
    fn encodes_fields_in_brackets() {
        let change = StatusChange {
            order: 7,
            reference_no: "WEB 1/é".to_owned(),
            status: OrderStatus::EnRoute,
            order_type: "delivery".to_owned(),
            url: String::new(),
        };
        assert_eq!(
            body(&change),
            "incoming_order%5Bid%5D=7&incoming_order%5Breference_no%5D=WEB+1%2F%C3%A9\
             &incoming_order%5Bstatus%5D=En+Route&incoming_order%5Border_type%5D=delivery"
        );
        let fields = parse(&body(&change)).expect("a form");
        assert_eq!(fields["incoming_order[reference_no]"], "WEB 1/é");
        assert_eq!(fields.len(), 4);
        assert_eq!(parse("a=%FF"), None);
    }
}
