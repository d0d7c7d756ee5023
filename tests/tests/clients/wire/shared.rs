//! Orders, quotes and menu feeds, which several versions of the point-of-sale API share.

use api_runtime::{Api, AuthorizedBy, Client, ErrorKind, Operation};
use api_wire::{Change, Date, Decimal, Json};
use pos_model::{
    Cannabinoid, CannabinoidUnit, CustomerType, DeliveryAddress, NewIncomingOrder, NewOrderItem,
    NewOrderItemRequired, NewQuote, OrderSource, OrderType, QuoteCustomer, QuoteFulfillment,
    QuoteItem, QuotePayment, QuoteProductImage, QuoteUpdate, RequestedPaymentMethod, TestResults,
    WeightUnit,
};
use test_support::fixture::Response;
use test_support::loopback::Loopback;

pub(crate) fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

pub(crate) fn date(text: &str) -> Date {
    text.parse().unwrap()
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

fn result(current: &str, low: &str, high: &str, unit: CannabinoidUnit) -> Option<Cannabinoid> {
    Some(Cannabinoid::with(|cannabinoid| {
        cannabinoid.current = Some(decimal(current));
        cannabinoid.low = Some(decimal(low));
        cannabinoid.high = Some(decimal(high));
        cannabinoid.unit_type = Some(unit);
    }))
}

fn percent(current: &str, low: &str, high: &str) -> Option<Cannabinoid> {
    result(current, low, high, CannabinoidUnit::Percent)
}

pub(crate) fn full_item() -> QuoteItem {
    QuoteItem::with(|item| {
        item.sku_id = Some(9001);
        item.quantity = Some(2);
        item.product_id = Some(7001);
        item.name = Some("Blue Sample 3.5g".into());
        item.unit_type = Some(WeightUnit::G);
        item.unit = Some("3.5".into());
        item.variant_id = Some("V-90211".into());
        item.quantity_on_hand = Some(decimal("12.5"));
        item.test_results = Some(TestResults::with(|results| {
            results.thc = percent("18.5", "17.25", "19.75");
            results.cbd = percent("0.4", "0.3", "0.5");
            results.thca = percent("20.1", "19.0", "21.2");
            results.cbda = percent("0.6", "0.5", "0.7");
            results.total_thc = percent("18.9", "18.0", "19.8");
            results.total_cbd = percent("0.45", "0.4", "0.5");
            results.thcv = percent("0.06", "0.05", "0.07");
            results.cbdv = percent("0.07", "0.06", "0.08");
            results.cbc = percent("0.01", "0.01", "0.02");
            results.cbca = percent("0.04", "0.03", "0.05");
            results.cbcv = percent("0.08", "0.07", "0.09");
            results.cbn = percent("0.1", "0.05", "0.15");
            results.cbg = percent("0.02", "0.01", "0.03");
            results.cbga = percent("0.03", "0.02", "0.04");
            results.cbgv = result("5", "4", "6", CannabinoidUnit::Mg);
        }));
        item.terpene_results =
            vec![r#"{"name": "Myrcene", "current": "0.8"}"#.parse::<Json>().unwrap()];
        item.product_image = Some(QuoteProductImage::with(|image| {
            image.is_product_specific_image = Some(true);
            image.lg = Some("https://img.example/p/7001-lg.jpg".into());
            image.md = Some("https://img.example/p/7001-md.jpg".into());
        }));
        item.discount = Some(250);
        item.price = Some(2500);
        item.discount_ids = vec!["311".parse::<Json>().unwrap()];
    })
}

fn fulfillment(tip_amount: i64) -> QuoteFulfillment {
    QuoteFulfillment::with(|fulfillment| {
        fulfillment.source = Some(OrderSource::OnlineStore);
        fulfillment.order_type = Some(OrderType::Delivery);
        fulfillment.requested_date = Some(date("2026-02-14"));
        fulfillment.requested_window_start_time = Some("10:00 am".into());
        fulfillment.requested_window_end_time = Some("11:00 am".into());
        fulfillment.tip_amount = Some(tip_amount.into());
        fulfillment.tip_type = Some("amount".into());
        fulfillment.processing_fee = Some(250.into());
        fulfillment.tip_calculated = Some(150);
        fulfillment.delivery_address = Some(DeliveryAddress::with(|address| {
            address.address = Some("12 Example Street".into());
            address.city = Some("Springfield".into());
            address.state_abbrev = Some("CA".into());
            address.zipcode = Some("90001".into());
        }));
    })
}

pub(crate) fn customer() -> QuoteCustomer {
    QuoteCustomer::with(|customer| {
        customer.first_name = Some("Ada".into());
        customer.last_name = Some("Sample".into());
        customer.email = Some("ada@example.com".into());
        customer.telephone = Some("5550100123".into());
        customer.customer_type = Some(CustomerType::Recreational);
    })
}

pub(crate) fn payment(method: RequestedPaymentMethod) -> QuotePayment {
    QuotePayment::with(|payment| {
        payment.requested_payment_method = Some(method);
    })
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
    NewQuote::new(vec![QuoteItem::with(|item| {
        item.sku_id = Some(9001);
        item.quantity = Some(1);
        item.product_id = Some(7001);
    })])
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

/// The table of errors has 204 for updates of quotes in general, though no row of an update lists
/// it.
pub(crate) async fn missing_quote<A, C, O>(
    client_at: impl FnOnce(&str) -> Client<A, C>,
    operation: O,
) where
    A: Api,
    O: Operation<Api = A> + AuthorizedBy<C>,
{
    let server = Loopback::start().await;
    server.play(&Response {
        name: "204".to_owned(),
        status: 204,
        headers: vec![],
        body: String::new(),
    });
    let client = client_at(server.base_url());
    let error = client
        .call()
        .send_for_response(operation)
        .await
        .err()
        .unwrap();
    assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
    assert!(error.is_not_found());
}
