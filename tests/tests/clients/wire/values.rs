//! Documented values, by the names of the records: those of an order and a quote, whose amounts matter most.

use api_wire::{Json, Timestamp, from_str};
use pos_model::{
    IncomingOrderResponse, OrderSource, OrderState, OrderType, QuoteResponse,
    RequestedPaymentMethod,
};
use test_support::fixture::Fixture;

use super::shared::{customer, date, decimal, full_item, payment};

/// The body of the response named `success`.
fn success(operation: &str) -> String {
    let mut replies = Fixture::open("pos-v3", operation).responses.into_iter();
    let reply = replies.find(|reply| reply.response.name == "200 success");
    reply.expect("the section").response.body
}

#[test]
fn an_order_has_its_documented_values() {
    let response: IncomingOrderResponse = from_str(&success("create_incoming_order")).unwrap();
    let created: Timestamp = "2026-01-31T18:05:22.123Z".parse().unwrap();
    let updated: Timestamp = "2026-02-01T09:12:44.008Z".parse().unwrap();
    assert_eq!(response.code, Some(1));
    let order = &response.incoming_order;
    assert_eq!(order.id, Some(48213));
    assert_eq!(*order.aasm_state.as_ref().unwrap(), OrderState::Pending);
    assert_eq!(order.reference_no.as_deref(), Some("WEB-1001"));
    assert_eq!(order.first_name.as_deref(), Some("Ada"));
    assert_eq!(order.source, Some(OrderSource::OnlineStore));
    assert_eq!(order.order_type, Some(OrderType::Pickup));
    assert_eq!(order.delivered_at, Some(updated));
    assert_eq!(order.requested_date, Some(date("2026-02-14")));
    assert_eq!(
        order.requested_payment_method,
        Some(RequestedPaymentMethod::Cash)
    );
    assert_eq!(order.payment_verified, Some(false));
    assert_eq!(order.curbside, Some(true));
    assert_eq!(order.created_at, Some(created));
    let [item] = &response.order_items[..] else {
        panic!("one item")
    };
    assert_eq!(item.item_id, Some(90411));
    assert_eq!(item.quantity, Some(2));
    assert_eq!(item.unit_quantity.as_deref(), Some("2.0"));
    assert_eq!(item.price, Some(2500));
    assert_eq!(item.discount, Some(250));
    assert_eq!(item.tax, Some(213));
    assert_eq!(item.coupons.len(), 1);
    assert_eq!(item.taxes.len(), 1);
    assert_eq!(item.updated_at, Some(updated));
}

#[test]
fn a_quote_has_its_documented_values() {
    let response: QuoteResponse = from_str(&success("create_incoming_quote")).unwrap();
    assert_eq!(response.code, Some(1));
    let quote = &response.quote;
    assert_eq!(quote.incoming_order_id.as_deref(), Some("48213"));
    assert_eq!(quote.venue_id, Some(12));
    assert_eq!(quote.reference_no.as_deref(), Some("Q-5501"));
    let fulfillment = quote.fulfillment.as_ref().unwrap();
    assert_eq!(fulfillment.order_type, Some(OrderType::Delivery));
    assert_eq!(fulfillment.tip_amount, Some(150.into()));
    assert_eq!(fulfillment.tip_type.as_deref(), Some("amount"));
    assert_eq!(fulfillment.processing_fee, Some(250.into()));
    assert_eq!(fulfillment.tip_calculated, Some(150));
    let address = fulfillment.delivery_address.as_ref().unwrap();
    assert_eq!(address.zipcode.as_deref(), Some("90001"));
    assert_eq!(*quote.customer.as_ref().unwrap(), customer());
    assert_eq!(
        *quote.payment.as_ref().unwrap(),
        payment(RequestedPaymentMethod::Cash)
    );
    assert_eq!(quote.items, [full_item()]);
    let [tax] = &quote.taxes[..] else {
        panic!("one tax")
    };
    assert_eq!(tax.tax_id, Some(17));
    assert_eq!(tax.price_included, Some(false));
    assert_eq!(tax.amount, Some(213.into()));
    assert_eq!(tax.tax_rate.as_deref(), Some("8.5"));
    let totals = quote.totals.as_ref().unwrap();
    assert_eq!(totals.discount_ids, ["311".parse::<Json>().unwrap()]);
    assert_eq!(totals.subtotal, Some(5000));
    assert_eq!(totals.discount, Some(250));
    assert_eq!(totals.tax, Some(213));
    assert_eq!(totals.total, Some(4963));
    let limits = quote.limits.as_ref().unwrap();
    assert_eq!(limits.exceeded_limits[0].as_str(), "\"flower\"");
    assert_eq!(limits.sum_per_limit["flower"], decimal("29.5"));
    assert_eq!(limits.sum_per_limit["concentrate"], decimal("0"));
}
