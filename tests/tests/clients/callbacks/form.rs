//! The body of the order status callback, as the documents have it: point-of-sale, Events and States.

use pos_model::{OrderStatus, OrderStatusEvent, OrderType};

#[test]
fn the_documented_event_is_read_without_a_mismatch() {
    use OrderStatus::*;
    // The documents' example has `pending`; their table has `Pending`.
    for (text, status) in [
        ("pending", Pending),
        ("Pending", Pending),
        ("Change", Change),
        ("Processing", Processing),
        ("Completed", Completed),
        ("En+Route", EnRoute),
        ("Delivered", Delivered),
        ("Canceled", Canceled),
        ("STS+Failed", StsFailed),
    ] {
        let form = format!(
            "incoming_order[id]=48213&incoming_order[reference_no]=WEB-1001\
             &incoming_order[status]={text}&incoming_order[order_type]=pickup"
        );
        let event = OrderStatusEvent::from_form(form.as_bytes()).unwrap();
        assert_eq!(event.id, Some(48213));
        assert_eq!(event.reference_no.as_deref(), Some("WEB-1001"));
        assert_eq!(event.status.as_ref().unwrap(), &status, "{text}");
        assert_eq!(event.order_type, Some(OrderType::Pickup));
        assert!(event.extra.is_empty());
        assert_eq!(api_wire::mismatches(&event), []);
    }
}
