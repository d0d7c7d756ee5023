//! Plants secrets and personal data everywhere and searches for them in all output.

use std::fmt::{Debug, Write};

use api_runtime::{Api, AuthorizedBy, Client, Operation, RawRequest};
use api_wire::{Decimal, Fields, Record, Redacted, Secret, from_str, mismatches};
use futures_util::future::{join_all, join3};
use serde::de::DeserializeOwned;
use test_support::fixture::Response;
use test_support::loopback::Loopback;
use test_support::{accept, closed_address, whole_text};
use tokio::join;

/// A part of every planted text.
const MARK: &str = "PLANTED";

/// The values planted in records: of each shape of a field, and of shapes that no field has.
const PLANTED: [&str; 8] = [
    "\"PLANTED\"",
    "918273645",
    "918273.645",
    "\"918273645\"",
    "\"1987-11-23\"",
    "\"1987-11-23T18:05:22Z\"",
    "{\"PLANTED\":\"918273\"}",
    "[\"PLANTED\", 918273]",
];

/// Traces of these values in output.
const TRACES: [&str; 4] = [MARK, "918273", "1987", "11-23"];

#[track_caller]
fn assert_hidden(shown: &str, context: &str) {
    for trace in TRACES {
        assert!(!shown.contains(trace), "{context} shows {trace}: {shown}");
    }
}

/// Names of secrets in any record.
const SECRETS: [&str; 13] = [
    "token",
    "core_token",
    "one_time_pin",
    "oauth_token",
    "otp",
    "venue_token",
    "encrypted_password",
    "confirmation_token",
    "reset_password_token",
    "remember_token",
    "temporary_initial_password",
    "sts_api_key",
    // Its path is often a secret of the receiver.
    "status_callback",
];

/// Names of personal data: birthdays, cards, numbers of documents, signatures, banks, identity,
/// address and location, health, and what people write.
const PERSONAL: [&str; 61] = [
    "birthday",
    "birth_year",
    "birthyear",
    "driver_dob",
    "age",
    "medical_card",
    "medical_card_exp",
    "medical_card_effective",
    "medical_card_state",
    "id_number",
    "id_expiration",
    "caregiver_id",
    "caregiver_id_exp",
    "license_plate",
    "courier_license_number",
    "signature",
    "ext_signature_src",
    "bank_routing",
    "bank_account",
    "ein",
    "first_name",
    "firstName",
    "middle_name",
    "last_name",
    "full_name",
    "customer_name",
    "caregiver_first_name",
    "caregiver_last_name",
    "driver_name",
    "email",
    "telephone",
    "phone",
    "profile_image",
    "ip",
    "current_sign_in_ip",
    "last_sign_in_ip",
    "lat",
    "lng",
    "planned_route",
    "certifying_provider",
    "address",
    "city",
    "state",
    "state_abbrev",
    "zip",
    "zipcode",
    "country",
    "gender",
    "id_type",
    "referral_code",
    "employee_hire_date",
    "custom_allotment",
    "core_consumer_ref",
    "doctor_id",
    "company",
    "current_business_bank",
    "uid",
    "route",
    "notes",
    "internal_notes",
    "cancellation_notes",
];

/// Names with another meaning there: a shop's telephone and address, a discount on birthdays, the
/// state of a delivery, notes about goods.
const NOT_PERSONAL: [(&str, &str); 17] = [
    ("VenueInfo", "telephone"),
    ("VenueInfo", "address"),
    ("VenueInfo", "city"),
    ("VenueInfo", "state"),
    ("VenueInfo", "country"),
    ("VenueInfoWithCode", "telephone"),
    ("VenueInfoWithCode", "address"),
    ("VenueInfoWithCode", "city"),
    ("VenueInfoWithCode", "state"),
    ("VenueInfoWithCode", "country"),
    ("Coupon", "birthday"),
    ("Manifest", "state"),
    ("Manifest", "notes"),
    ("ManifestItem", "state"),
    ("Inventory", "notes"),
    ("TerminalTill", "state"),
    ("TerminalTill", "notes"),
];

