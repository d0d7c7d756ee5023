//! The generated clients in strict mode against the sandbox: a mismatched value is an error.

use std::collections::BTreeSet;

use api_sandbox::{Effect, Fault, PaymentEnvironment, Sandbox};
use payments_client::api_runtime::{Error, ErrorKind, Operation, Outcome};

use crate::common::{Demo, demo};
use crate::payment_flow::two_lamps;
use crate::responses::operations;

/// Sends operations with a strict client: each succeeds, and then fails with every documented
/// status. Returns their names.
macro_rules! succeed_and_fail {
    ($sandbox:expr, $api:literal, $client:expr, $($operation:expr),+ $(,)?) => {{
        let mut names = BTreeSet::new();
        $(
            let operation = $operation;
            let name = name_of(&operation);
            if let Err(error) = $client.send(&operation).await {
                panic!("{name}: {error}: {:?} {:?}", error.mismatches(), error.messages());
            }
            for status in failures($api, name) {
                inject_status(&$sandbox, name, status);
                let error = $client.send(&operation).await.err();
                check_error(name, status, &error.unwrap_or_else(|| panic!("{name} {status}: no error")));
            }
            names.insert(name);
        )+
        names
    }};
}

fn name_of<O: Operation>(_: &O) -> &'static str {
    O::INFO.name
}

/// The documented error statuses of an operation, on all of its paths.
fn failures(api: &str, name: &str) -> BTreeSet<u16> {
    let paths = operations()
        .into_iter()
        .filter(|(other, id, ..)| *other == api && id.split('.').next() == Some(name));
    paths
        .flat_map(|(.., operation)| {
            let responses = operation["responses"]
                .as_object()
                .expect("responses")
                .clone();
            responses
                .into_iter()
                .map(|(status, _)| status.parse().expect("a status"))
        })
        .filter(|status| *status != 200)
        .collect()
}

/// Lets the next request fail with a status and its documented body.
fn inject_status(sandbox: &Sandbox, name: &str, status: u16) {
    let fault = Fault::new(name, Effect::Status(status));
    // Prevents the client from retrying a read after a 500.
    let fault = if status == 500 {
        fault.retry_after("86400")
    } else {
        fault
    };
    sandbox.control().inject(fault).expect("a fault");
}

/// Checks an error against its status.
fn check_error(name: &str, status: u16, error: &Error) {
    assert_eq!(
        error.status().map(|status| status.as_u16()),
        Some(status),
        "{name}: {error}"
    );
    assert_eq!(error.operation(), name);
    let (kind, outcome) = match status {
        204 | 404 => (ErrorKind::NotFound, Outcome::Rejected),
        400 | 422 => (ErrorKind::BadRequest, Outcome::Rejected),
        401 => (ErrorKind::Unauthorized, Outcome::Rejected),
        500 => (ErrorKind::Server, Outcome::Unknown),
        _ => panic!("{name}: unexpected status {status}"),
    };
    assert_eq!(error.kind(), kind, "{name} {status}: {error}");
    assert_eq!(error.outcome(), outcome, "{name} {status}: {error}");
    assert_eq!(error.is_not_found(), matches!(status, 204 | 404), "{name}");
    assert_eq!(
        error.messages().is_empty(),
        status == 204,
        "{name} {status}: {error}"
    );
}

/// The names of all operations of an API.
fn all(api: &str) -> BTreeSet<String> {
    let paths = operations().into_iter().filter(|(other, ..)| *other == api);
    paths
        .map(|(_, id, ..)| id.split('.').next().unwrap_or_default().to_owned())
        .collect()
}

fn check_all<'n>(api: &str, names: impl IntoIterator<Item = &'n str>) {
    let names: BTreeSet<String> = names.into_iter().map(str::to_owned).collect();
    assert_eq!(names, all(api));
}

async fn data() -> (Demo, i64, i64) {
    let demo = demo().await;
    let (order, quote) = (demo.order("CLIENTS-0", None).await, demo.quote().await);
    (demo, order, quote)
}

