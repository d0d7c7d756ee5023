//! The form that a callback carries.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::state::StatusChange;

/// The body of a callback: the `incoming_order` object, its fields in brackets.
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
            encoded(&format!("incoming_order[{name}]")),
            encoded(value)
        )
    };
    fields.iter().map(pair).collect::<Vec<_>>().join("&")
}

/// As in a form of HTML: a space is `+`.
fn encoded(text: &str) -> String {
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
    fn a_change_is_a_form_with_brackets() {
        let change = StatusChange {
            order: 7,
            reference_no: "WEB 1/é".to_owned(),
            status: OrderStatus::EnRoute,
            order_type: "delivery".to_owned(),
            address: String::new(),
        };
        assert_eq!(
            body(&change),
            "incoming_order%5Bid%5D=7&incoming_order%5Breference_no%5D=WEB+1%2F%C3%A9\
             &incoming_order%5Bstatus%5D=En+Route&incoming_order%5Border_type%5D=delivery"
        );
    }
}
