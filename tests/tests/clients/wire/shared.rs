//! Orders, quotes and menu feeds, which several versions of the point-of-sale API share.

use api_wire::{Change, Date, Decimal, Json};
use pos_model::{
    Cannabinoid, CannabinoidUnit, CustomerType, DeliveryAddress, NewIncomingOrder, NewOrderItem,
    NewOrderItemRequired, NewQuote, OrderSource, OrderType, QuoteCustomer, QuoteFulfillment,
    QuoteItem, QuotePayment, QuoteProductImage, QuoteUpdate, RequestedPaymentMethod, TestResults,
    WeightUnit,
};

pub(crate) fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

pub(crate) fn date(text: &str) -> Date {
    text.parse().unwrap()
}

/// The key of a menu feed.
pub(crate) const FEED_KEY: &str = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";

/// The day of the filters.
pub(crate) fn since() -> Date {
    date("2026-01-31")
}

/// An order with every field.
pub(crate) fn full_order() -> NewIncomingOrder {
    let item = NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "7001".into(),
        product_id: 9001.into(),
        quantity: 2,
    })
    .product_name("Blue Sample 3.5g")
    .product_brand("Sample Brand")
    .product_strain("Blue Sample")
    .weight("3.5")
    .price(2500);
    NewIncomingOrder::new("WEB-1001", vec![item])
        .order_type(OrderType::Delivery)
        .first_name("Ada")
        .last_name("Sample")
        .email("ada@example.com")
        .telephone("5550100123")
        .address("12 Example Street")
        .city("Springfield")
        .state_abbrev("CA")
        .zipcode("90001")
        .notes("ring twice")
        .requested_payment_method(RequestedPaymentMethod::Cash)
        .source(OrderSource::OnlineStore)
        .requested_date(date("2026-02-14"))
        .requested_window_start_time("10:00 am")
        .requested_window_end_time("11:00 am")
        .status_callback("https://partner.example/callbacks/orders?shop=1")
}

/// An order with a minimal item and nothing else.
pub(crate) fn minimal_order() -> NewIncomingOrder {
    NewIncomingOrder::new(
        "WEB-1002",
        vec![NewOrderItem::new(NewOrderItemRequired {
            product_parent_id: "7001".into(),
            product_id: 9001.into(),
            quantity: 1,
        })],
    )
}

fn result(current: &str, low: &str, high: &str, unit: CannabinoidUnit) -> Cannabinoid {
    Cannabinoid::new()
        .current(decimal(current))
        .low(decimal(low))
        .high(decimal(high))
        .unit_type(unit)
}

fn percent(current: &str, low: &str, high: &str) -> Cannabinoid {
    result(current, low, high, CannabinoidUnit::Percent)
}

pub(crate) fn full_item() -> QuoteItem {
    QuoteItem::new()
        .sku_id(9001)
        .quantity(2)
        .product_id(7001)
        .name("Blue Sample 3.5g")
        .unit_type(WeightUnit::G)
        .unit("3.5")
        .variant_id("V-90211")
        .quantity_on_hand(decimal("12.5"))
        .test_results(
            TestResults::new()
                .thc(percent("18.5", "17.25", "19.75"))
                .cbd(percent("0.4", "0.3", "0.5"))
                .thca(percent("20.1", "19.0", "21.2"))
                .cbda(percent("0.6", "0.5", "0.7"))
                .total_thc(percent("18.9", "18.0", "19.8"))
                .total_cbd(percent("0.45", "0.4", "0.5"))
                .thcv(percent("0.06", "0.05", "0.07"))
                .cbdv(percent("0.07", "0.06", "0.08"))
                .cbc(percent("0.01", "0.01", "0.02"))
                .cbca(percent("0.04", "0.03", "0.05"))
                .cbcv(percent("0.08", "0.07", "0.09"))
                .cbn(percent("0.1", "0.05", "0.15"))
                .cbg(percent("0.02", "0.01", "0.03"))
                .cbga(percent("0.03", "0.02", "0.04"))
                .cbgv(result("5", "4", "6", CannabinoidUnit::Mg)),
        )
        .terpene_results(vec![
            r#"{"name": "Myrcene", "current": "0.8"}"#.parse::<Json>().unwrap(),
        ])
        .product_image(
            QuoteProductImage::new()
                .is_product_specific_image(true)
                .lg("https://img.example/p/7001-lg.jpg")
                .md("https://img.example/p/7001-md.jpg"),
        )
        .discount(250)
        .price(2500)
        .discount_ids(vec!["311".parse::<Json>().unwrap()])
}

fn fulfillment(tip_amount: i64) -> QuoteFulfillment {
    QuoteFulfillment::new()
        .source(OrderSource::OnlineStore)
        .order_type(OrderType::Delivery)
        .requested_date(date("2026-02-14"))
        .requested_window_start_time("10:00 am")
        .requested_window_end_time("11:00 am")
        .tip_amount(tip_amount.into())
        .tip_type("amount")
        .processing_fee(250.into())
        .tip_calculated(150)
        .delivery_address(
            DeliveryAddress::new()
                .address("12 Example Street")
                .city("Springfield")
                .state_abbrev("CA")
                .zipcode("90001"),
        )
}

pub(crate) fn customer() -> QuoteCustomer {
    QuoteCustomer::new()
        .first_name("Ada")
        .last_name("Sample")
        .email("ada@example.com")
        .telephone("5550100123")
        .customer_type(CustomerType::Recreational)
}

pub(crate) fn payment(method: RequestedPaymentMethod) -> QuotePayment {
    QuotePayment::new().requested_payment_method(method)
}

/// A quote with every field, before an order exists: its order is null, not absent.
pub(crate) fn full_quote() -> NewQuote {
    NewQuote::new(vec![full_item()])
        .incoming_order_id(Change::Clear)
        .venue_id(12)
        .fulfillment(fulfillment(150))
        .customer(customer())
        .payment(payment(RequestedPaymentMethod::Cash))
}

/// A quote with one item and nothing else.
pub(crate) fn items_alone() -> NewQuote {
    NewQuote::new(vec![
        QuoteItem::new().sku_id(9001).quantity(1).product_id(7001),
    ])
}

/// An update of all four parts of a quote.
pub(crate) fn all_four_parts() -> QuoteUpdate {
    QuoteUpdate::new()
        .incoming_order_id("48213".to_owned())
        .fulfillment(fulfillment(300))
        .customer(customer())
        .payment(payment(RequestedPaymentMethod::Ach))
}

pub(crate) fn order_cleared() -> QuoteUpdate {
    QuoteUpdate::new().incoming_order_id(Change::Clear)
}

pub(crate) fn payment_alone() -> QuoteUpdate {
    QuoteUpdate::new().payment(payment(RequestedPaymentMethod::Cash))
}