#[tokio::test]
async fn version_3() {
    use pos_v3_client::model::{
        NewIncomingOrder, NewOrderItem, NewOrderItemRequired, NewQuote, QuoteItem, QuoteUpdate,
    };
    use pos_v3_client::*;
    let (demo, order, quote) = data().await;
    let (url, credentials) = (demo.sandbox.pos_url(), demo.sandbox.credentials());
    let (integrator, venue) = (credentials.integrator_token, credentials.venues[0]);
    let config = Config::new(
        Environment::Staging,
        &url,
        IntegratorAndVenue::new(integrator, venue.venue_token),
    );
    let client = Client::builder(config.expect("a valid config"))
        .strict(true)
        .build()
        .expect("a client");
    let reference = format!("Q-{quote}");
    let basket = vec![QuoteItem::with(|item| {
        item.sku_id = Some(9001);
        item.quantity = Some(2);
    })];
    let names = succeed_and_fail!(
        demo.sandbox,
        "pos-v3",
        client,
        ListVenues::new(),
        GetVenueInfo::new(),
        GetMenuFeed::new(venue.menu_feed_key),
        CreateIncomingOrder::new(NewIncomingOrder::new(
            "CLIENTS-1",
            vec![NewOrderItem::new(NewOrderItemRequired {
                product_parent_id: "7001".into(),
                product_id: 9001.into(),
                quantity: 1
            })]
        )),
        GetIncomingOrder::new(order),
        CreateIncomingQuote::new(NewQuote::new(basket)),
        UpdateIncomingQuote::new(reference.as_str(), QuoteUpdate::new()),
        GetIncomingQuote::new(reference.as_str()),
    );
    let integrator = client.with_credentials(Integrator::new(integrator));
    succeed_and_fail!(demo.sandbox, "pos-v3", integrator, ListVenues::new());
    check_all("pos-v3", names);

    let duplicate = NewIncomingOrder::new(
        "CLIENTS-1",
        vec![NewOrderItem::new(NewOrderItemRequired {
            product_parent_id: "7001".into(),
            product_id: 9001.into(),
            quantity: 1,
        })],
    );
    let error = client
        .send(CreateIncomingOrder::new(duplicate))
        .await
        .expect_err("a duplicate reference");
    assert_eq!(error.messages(), ["reference_no has already been taken"]);
    let missing = client
        .send(GetIncomingQuote::new("Q-1"))
        .await
        .expect_err("no quote");
    assert!(missing.is_not_found());
    let unauthorized = client.with_credentials(IntegratorAndVenue::new(
        "demo-integrator-token",
        "demo-wrong-token",
    ));
    let error = unauthorized
        .send(GetVenueInfo::new())
        .await
        .expect_err("a wrong token");
    assert_eq!(error.status().map(|status| status.as_u16()), Some(401));
}