/// The output of a record of this type, or of the error.
fn shown<R: Record + Debug + DeserializeOwned>(json: &str) -> String {
    let error = serde_json::from_str::<R>(json).err();
    let error = error.map_or(String::new(), |error| format!("{error} {error:?} "));
    error
        + &match from_str::<R>(json) {
            Ok(record) => {
                let redacted = serde_json::to_string(&Redacted(&record)).unwrap();
                let mut shown = format!("{record:?} {record:#?} {redacted}");
                for mismatch in mismatches(&record) {
                    write!(shown, " {mismatch} {mismatch:?}").unwrap();
                }
                shown
            }
            Err(error) => format!("{error} {error:?}"),
        }
}

struct Kind {
    name: &'static str,
    names: Vec<&'static str>,
    shown: fn(&str) -> String,
}

fn record_kind<R: Record + Debug + DeserializeOwned>() -> Kind {
    let record = R::default();
    let fields = record.schema().fields().iter();
    Kind {
        name: record.schema().name(),
        names: fields
            .flat_map(|field| field.wire_names())
            .copied()
            .collect(),
        shown: shown::<R>,
    }
}

macro_rules! kinds {
    ($($model:ident { $($record:ident)* })*) => {
        vec![$($(record_kind::<$model::$record>()),*),*]
    };
}

fn kinds() -> Vec<Kind> {
    kinds! {
        pos_model {
            CouponListMetadata OrderItem IncomingOrder IncomingOrderResponse OrderStatusEvent DeliveryAddress
            QuoteFulfillment QuoteCustomer QuotePayment TestResults QuoteProductImage QuoteItem QuoteTax QuoteTotals
            QuoteLimits Quote QuoteResponse MenuFeed MenuGroup ImageSet ProductImageSet MenuItemImage MenuItem
            Cannabinoid MenuPrice VenueInfo TaxRate VenueSettings
        }
        pos_v1_model {
            Coupon Customer Employee IncomingOrderDetails IncomingOrderDetailsResponse QuoteDetails QuoteDetailsResponse
            IncomingQuoteById IncomingQuoteByIdResponse Inventory ManifestItem AppliedDiscount TicketItem SalesHistory
            VenueInfoWithCode
        }
        pos_v2_model {
            CouponImage CouponBackgroundImage Coupon Customer SavedCustomer Inventory Manifest ManifestItem
            AppliedDiscount SaleItem SalesTender SalesHistory SalesHistoryListMetadata TerminalTill User
        }
        pos_v3_model { ListedVenue VenueList }
    }
}

#[test]
fn records_hide_secrets_and_personal_data_of_any_shape() {
    let mut found = Vec::new();
    for kind in kinds() {
        for name in SECRETS.iter().chain(&PERSONAL) {
            if !kind.names.contains(name) || NOT_PERSONAL.contains(&(kind.name, name)) {
                continue;
            }
            found.push(*name);
            for planted in PLANTED {
                // Once alone, and once under a duplicate key.
                for json in [
                    format!("{{\"{name}\":{planted}}}"),
                    format!("{{\"{name}\":null,\"{name}\":{planted},\"{name}\":{planted}}}"),
                ] {
                    assert_hidden(&(kind.shown)(&json), &format!("{name} of {}", kind.name));
                }
            }
        }
    }
    for name in SECRETS.iter().chain(&PERSONAL) {
        assert!(found.contains(name), "no record has {name}");
    }
}

#[test]
fn records_hide_values_of_unknown_fields() {
    for kind in kinds() {
        for planted in PLANTED {
            let json = format!("{{\"unheard_of\":{planted},\"unheard_of\":{planted}}}");
            assert_hidden(&(kind.shown)(&json), kind.name);
        }
    }
}

