//! Our own clients against the sandbox, reading strictly: a value that the models do not expect is an error.

use api_sandbox::{PaymentEnvironment, Sandbox};

use crate::common::{Demo, demo};

/// Sends operations with a strict client; each is due to succeed.
macro_rules! all_succeed {
    ($client:expr, $($operation:expr),+ $(,)?) => {$(
        if let Err(error) = $client.send($operation).await {
            panic!("{}: {error}: {:?} {:?}", error.operation(), error.mismatches(), error.messages());
        }
    )+};
}

async fn data() -> (Demo, i64, i64) {
    let demo = demo().await;
    let (order, quote) = (demo.order("CLIENTS-0", None).await, demo.quote().await);
    (demo, order, quote)
}

#[tokio::test]
async fn version_3() {
    use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewQuote, QuoteChange, QuoteItem};
    use pos_v3_client::*;
    let (demo, order, quote) = data().await;
    let (url, credentials) = (demo.sandbox.pos_url(), demo.sandbox.credentials());
    let (integrator, venue) = (credentials.integrator_token, credentials.venues[0]);
    let environment = Environment::new(
        Place::Staging,
        &url,
        IntegratorAndVenue::new(integrator, venue.venue_token),
        (),
    );
    let client = Client::builder(environment.expect("an environment"))
        .strict(true)
        .build()
        .expect("a client");
    let reference = format!("Q-{quote}");
    let basket = vec![QuoteItem {
        sku_id: Some(9001),
        quantity: Some(2),
        ..Default::default()
    }];
    all_succeed!(
        client,
        ListVenues::new(),
        GetVenueInfo::new(),
        GetMenuFeed::new(venue.menu_feed_key),
        CreateIncomingOrder::new(NewIncomingOrder::new(
            "CLIENTS-1",
            vec![NewOrderItem::new("7001", 9001, 1)]
        )),
        GetIncomingOrder::new(order),
        CreateIncomingQuote::new(NewQuote::new(basket)),
        UpdateIncomingQuote::new(reference.as_str(), QuoteChange::new()),
        GetIncomingQuote::new(reference.as_str()),
    );
    let integrator = client.for_venue(Integrator::new(integrator));
    all_succeed!(integrator, ListVenues::new());

    let taken = NewIncomingOrder::new("CLIENTS-1", vec![NewOrderItem::new("7001", 9001, 1)]);
    let error = client
        .send(CreateIncomingOrder::new(taken))
        .await
        .expect_err("a taken reference");
    assert_eq!(error.messages(), ["reference_no has already been taken"]);
    let missing = client
        .send(GetIncomingQuote::new("Q-1"))
        .await
        .expect_err("no quote");
    assert!(missing.is_not_found());
    let stranger = client.for_venue(IntegratorAndVenue::new(
        "demo-integrator-token",
        "demo-nobody",
    ));
    let refused = stranger
        .send(GetVenueInfo::new())
        .await
        .expect_err("a wrong token");
    assert_eq!(refused.status().map(|status| status.as_u16()), Some(401));
}

#[tokio::test]
async fn version_2() {
    use pos_v2_client::model::{CustomerChange, NewCustomer};
    use pos_v2_client::*;
    let (demo, _, _) = data().await;
    let token = VenueToken::new(demo.sandbox.credentials().venues[0].api_token);
    let environment = Environment::new(Place::Staging, &demo.sandbox.pos_url(), token, ())
        .expect("an environment");
    let client = Client::builder(environment)
        .strict(true)
        .build()
        .expect("a client");
    let window = ListSalesHistories::default_window();
    let sales = client.send(window).await.expect("sales");
    let sale = sales.items[0].id.expect("an id");
    all_succeed!(
        client,
        ListCoupons::new(),
        ListCustomers::new(),
        CreateCustomer::new(NewCustomer {
            first_name: Some("Zoe".into()),
            ..Default::default()
        }),
        GetCustomer::new(8801),
        UpdateCustomer::new(
            8801,
            CustomerChange {
                points_adjustment: "-3".into(),
                ..Default::default()
            }
        ),
        ListInventories::new(),
        ListManifests::new(),
        ListManifestItems::new(),
        GetMenuFeed::new("0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"),
        GetMenuFeed::new(501).route(GetMenuFeedRoute::Bearer),
        GetMenuFeedOptions::new(501),
        GetSalesHistory::new(sale),
        ListTerminalTills::new(),
        ListUsers::new(),
        GetVenueInfo::new(),
    );
    let missing = client
        .send(UpdateCustomer::new(1, CustomerChange::default()))
        .await
        .expect_err("no customer");
    assert!(missing.is_not_found(), "204 is not found");
    let mut customers = client.items(ListCustomers::new().per_page(50));
    let mut count = 0;
    while let Some(customer) = customers.next().await {
        customer.expect("a customer");
        count += 1;
    }
    assert_eq!(count, 121, "the demo's and Zoe");
}

