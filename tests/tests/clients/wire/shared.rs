//! Orders, quotes and menu feeds, which several versions of the point-of-sale API share.

use api_runtime::{Api, AuthorizedBy, Client, ErrorKind, Operation, Page};
use api_wire::{Change, Date, Decimal, Id, Json, Timestamp};
use pos_model::{
    Cannabinoid, CannabinoidUnit, CustomerType, DeliveryAddress, FeedType, IncomingOrderResponse,
    MenuFeed, NewIncomingOrder, NewOrderItem, NewOrderItemRequired, NewQuote, OrderSource,
    OrderState, OrderType, QuoteCustomer, QuoteFulfillment, QuoteItem, QuotePayment,
    QuoteProductImage, QuoteResponse, QuoteUpdate, RequestedPaymentMethod, TestResults, WeightUnit,
};
use tests::fixture::Response;
use tests::loopback::Loopback;
use tests::rewrite::Rewrite;
use tests::wire::{Odd, Wire};

pub(crate) fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

pub(crate) fn date(text: &str) -> Date {
    text.parse().unwrap()
}

/// The creation time of the records in the wire files.
pub(crate) fn created() -> Option<Timestamp> {
    Some("2026-01-31T18:05:22.123Z".parse().unwrap())
}

pub(crate) fn updated() -> Option<Timestamp> {
    Some("2026-02-01T09:12:44.008Z".parse().unwrap())
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

/// The order of the response named `success`.
pub(crate) fn check_order(response: &IncomingOrderResponse) {
    assert_eq!(response.code, Some(1));
    let order = &response.incoming_order;
    assert_eq!(order.id, Some(48213));
    assert_eq!(*order.aasm_state.as_ref().unwrap(), OrderState::Pending);
    assert_eq!(order.reference_no.as_deref(), Some("WEB-1001"));
    assert_eq!(order.first_name.as_deref(), Some("Ada"));
    assert_eq!(order.source, Some(OrderSource::OnlineStore));
    assert_eq!(order.order_type, Some(OrderType::Pickup));
    assert_eq!(order.delivered_at, updated());
    assert_eq!(order.requested_date, Some(date("2026-02-14")));
    assert_eq!(
        order.requested_payment_method,
        Some(RequestedPaymentMethod::Cash)
    );
    assert_eq!(order.payment_verified, Some(false));
    assert_eq!(order.curbside, Some(true));
    assert_eq!(order.created_at, created());
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
    assert_eq!(item.updated_at, updated());
}

/// An order with an unreadable item is an error, as its amounts would be wrong. Without that item
/// numbers as text and flags as numbers are read, and a date in another form is kept.
pub(crate) async fn odd_order<A, C, O>(
    wire: &mut Wire,
    client: &Client<A, C>,
    operation: impl Fn() -> O,
) where
    A: Api,
    O: Operation<Api = A, Output = IncomingOrderResponse> + AuthorizedBy<C>,
{
    let (section, rest) = (
        "200 odd other spellings, unknown state",
        "200 its good items",
    );
    wire.cut(section, ",\n    17", rest);
    wire.fails(client, section, operation(), ErrorKind::Mismatch, &[])
        .await;
    wire.reads_oddly(client, rest, operation(), ODD_ORDER, check_odd_order)
        .await;
}

const ODD_ORDER: Odd<'_> = Odd {
    mismatches: &[(
        "/incoming_order/requested_date",
        "date (YYYY-MM-DD)",
        "string \"02/14/2026\"",
    )],
    unknown: &["/incoming_order/driver_note"],
};