#[test]
fn pages_and_wrappers_hide_what_their_records_hide() {
    use api_wire::{Page, PageShape, Wrapped};
    use pos_v2_model::Customer;
    let customer =
        "{\"customer\":{\"token\":\"PLANTED\",\"birthday\":\"1987-11-23\",\"zz\":918273}}";
    let shape = PageShape {
        key: Some("customers"),
        wrapped_in: Some("customer"),
    };
    let text = format!("{{\"customers\":[{customer},\"PLANTED\"],\"zz\":\"PLANTED\"}}");
    let page: Page<Customer> = Page::read(&text, &shape).unwrap();
    assert_eq!(page.items.len(), 1);
    assert_hidden(&format!("{page:?}"), "a page");
    let customer = Wrapped::<Customer>::read(customer, "customer").unwrap();
    assert_eq!(customer.value.token.as_ref().unwrap().expose(), MARK);
    assert_hidden(
        &format!("{customer:?} {:?}", customer.mismatches()),
        "a wrapper",
    );
}

#[test]
fn redacted_records_keep_their_keys_and_other_values() {
    let text = r#"{
        "id": 7, "first_name": "PLANTED", "birthday": "1987-11-23", "doctor_id": 918273645,
        "token": "PLANTED", "custom_allotment": {"PLANTED": 918273}, "status": "new",
        "points": ["PLANTED"], "zz": "PLANTED"
    }"#;
    let customer: pos_v2_model::Customer = from_str(text).unwrap();
    let redacted = serde_json::to_value(Redacted(&customer)).unwrap();
    assert_eq!(
        redacted,
        serde_json::json!({
            "id": 7, "first_name": "[hidden]", "birthday": "[hidden]", "doctor_id": "[hidden]",
            "token": "[hidden]", "custom_allotment": "[hidden]", "status": "new",
            "points": "[hidden]", "zz": "[hidden]"
        })
    );
    assert_eq!(
        format!("{:?}", Redacted(&customer)),
        format!("{customer:?}")
    );
    // The record itself keeps everything.
    let kept = serde_json::to_string(&customer).unwrap();
    assert_eq!(kept.matches(MARK).count(), 5);
}

#[test]
fn errors_of_serde_hide_secrets() {
    for planted in PLANTED {
        if let Err(error) = serde_json::from_str::<Secret>(planted) {
            assert_hidden(&format!("{error} {error:?}"), "a secret");
        }
        for field in ["UserEmail", "UserPhone", "Amount", "unheard_of"] {
            let body = format!("{{\"{field}\": {planted}, \"{field}\": {planted}}}");
            let error = serde_json::from_str::<payments_model::NewPaymentRequest>(&body);
            let error = error.expect_err("fields are missing");
            if field != "Amount" {
                assert_hidden(&format!("{error} {error:?}"), field);
            }
        }
    }
}