#[tokio::test]
async fn version_1() {
    use pos_v1_client::model::{NewIncomingOrder, NewOrderItem, NewQuote, QuoteChange, QuoteItem};
    use pos_v1_client::*;
    let (demo, order, quote) = data().await;
    let token = VenueToken::new(demo.sandbox.credentials().venues[0].api_token);
    let environment = Environment::new(Place::Staging, &demo.sandbox.pos_url(), token, ())
        .expect("an environment");
    let client = Client::builder(environment)
        .strict(true)
        .build()
        .expect("a client");
    let basket = vec![QuoteItem {
        sku_id: Some(9001),
        quantity: Some(2),
        ..Default::default()
    }];
    all_succeed!(
        client,
        ListCoupons::new(),
        ListCustomers::new(),
        ListEmployees::new(),
        CreateIncomingOrder::new(NewIncomingOrder::new(
            "CLIENTS-1",
            vec![NewOrderItem::new("7001", 9001, 1)]
        )),
        GetIncomingOrder::new(order),
        GetIncomingOrder::new("CLIENTS-1"),
        CreateIncomingQuote::new(NewQuote::new(basket)),
        GetIncomingQuote::new(quote),
        GetIncomingQuoteById::new(quote),
        UpdateIncomingQuote::new(quote, QuoteChange::new()),
        FinalizeIncomingQuote::new(quote),
        ListInventories::new(),
        ListManifestItems::new(),
        GetMenuFeed::new(501),
        GetMenuFeed::new("0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d").route(GetMenuFeedRoute::Bearer),
        GetMenuFeedOptions::new(501),
        ListSalesHistories::new(),
        GetVenueInfo::new(),
    );
    let missing = client
        .send(FinalizeIncomingQuote::new(1))
        .await
        .expect_err("no quote");
    assert!(missing.is_not_found());
}

#[tokio::test]
async fn vendors() {
    use vendor_client::*;
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let demo = sandbox.credentials();
    let credentials = IntegratorAndVendor::new(demo.integrator_token, demo.vendor_token);
    let environment = Environment::new(Place::Staging, &sandbox.pos_url(), credentials, ())
        .expect("an environment");
    let client = Client::new(environment).expect("a client");
    all_succeed!(client, ListRetailers::new(), ListVendors::new());
    all_succeed!(
        client.for_venue(Integrator::new(demo.integrator_token)),
        ListVendors::new()
    );
}

#[tokio::test]
async fn payments() {
    use payments_client::model::{Addendum, Adjustment, NewPaymentRequest, Refund, Submission};
    use payments_client::rust_decimal::Decimal;
    use payments_client::*;
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let demo = PaymentEnvironment::Stage.credentials();
    let environment = Environment::new(
        Place::Stage,
        &sandbox.payments_url(PaymentEnvironment::Stage),
        ClientCredentials::new(demo.client_id, demo.client_secret),
        Settings::new(demo.public_key),
    );
    let client = Client::new(environment.expect("an environment")).expect("a client");
    let payment = NewPaymentRequest {
        amount: Decimal::new(12_550, 2),
        user_business_address: "1 Main Street".into(),
        user_business_city: "Springfield".into(),
        user_business_name: "Corner Shop".into(),
        user_business_state_code: "CO".into(),
        user_business_zip: "80000".into(),
        user_email: "buyer@shop.example".into(),
        user_first_name: "Ada".into(),
        user_last_name: "Byron".into(),
        user_phone: "5550100".into(),
    };
    let uid = client
        .send(CreateRequest::new(payment))
        .await
        .expect("a request");
    let day = jiff::civil::date(2026, 12, 1);
    let submission = |uid: &model::RequestUid| Submission {
        request_uid: uid.clone(),
        order_number: "A-1".into(),
        order_description: "Two lamps".into(),
        amount: Decimal::new(12_550, 2),
        pay_date: day,
    };
    let adjustment = Adjustment {
        request_uid: uid.clone(),
        amount: Decimal::new(6_275, 2),
        pay_date: day,
        order_number: "A-1".into(),
        order_description: "One lamp".into(),
        reason: "one lamp less".into(),
    };
    all_succeed!(
        client,
        SubmitRequest::new(submission(&uid)),
        AdjustRequest::new(adjustment)
    );
    let linked = client
        .send(AddendumRequest::new(Addendum::new(uid.clone(), 5.into())))
        .await
        .expect("a request");
    all_succeed!(
        client,
        SubmitRequest::new(submission(&linked)),
        RefundRequest::new(Refund::new(uid.clone(), "back"))
    );
    let again = client
        .send(RefundRequest::new(Refund::new(uid, "again")))
        .await
        .expect_err("a second refund");
    assert_eq!(again.messages(), ["the request has been refunded"]);
}