fn check_odd_order(response: &IncomingOrderResponse) {
    assert_eq!(response.code, Some(1));
    let order = &response.incoming_order;
    assert_eq!(order.id, Some(48213));
    let state = order.aasm_state.as_ref().unwrap();
    assert!(matches!(state.value(), OrderState::Unknown(_)));
    assert_eq!(state.as_str(), "En Route");
    assert_eq!(order.delivered_at, None);
    assert_eq!(order.requested_date, None);
    assert_eq!(order.payment_verified, Some(false));
    assert_eq!(order.curbside, Some(true));
    assert_eq!(
        order.extra.get("driver_note").unwrap().as_str(),
        "\"new key\""
    );
    let [item] = &response.order_items[..] else {
        panic!("one good item")
    };
    assert_eq!(item.manifest_item_id, None);
    assert_eq!(item.weight.as_deref(), Some("3.5"));
    assert_eq!(item.quantity, Some(2));
    assert_eq!(item.coupons, []);
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

fn full_item() -> QuoteItem {
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
        item.discount_ids = vec![Id::Integer(311)];
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

fn customer() -> QuoteCustomer {
    QuoteCustomer::with(|customer| {
        customer.first_name = Some("Ada".into());
        customer.last_name = Some("Sample".into());
        customer.email = Some("ada@example.com".into());
        customer.telephone = Some("5550100123".into());
        customer.customer_type = Some(CustomerType::Recreational);
    })
}

fn payment(method: RequestedPaymentMethod) -> QuotePayment {
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

/// The quote of the response named `success`, whose computed tip differs by operation.
pub(crate) fn check_quote(response: &QuoteResponse, tip_calculated: i64) {
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
    assert_eq!(fulfillment.tip_calculated, Some(tip_calculated));
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
    assert_eq!(totals.discount_ids, [Id::Integer(311)]);
    assert_eq!(totals.subtotal, Some(5000));
    assert_eq!(totals.discount, Some(250));
    assert_eq!(totals.tax, Some(213));
    assert_eq!(totals.total, Some(4963));
    let limits = quote.limits.as_ref().unwrap();
    assert_eq!(limits.exceeded_limits[0].as_str(), "\"flower\"");
    assert_eq!(limits.sum_per_limit["flower"], decimal("29.5"));
    assert_eq!(limits.sum_per_limit["concentrate"], decimal("0"));
}

/// A quote with an unreadable item is an error, as its amounts would be wrong. Without that item
/// numbers as text are read, and results that are null are absent.
pub(crate) async fn odd_quote<A, C, O>(
    wire: &mut Wire,
    client: &Client<A, C>,
    operation: impl Fn() -> O,
) where
    A: Api,
    O: Operation<Api = A, Output = QuoteResponse> + AuthorizedBy<C>,
{
    let (section, rest) = (
        "200 odd numbers as text, null test results",
        "200 its good items",
    );
    wire.cut(section, ",\n      null", rest);
    wire.fails(client, section, operation(), ErrorKind::Mismatch, &[])
        .await;
    wire.reads_oddly(client, rest, operation(), ODD_QUOTE, check_odd_quote)
        .await;
}

const ODD_QUOTE: Odd<'_> = Odd {
    mismatches: &[],
    unknown: &["/quote/customer/loyalty", "/quote/coupon_hint"],
};

fn check_odd_quote(response: &QuoteResponse) {
    let quote = &response.quote;
    assert_eq!(quote.incoming_order_id, None);
    assert_eq!(quote.venue_id, Some(12));
    let customer = quote.customer.as_ref().unwrap();
    assert_eq!(customer.telephone.as_deref(), Some("15550100123"));
    assert_eq!(customer.extra.get("loyalty").unwrap().as_str(), "\"gold\"");
    let [item] = &quote.items[..] else {
        panic!("one good item")
    };
    assert_eq!(item.unit.as_deref(), Some("3.50"));
    assert_eq!(item.quantity_on_hand, Some(decimal("12.5")));
    let results = item.test_results.as_ref().unwrap();
    assert_eq!(results.thc.as_ref().unwrap().current, Some(decimal("18.5")));
    assert_eq!(results.thc.as_ref().unwrap().low, Some(decimal("17")));
    assert_eq!(results.cbd, None);
    assert_eq!(results.cbgv, None);
    assert_eq!(item.terpene_results, []);
    assert_eq!(quote.taxes[0].price_included, Some(false));
    assert_eq!(quote.taxes[0].tax_rate.as_deref(), Some("8.500"));
    assert!(quote.extra.get("coupon_hint").is_some());
}

/// The menu feed of the response named `success`.
pub(crate) fn check_feed(feed: &MenuFeed) {
    assert_eq!(feed.title.as_deref(), Some("Main menu"));
    assert_eq!(
        feed.feed_key.as_deref(),
        Some("0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d")
    );
    assert_eq!(feed.description.as_deref(), Some("Everything on the shelf"));
    assert_eq!(feed.feed_type, Some(FeedType::Endpoint));
    let [group] = &feed.menu_groups[..] else {
        panic!("one group")
    };
    assert_eq!(group.name.as_deref(), Some("Flower"));
    assert_eq!(group.combine_weights, Some(true));
    assert_eq!(group.image.as_ref().unwrap().is_default, Some(true));
    let [item] = &group.menu_items[..] else {
        panic!("one item")
    };
    assert_eq!(item.id.as_deref(), Some("7001"));
    assert_eq!(item.is_medical_only, Some(false));
    assert_eq!(item.tag_list, ["house", "indoor"]);
    assert_eq!(item.terpenes, ["Myrcene", "Limonene"]);
    assert_eq!(item.effects, ["Relaxed"]);
    assert_eq!(item.flavors, ["Pine"]);
    assert_eq!(item.is_marijuana, Some(true));
    let image = item.product_image_v2.as_ref().unwrap();
    assert_eq!(
        image.thumb.as_deref(),
        Some("https://img.example/p/7001-v2-thumb.jpg")
    );
    assert_eq!(image.is_product_specific_image, Some(true));
    assert_eq!(item.images[0].name.as_deref(), Some("front"));
    let [eighth, quarter] = &item.prices[..] else {
        panic!("two prices")
    };
    assert_eq!(eighth.id, Some("90211".into()));
    assert_eq!(eighth.price_cents, Some(2500));
    assert_eq!(eighth.med_price_cents, Some(2300));
    assert_eq!(eighth.unit.as_deref(), Some("3.5"));
    assert_eq!(eighth.unit_type, Some(WeightUnit::Grams));
    assert_eq!(eighth.quantity_on_hand.as_deref(), Some("12.5"));
    assert_eq!(quarter.med_price_cents, None);
    assert_eq!(quarter.unit_type, Some(WeightUnit::Gm));
    assert_eq!(item.thc, percent("18.5", "17.25", "19.75"));
    assert_eq!(item.cbd, percent("0.4", "0.3", "0.5"));
    assert_eq!(
        item.total_thc,
        result("100", "95", "105", CannabinoidUnit::Mg)
    );
}

pub(crate) fn check_feed_without_groups(feed: &MenuFeed) {
    assert_eq!(feed.feed_type, Some(FeedType::ServiceMenu));
    assert_eq!(feed.menu_groups, []);
}

/// The id of an item is documented as a string; an integer is a mismatch. The id of a price is a
/// string in one place and an integer in another: both are read.
pub(crate) const ODD_FEED: Odd<'_> = Odd {
    mismatches: &[(
        "/menu_feed/menu_groups/0/menu_items/0/id",
        "string",
        "number 7001",
    )],
    unknown: &["/menu_feed/menu_groups/0/menu_items/0/promo"],
};

pub(crate) fn check_odd_feed(feed: &MenuFeed) {
    let item = &feed.menu_groups[0].menu_items[0];
    assert_eq!(item.id, None);
    assert_eq!(item.extra.get("id").unwrap().as_str(), "7001");
    assert_eq!(item.description.as_ref().unwrap().len(), 3000);
    assert_eq!(item.is_medical_only, Some(false));
    assert_eq!(item.strain, None);
    assert_eq!(item.effects, [""; 0]);
    assert_eq!(item.is_marijuana, Some(true));
    let price = &item.prices[0];
    assert_eq!(price.id, Some(90211.into()));
    assert_eq!(price.price_cents, Some(2500));
    assert_eq!(price.med_price_cents, None);
    assert_eq!(price.unit.as_deref(), Some("3.5"));
    assert_eq!(price.equivalent_weight.as_deref(), Some("3.50"));
    assert_eq!(item.thc, percent("18.50", "17.25", "19.75"));
    assert_eq!(item.cbd, None);
    assert!(item.extra.get("promo").is_some());
}

/// Good elements stay, bad ones are kept at their places.
pub(crate) const BAD_ELEMENTS: Odd<'_> = Odd {
    mismatches: &[
        (
            "/menu_feed/menu_groups/0/menu_items/0/tag_list",
            "array",
            "string \"house\"",
        ),
        (
            "/menu_feed/menu_groups/0/menu_items/0/images/0",
            "non-null item",
            "null",
        ),
        (
            "/menu_feed/menu_groups/0/menu_items/0/prices/0",
            "object",
            "string \"sold out\"",
        ),
        (
            "/menu_feed/menu_groups/0/menu_items/1",
            "object",
            "string \"separator\"",
        ),
    ],
    unknown: &["/menu_feed/schema"],
};