#[tokio::test]
async fn version_2() {
    use pos_v2_client::model::{CustomerUpdate, NewCustomer};
    use pos_v2_client::*;
    let (demo, _, _) = data().await;
    let token = VenueToken::new(demo.sandbox.credentials().venues[0].api_token);
    let config =
        Config::new(Environment::Staging, &demo.sandbox.pos_url(), token).expect("an environment");
    let client = Client::builder(config)
        .strict(true)
        .build()
        .expect("a client");
    let window = ListSalesHistories::default_window();
    let sales = client.send(window).await.expect("sales");
    let sale = sales.items[0].id.expect("an id");
    let names = succeed_and_fail!(
        demo.sandbox,
        "pos-v2",
        client,
        ListCoupons::new(),
        ListCustomers::new(),
        ListSalesHistories::default_window(),
        CreateCustomer::new(NewCustomer {
            first_name: Some("Zoe".into()),
            ..Default::default()
        }),
        GetCustomer::new(8801),
        UpdateCustomer::new(
            8801,
            CustomerUpdate {
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
    check_all("pos-v2", names);
    let missing = client
        .send(UpdateCustomer::new(1, CustomerUpdate::default()))
        .await
        .expect_err("no customer");
    assert!(missing.is_not_found(), "204 is not found");
    let mut customers = client.items(ListCustomers::new().per_page(50));
    let mut count = 0;
    while let Some(customer) = customers.next().await {
        customer.expect("a customer");
        count += 1;
    }
    assert_eq!(count, 121, "the demo data and Zoe");
}

#[tokio::test]
async fn version_1() {
    use pos_v1_client::model::{
        NewIncomingOrder, NewOrderItem, NewOrderItemRequired, NewQuote, QuoteItem, QuoteUpdate,
    };
    use pos_v1_client::*;
    let (demo, order, quote) = data().await;
    let token = VenueToken::new(demo.sandbox.credentials().venues[0].api_token);
    let config =
        Config::new(Environment::Staging, &demo.sandbox.pos_url(), token).expect("an environment");
    let client = Client::builder(config)
        .strict(true)
        .build()
        .expect("a client");
    let basket = vec![QuoteItem::with(|item| {
        item.sku_id = Some(9001);
        item.quantity = Some(2);
    })];
    let names = succeed_and_fail!(
        demo.sandbox,
        "pos-v1",
        client,
        ListCoupons::new(),
        ListCustomers::new(),
        ListEmployees::new(),
        CreateIncomingOrder::new(NewIncomingOrder::new(
            "CLIENTS-1",
            vec![NewOrderItem::new(NewOrderItemRequired {
                product_parent_id: "7001".into(),
                product_id: 9001.into(),
                quantity: 1
            })]
        )),
        GetIncomingOrder::new(order),
        GetIncomingOrder::new("CLIENTS-1"),
        CreateIncomingQuote::new(NewQuote::new(basket)),
        GetIncomingQuote::new(quote),
        GetIncomingQuoteById::new(quote),
        UpdateIncomingQuote::new(quote, QuoteUpdate::new()),
        PatchIncomingQuote::new(quote).body(r#"{"quote":{}}"#.parse().expect("JSON")),
        FinalizeIncomingQuote::new(quote),
        ListInventories::new(),
        ListManifestItems::new(),
        GetMenuFeed::new(501),
        GetMenuFeed::new("0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d").route(GetMenuFeedRoute::Bearer),
        GetMenuFeedOptions::new(501),
        ListSalesHistories::new(),
        GetVenueInfo::new(),
    );
    check_all("pos-v1", names);
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
    let config =
        Config::new(Environment::Staging, &sandbox.pos_url(), credentials).expect("an environment");
    let client = Client::new(config).expect("a client");
    let names = succeed_and_fail!(
        sandbox,
        "vendor",
        client,
        ListRetailers::new(),
        ListVendors::new()
    );
    check_all("vendor", names);
    succeed_and_fail!(
        sandbox,
        "vendor",
        client.with_credentials(Integrator::new(demo.integrator_token)),
        ListVendors::new()
    );
}

#[tokio::test]
async fn payments() {
    use payments_client::model::{Addendum, Adjustment, Refund, Submission};
    use payments_client::rust_decimal::Decimal;
    use payments_client::*;
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let demo = PaymentEnvironment::Stage.credentials();
    let config = Config::with_client_values(
        Environment::Stage,
        &sandbox.payments_url(PaymentEnvironment::Stage),
        ClientCredentials::new(demo.client_id, demo.client_secret),
        ClientValues::new(demo.public_key),
    );
    let client = Client::new(config.expect("a valid config")).expect("a client");
    let create = CreateRequest::new(two_lamps());
    let uid = client.send(&create).await.expect("a request");
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
    let addendum = || AddendumRequest::new(Addendum::new(uid.clone(), 5.into()));
    client
        .send(SubmitRequest::new(submission(&uid)))
        .await
        .expect("a submission");
    let linked = client.send(addendum()).await.expect("a request");
    let names = succeed_and_fail!(
        sandbox,
        "payments",
        client,
        create,
        SubmitRequest::new(submission(&linked)),
        AdjustRequest::new(adjustment),
        addendum(),
        RefundRequest::new(Refund {
            request_uid: uid.clone(),
            reason: "back".into()
        }),
    );
    check_all("payments", names);
    let again = client
        .send(RefundRequest::new(Refund {
            request_uid: uid,
            reason: "again".into(),
        }))
        .await
        .expect_err("a second refund");
    assert_eq!(again.messages(), ["the request has been refunded"]);
}