#[test]
fn bodies_and_operations_hide_personal_data() {
    use payments_client::model::{NewPaymentRequest, NewPaymentRequestRequired};
    use pos_v2_client::model::{CustomerUpdate, NewCustomer};
    use pos_v3_client::model::{NewIncomingOrder, NewQuote, QuoteCustomer, QuoteUpdate};
    let person = || MARK.to_owned();
    let payment = NewPaymentRequest::new(NewPaymentRequestRequired {
        amount: Decimal::ONE,
        user_business_address: person(),
        user_business_city: person(),
        user_business_name: person(),
        user_business_state_code: person(),
        user_business_zip: person(),
        user_email: person(),
        user_first_name: person(),
        user_last_name: person(),
        user_phone: person(),
    });
    let order = NewIncomingOrder::new("WEB-1", vec![])
        .first_name(person())
        .last_name(person())
        .email(person())
        .telephone(person())
        .address(person())
        .city(person())
        .state_abbrev(person())
        .zipcode(person())
        .notes(person())
        .status_callback(person());
    let customer = || {
        QuoteCustomer::new()
            .first_name(person())
            .last_name(person())
            .email(person())
            .telephone(person())
    };
    let customer_body = NewCustomer::new()
        .first_name(person())
        .last_name(person())
        .telephone(person())
        .email(person())
        .signature(person())
        .address(person())
        .zipcode(person())
        .city(person())
        .state(person())
        .gender(person())
        .birthday("11/23/1987");
    let update = CustomerUpdate::new()
        .first_name(person())
        .last_name(person())
        .email(person())
        .signature(person())
        .address(person())
        .birthday("11/23/1987");
    let quote = NewQuote::new(vec![]).customer(customer());
    let quote_update = QuoteUpdate::new().customer(customer());
    let bodies: [&dyn Fields; 6] = [
        &payment,
        &order,
        &customer_body,
        &update,
        &quote,
        &quote_update,
    ];
    for body in bodies {
        let redacted = serde_json::to_string(&Redacted(body)).unwrap();
        assert_hidden(&redacted, body.schema().name());
        assert!(!redacted.contains("11/23"), "{redacted}");
        assert!(redacted.contains("\"[hidden]\""), "{redacted}");
    }
    for (name, shown) in [
        (
            "CreateRequest",
            format!("{:?}", payments_client::CreateRequest::new(payment)),
        ),
        (
            "CreateIncomingOrder",
            format!(
                "{:?}",
                pos_v3_client::CreateIncomingOrder::new(order.clone())
            ),
        ),
        (
            "CreateIncomingOrder of v1",
            format!("{:?}", pos_v1_client::CreateIncomingOrder::new(order)),
        ),
        (
            "CreateIncomingQuote",
            format!("{:?}", pos_v3_client::CreateIncomingQuote::new(quote)),
        ),
        (
            "UpdateIncomingQuote",
            format!(
                "{:?}",
                pos_v3_client::UpdateIncomingQuote::new(1, quote_update)
            ),
        ),
        (
            "CreateCustomer",
            format!("{:?}", pos_v2_client::CreateCustomer::new(customer_body)),
        ),
        (
            "UpdateCustomer",
            format!("{:?}", pos_v2_client::UpdateCustomer::new(1, update)),
        ),
        (
            "ListCustomers",
            format!(
                "{:?}",
                pos_v2_client::ListCustomers::new().telephone_eq(person())
            ),
        ),
    ] {
        assert_hidden(&shown, name);
        assert!(!shown.contains("11/23"), "{name} shows a birthday");
    }
}

/// A credential with characters that a URL, a header and Base64 each encode differently.
const TOKEN: &str = "PLANTED/one+two%20three";

/// Its encodings: in a path, as a pair in a header, and as a pair with an empty second part.
const IN_PATH: &str = "PLANTED%2Fone%2Btwo%2520three";
const AS_PAIR: &str = "UExBTlRFRC9vbmUrdHdvJTIwdGhyZWU6UExBTlRFRC9vbmUrdHdvJTIwdGhyZWU=";
const ALONE: &str = "UExBTlRFRC9vbmUrdHdvJTIwdGhyZWU6";

#[track_caller]
fn assert_no_credential(shown: &str, context: &str) {
    assert!(!shown.contains(MARK), "{context}: {shown}");
    // The beginning of a pair in Base64 is a leak as well.
    assert!(!shown.contains(&ALONE[..12]), "{context}: {shown}");
}

/// Responses of a server that echoes the credential, in every part of a response.
fn echoes(encoded: &str) -> Vec<Response> {
    let echo = format!("{TOKEN} {encoded}");
    let json = ("content-type".to_owned(), "application/json".to_owned());
    let html = ("content-type".to_owned(), "text/html".to_owned());
    let location = (
        "location".to_owned(),
        format!("http://127.0.0.1:1/{encoded}"),
    );
    let response = |status, headers: &[&(String, String)], body: String| Response {
        name: format!("{status} {body}"),
        status,
        headers: headers.iter().map(|header| (*header).clone()).collect(),
        body,
    };
    let mut responses = vec![
        response(200, &[&html], format!("<html>{echo}</html>")),
        response(200, &[&json], format!("{{\"zz\": [\"{echo}\"")),
        response(200, &[&json], format!("{{\"zz\": \"{echo}\"}}")),
        response(200, &[&json], format!("\"{echo}\"")),
        response(200, &[&json], String::new()),
        response(302, &[&location], echo.clone()),
    ];
    for status in [400, 401, 403, 404, 409, 422, 429, 500, 503] {
        responses.push(response(status, &[&html], format!("<h1>{echo}</h1>")));
        responses.push(response(
            status,
            &[&json],
            format!("{{\"error\": \"{echo}\"}}"),
        ));
        responses.push(response(
            status,
            &[&json],
            format!("{{\"errors\": [\"{echo}\"], \"message\": \"{echo}\", \"Success\": false, \"Message\": \"{echo}\"}}"),
        ));
    }
    responses
}