pub(crate) fn check_bad_elements(feed: &MenuFeed) {
    let [first, second] = &feed.menu_groups[0].menu_items[..] else {
        panic!("two good items")
    };
    assert_eq!(first.tag_list, [""; 0]);
    assert_eq!(first.images, []);
    assert_eq!(first.prices[0].id, Some("90211".into()));
    assert_eq!(second.prices.len(), 2);
}

/// The totals of every list, and the errors of a list without its collection.
pub(crate) async fn pages<A, C, O, T, F>(
    wire: &mut Wire,
    client: &Client<A, C>,
    per_page: i64,
    operation: impl Fn() -> O,
) where
    A: Api,
    O: Operation<Api = A, Output = Page<T, F>> + AuthorizedBy<C>,
    Page<T, F>: Rewrite,
{
    wire.reads(client, "200 an empty list", operation(), |page| {
        assert_eq!(page.items.len(), 0);
        assert_eq!(page.total_records, Some(0));
        assert_eq!(page.current_page, Some(1));
        assert_eq!(page.total_pages, Some(0));
        assert_eq!(page.per_page, Some(per_page));
    })
    .await;
    wire.reads(client, "200 a page in the middle", operation(), |page| {
        assert_eq!(page.items.len(), 1);
        assert_eq!(page.total_records, Some(5));
        assert_eq!(page.current_page, Some(2));
        assert_eq!(page.total_pages, Some(5));
        assert_eq!(page.per_page, Some(1));
    })
    .await;
    let odd = Odd {
        mismatches: &[],
        unknown: &["/server"],
    };
    wire.reads_oddly(client, "200 odd paging as text", operation(), odd, |page| {
        assert_eq!(page.items.len(), 1);
        assert_eq!(page.total_records, Some(1));
        assert_eq!(page.current_page, Some(1));
        assert_eq!(page.total_pages, None);
        assert_eq!(page.per_page, Some(per_page));
        assert_eq!(page.extra.get("server").unwrap().as_str(), "\"a\"");
    })
    .await;
    for section in ["200 odd collection missing", "200 odd collection null"] {
        wire.fails(client, section, operation(), ErrorKind::Decode, &[])
            .await;
    }
}

