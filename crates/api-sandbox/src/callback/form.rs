//! The form that a callback carries.

use crate::world::StatusChange;

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

fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'*' => {
                encoded.push(char::from(byte))
            }
            b' ' => encoded.push('+'),
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::venue::status::OrderStatus;

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