/// Sends an operation to servers that fail in every way, and searches all output. Concurrently:
/// most of the time is backoff before the retries.
async fn assert_never_shown<A, C, O>(
    encoded: &str,
    make: impl Fn(&str) -> Client<A, C>,
    operation: impl Fn() -> O,
) where
    A: Api,
    O: Operation<Api = A> + AuthorizedBy<C> + Debug,
    O::Output: Debug,
{
    assert_no_credential(&format!("{:?}", operation()), "the operation");
    let echoed = join_all(echoes(encoded).into_iter().map(async |response| {
        let server = Loopback::start().await;
        let client = make(server.base_url());
        assert_no_credential(&format!("{client:?}"), "the client");
        server.play(&response);
        let shown = match client.call().send_for_response(operation()).await {
            Ok(response) => format!("{response:?}"),
            Err(error) => whole_text(&error),
        };
        assert!(!server.received().is_empty(), "{}", response.name);
        assert_no_credential(&shown, O::INFO.name);
    }));
    let no_connection = async {
        let base_url = format!("http://{}/api", closed_address());
        let error = make(&base_url)
            .call()
            .send_for_response(operation())
            .await
            .err()
            .unwrap();
        assert_no_credential(&whole_text(&error), "connection failed");
    };
    let broken_connection = async {
        let closing = accept(|_| async {}).await;
        let base_url = format!("http://{closing}/api");
        let error = make(&base_url)
            .call()
            .send_for_response(operation())
            .await
            .err()
            .unwrap();
        assert_no_credential(&whole_text(&error), "broken connection");
    };
    join3(echoed, no_connection, broken_connection).await;
}

#[tokio::test]
async fn payments_client_hides_its_credentials() {
    use payments_client::model::Refund;
    use payments_client::{
        AddendumRequest, Client, ClientCredentials, ClientValues, Config, Environment,
        RefundRequest,
    };
    let make = |base_url: &str| {
        let credentials = ClientCredentials::new(TOKEN, TOKEN);
        assert_no_credential(&format!("{credentials:?}"), "the credentials");
        let client_values = ClientValues::new("demo-public-key");
        let config =
            Config::with_client_values(Environment::Test, base_url, credentials, client_values)
                .unwrap();
        assert_no_credential(&format!("{config:?}"), "the config");
        Client::new(config).unwrap()
    };
    let addendum = || payments_client::model::Addendum::new("u", Decimal::ONE);
    join!(
        assert_never_shown(AS_PAIR, make, || RefundRequest::new(Refund::new("u", "x"))),
        assert_never_shown(AS_PAIR, make, || AddendumRequest::new(addendum())),
    );
}

#[tokio::test]
async fn version_1_client_hides_its_token_even_in_paths() {
    use pos_v1_client::{
        Client, Config, Environment, GetVenueInfo, ListCoupons, PosV1, VenueToken,
    };
    let make = |base_url: &str| {
        let token = VenueToken::new(TOKEN);
        assert_no_credential(&format!("{token:?}"), "the credentials");
        let config = Config::new(Environment::Staging, base_url, token).unwrap();
        assert_no_credential(&format!("{config:?}"), "the config");
        Client::new(config).unwrap()
    };
    let raw_request = || RawRequest::<PosV1>::new(api_runtime::Method::Get, "/{token}/v1/things");
    join!(
        assert_never_shown(IN_PATH, make, ListCoupons::new),
        assert_never_shown(IN_PATH, make, GetVenueInfo::new),
        assert_never_shown(IN_PATH, make, raw_request),
    );
}