/// If the documents do not show the key of a list, its only list is used; two are an error.
pub(crate) async fn key_not_shown<A, C, O, T, F>(
    wire: &mut Wire,
    client: &Client<A, C>,
    key: &'static str,
    operation: impl Fn() -> O,
) where
    A: Api,
    O: Operation<Api = A, Output = Page<T, F>> + AuthorizedBy<C>,
    Page<T, F>: Rewrite,
{
    wire.in_key("records_of_the_list");
    let section = "200 odd the collection under another name";
    wire.reads(client, section, operation(), |page| {
        assert_eq!(page.items.len(), 1);
        assert_eq!(page.total_records, Some(1));
    })
    .await;
    wire.in_key(key);
    wire.fails(
        client,
        "200 odd two lists",
        operation(),
        ErrorKind::Decode,
        &[],
    )
    .await;
}

/// The failures whose bodies are not documented.
pub(crate) const BAD_REQUEST: [(&str, ErrorKind); 2] = [
    ("400 bad request", ErrorKind::BadRequest),
    ("400 a body of a shape not shown", ErrorKind::BadRequest),
];

pub(crate) const INVALID: [(&str, ErrorKind); 1] =
    [("422 invalid parameters", ErrorKind::BadRequest)];

pub(crate) const SERVER: [(&str, ErrorKind); 2] = [
    ("500 internal server error", ErrorKind::Server),
    ("500 a body of a shape not shown", ErrorKind::Server),
];

pub(crate) const UNAUTHORIZED: (&str, ErrorKind) = (
    "401 invalid or missing credentials",
    ErrorKind::Unauthorized,
);

/// The documents type everything but the flags of the settings and the texts of the rates; other
/// types are mismatches.
pub(crate) const ODD_VENUE: Odd<'_> = Odd {
    mismatches: &[
        ("/zip_code", "string", "number 90001"),
        ("/tax_rates/1", "object", "string \"none\""),
        ("/payment_methods/1", "string", "number 4"),
        (
            "/venue_settings/online_order_curbside",
            "string",
            "number 1",
        ),
        (
            "/venue_settings/online_order_delivery",
            "string",
            "number 0",
        ),
    ],
    unknown: &["/venue_settings/online_order_kiosk", "/open_now"],
};

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
    let error = client.send_with_response(operation).await.err().unwrap();
    assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
    assert!(error.is_not_found());
}