#[tokio::test]
async fn version_2_client_hides_its_token_even_in_paths() {
    use pos_v2_client::{Client, Config, Environment, GetMenuFeed, ListCustomers, VenueToken};
    let make = |base_url: &str| {
        let token = VenueToken::new(TOKEN);
        assert_no_credential(&format!("{token:?}"), "the credentials");
        let config = Config::new(Environment::Production, base_url, token).unwrap();
        assert_no_credential(&format!("{config:?}"), "the config");
        Client::new(config).unwrap()
    };
    join!(
        assert_never_shown(IN_PATH, make, || GetMenuFeed::new(4521)),
        // The filter of a list may be personal data.
        assert_never_shown(IN_PATH, make, || ListCustomers::new().telephone_eq(TOKEN)),
    );
}

#[tokio::test]
async fn version_3_client_hides_its_tokens() {
    use pos_v3_client::{
        Client, Config, Environment, GetIncomingOrder, Integrator, IntegratorAndVenue, ListVenues,
    };
    let make = |base_url: &str| -> Client {
        let tokens = IntegratorAndVenue::new(TOKEN, TOKEN);
        assert_no_credential(&format!("{tokens:?}"), "the credentials");
        let config = Config::new(Environment::Staging, base_url, tokens).unwrap();
        assert_no_credential(&format!("{config:?}"), "the config");
        Client::new(config).unwrap()
    };
    let integrator_client = |base_url: &str| {
        let token = Integrator::new(TOKEN);
        assert_no_credential(&format!("{token:?}"), "the credentials");
        make(base_url).with_credentials(token)
    };
    join!(
        assert_never_shown(AS_PAIR, make, || GetIncomingOrder::new(1)),
        assert_never_shown(ALONE, integrator_client, ListVenues::new),
    );
}

#[tokio::test]
async fn venue_token_of_a_list_is_used_and_not_shown() {
    use pos_v3_client::{
        Client, Config, Environment, GetVenueInfo, Integrator, IntegratorAndVenue, ListVenues,
    };
    let server = Loopback::start().await;
    let base_url = server.base_url();
    let integrator = Integrator::new("demo-integrator-token");
    let config = Config::new(Environment::Staging, base_url, integrator).unwrap();
    let client = Client::new(config).unwrap();
    let mut response = Response {
        name: String::new(),
        status: 200,
        headers: vec![],
        body: format!("{{\"code\":1,\"venues\":[{{\"venue_token\":\"{TOKEN}\"}}]}}"),
    };
    server.play(&response);
    let list = client.send(ListVenues::new()).await.unwrap();
    assert_no_credential(&format!("{list:?}"), "the list of venues");
    let token = list.venues[0].venue_token.clone().unwrap();
    assert_no_credential(&format!("{token:?}"), "the token");
    let venue = client.with_credentials(IntegratorAndVenue::new("demo-integrator-token", token));
    response.body = "{}".to_owned();
    server.play(&response);
    venue.send(GetVenueInfo::new()).await.unwrap();
    let received = server.received();
    let expected = "Basic ZGVtby1pbnRlZ3JhdG9yLXRva2VuOlBMQU5URUQvb25lK3R3byUyMHRocmVl";
    assert_eq!(received[0].header("authorization"), [expected]);
}

#[tokio::test]
async fn vendor_client_hides_its_tokens() {
    use vendor_client::{
        Client, Config, Environment, Integrator, IntegratorAndVendor, ListRetailers, ListVendors,
    };
    let make = |base_url: &str| -> Client {
        let tokens = IntegratorAndVendor::new(TOKEN, TOKEN);
        assert_no_credential(&format!("{tokens:?}"), "the credentials");
        let config = Config::new(Environment::Staging, base_url, tokens).unwrap();
        assert_no_credential(&format!("{config:?}"), "the config");
        Client::new(config).unwrap()
    };
    let integrator_client = |base_url: &str| {
        let token = Integrator::new(TOKEN);
        assert_no_credential(&format!("{token:?}"), "the credentials");
        make(base_url).with_credentials(token)
    };
    join!(
        assert_never_shown(AS_PAIR, make, ListRetailers::new),
        assert_never_shown(ALONE, integrator_client, ListVendors::new),
    );
}

#[tokio::test]
async fn values_of_a_request_are_not_shown_if_they_are_echoed() {
    use pos_v3_client::model::NewIncomingOrder;
    use pos_v3_client::{Client, Config, CreateIncomingOrder, Environment, IntegratorAndVenue};
    let server = Loopback::start().await;
    let tokens = IntegratorAndVenue::new("demo-integrator-token", "demo-venue-token");
    let config = Config::new(Environment::Staging, server.base_url(), tokens).unwrap();
    let client = Client::new(config).unwrap();
    let callback = "https://partner.example/callbacks/PLANTED/orders";
    let order = NewIncomingOrder::new("WEB-1", vec![])
        .status_callback(callback)
        .first_name("Ada PLANTED")
        .zipcode("91827-364");
    server.play(&Response {
        name: String::new(),
        status: 422,
        headers: vec![],
        body: format!(
            "{{\"errors\":[\"{} of Ada%20PLANTED in 91827-364 is unreachable\"]}}",
            callback.replace('/', "%2f")
        ),
    });
    let error = client
        .send(CreateIncomingOrder::new(order))
        .await
        .unwrap_err();
    assert_hidden(&whole_text(&error), "an echoed request");
    assert_eq!(
        error.messages(),
        ["[hidden] of [hidden] in [hidden] is unreachable"]
    );
    // What a person is searched by is hidden as well.
    server.play(&Response {
        name: String::new(),
        status: 400,
        headers: vec![],
        body: "{\"error\":\"PLANTED-0199 is no telephone number\"}".to_owned(),
    });
    let token = pos_v2_client::VenueToken::new("demo-api-token");
    let environment = pos_v2_client::Environment::Staging;
    let config = pos_v2_client::Config::new(environment, server.base_url(), token).unwrap();
    let client = pos_v2_client::Client::new(config).unwrap();
    let list = pos_v2_client::ListCustomers::new().telephone_eq("PLANTED-0199");
    let error = client.send(list).await.unwrap_err();
    assert_eq!(error.messages(), ["[hidden] is no telephone number"]);
}

#[tokio::test]
async fn token_echoed_as_a_key_is_not_shown() {
    use pos_v1_client::{Client, Config, Environment, GetVenueInfo, VenueToken};
    let server = Loopback::start().await;
    let base_url = server.base_url();
    let config = Config::new(Environment::Staging, base_url, VenueToken::new(MARK)).unwrap();
    let client = Client::new(config.clone()).unwrap();
    let strict = Client::builder(config).strict(true).build().unwrap();
    for body in [
        "{\"PLANTED\":[",
        "{\"PLANTED\":1,\"PLANTED\":2}",
        "{\"domains\":[{\"PLANTED\":1}]}",
        "{\"venue_settings\":{\"PLANTED\":1,\"PLANTED\":2}}",
    ] {
        server.play(&Response {
            name: String::new(),
            status: 200,
            headers: vec![],
            body: body.to_owned(),
        });
        for client in [&client, &strict] {
            let shown = match client.call().send_for_response(GetVenueInfo::new()).await {
                Ok(response) => format!("{response:?}"),
                Err(error) => whole_text(&error),
            };
            assert_no_credential(&shown, body);
        }
    }
}

#[test]
fn invalid_config_is_rejected_and_not_shown() {
    use pos_v1_client::{Config, Environment, VenueToken};
    for base_url in [
        "http://PLANTED:PLANTED@127.0.0.1:1/api",
        "https://shop.example/api?key=PLANTED",
        "https://shop.example/api#PLANTED",
        "ftp://PLANTED.example",
        "PLANTED",
    ] {
        let token = VenueToken::new("demo-api-token");
        let error = Config::new(Environment::Staging, base_url, token).unwrap_err();
        assert_hidden(&whole_text(&error), "an address");
    }
    for token in ["PLANTED\r\nx: y", "PLANTED\n", "PLANTED\0"] {
        let token = VenueToken::new(token);
        let error = Config::new(Environment::Staging, "http://127.0.0.1:1/api", token).unwrap_err();
        assert_hidden(&whole_text(&error), "a token");
    }
}
