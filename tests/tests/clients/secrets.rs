//! Plants secrets and personal data and searches for them in all output. In `hostile`, a server returns them.

use std::fmt::Debug;
use std::net::SocketAddr;

use api_runtime::operation::{Api, AuthorizedBy, Operation};
use api_runtime::{Client, Config, Credentials, Error, RawRequest, RetryPolicy};
use api_wire::{Decimal, Fields, Redacted, Secret, from_str};
use test_support::{TestServer, accept, closed_address, json, whole_text};
use tokio::join;

use crate::round_trip::records::ALL as RECORDS;

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

#[test]
fn records_hide_what_is_marked_whatever_its_shape() {
    // Which fields are marked is the matter of `protected.rs`.
    for record in RECORDS {
        let fields = (record.schema)().fields().iter();
        let marked = fields.filter(|field| field.is_sensitive());
        for name in marked.flat_map(|field| field.wire_names()) {
            for planted in PLANTED {
                // Once alone, and once under a duplicate key.
                for json in [
                    format!("{{\"{name}\":{planted}}}"),
                    format!("{{\"{name}\":null,\"{name}\":{planted},\"{name}\":{planted}}}"),
                ] {
                    assert_hidden(&record.shown(&json), &format!("{name} of {}", record.name));
                }
            }
        }
    }
}

#[test]
fn records_hide_values_of_unknown_fields() {
    for record in RECORDS {
        for planted in PLANTED {
            let json = format!("{{\"unheard_of\":{planted},\"unheard_of\":{planted}}}");
            assert_hidden(&record.shown(&json), record.name);
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
    use pos_v2_client::model::NewCustomer;
    use pos_v3_client::model::{NewIncomingOrder, NewQuote, QuoteCustomer};
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
        .notes(person())
        .status_callback(person());
    let customer = NewCustomer::new()
        .first_name(person())
        .signature(person())
        .birthday("11/23/1987");
    let quote = NewQuote::new(vec![]).customer(
        QuoteCustomer::new()
            .first_name(person())
            .telephone(person()),
    );
    let bodies: [&dyn Fields; 4] = [&payment, &order, &customer, &quote];
    for body in bodies {
        let redacted = serde_json::to_string(&Redacted(body)).unwrap();
        assert_hidden(&redacted, body.schema().name());
        assert!(redacted.contains("\"[hidden]\""), "{redacted}");
    }
    let filter = pos_v2_client::ListCustomers::new().telephone_eq(person());
    let operations: [&dyn Debug; 5] = [
        &payments_client::CreateRequest::new(payment),
        &pos_v3_client::CreateIncomingOrder::new(order),
        &pos_v2_client::CreateCustomer::new(customer),
        &pos_v3_client::CreateIncomingQuote::new(quote),
        &filter,
    ];
    for operation in operations {
        assert_hidden(&format!("{operation:?}"), "an operation");
    }
}

/// A credential with characters that a URL, a header and Base64 each encode differently.
const TOKEN: &str = "PLANTED/one+two%20three";

/// The beginning of a pair in Base64, which is a leak as well.
const PAIR: &str = "UExBTlRFRC9v";

#[track_caller]
fn assert_no_credential(shown: &str, context: &str) {
    assert!(!shown.contains(MARK), "{context}: {shown}");
    assert!(!shown.contains(PAIR), "{context}: {shown}");
}

/// Searches the credentials, what is made of them, and errors without a response.
async fn hides<A, C, O>(
    addresses: &[SocketAddr],
    credentials: C,
    config: impl Fn(&str, C) -> Result<Config<A, C>, Error>,
    operation: fn() -> O,
) where
    A: Api,
    C: Credentials + Clone + Debug + 'static,
    O: Operation<Api = A> + AuthorizedBy<C> + Debug,
{
    assert_no_credential(&format!("{credentials:?}"), "the credentials");
    assert_no_credential(&format!("{:?}", operation()), "the operation");
    for address in addresses {
        let config = config(&format!("http://{address}/api"), credentials.clone()).unwrap();
        assert_no_credential(&format!("{config:?}"), "the config");
        let once = RetryPolicy::new().max_attempts(1);
        let client = Client::builder(config).retry_policy(once).build().unwrap();
        assert_no_credential(&format!("{client:?}"), "the client");
        let error = client.call().send_for_response(operation()).await.err();
        assert_no_credential(&whole_text(&error.unwrap()), O::INFO.name);
    }
}

#[tokio::test]
async fn clients_hide_their_credentials_without_a_response() {
    use payments_client::model::Refund;
    use {payments_client as payments, pos_v1_client as v1, pos_v2_client as v2};
    use {pos_v3_client as v3, vendor_client as vendor};
    let payment_config = |base_url: &str, credentials| {
        let values = payments::ClientValues::new("demo-public-key");
        let environment = payments::Environment::Test;
        Config::with_client_values(environment, base_url, credentials, values)
    };
    let addresses = [closed_address(), accept(|_| async {}).await];
    join!(
        hides(
            &addresses,
            payments::ClientCredentials::new(TOKEN, TOKEN),
            payment_config,
            || payments::RefundRequest::new(Refund::new("u", "x")),
        ),
        hides(
            &addresses,
            v1::VenueApiToken::new(TOKEN),
            |base_url, token| Config::new(v1::Environment::Staging, base_url, token),
            v1::GetVenueInfo::new,
        ),
        hides(
            &addresses,
            v1::VenueApiToken::new(TOKEN),
            |base_url, token| Config::new(v1::Environment::Staging, base_url, token),
            || RawRequest::<v1::PosV1>::new(api_runtime::Method::Get, "/{token}/v1/things"),
        ),
        // The filter of a list may be personal data.
        hides(
            &addresses,
            v2::VenueApiToken::new(TOKEN),
            |base_url, token| Config::new(v2::Environment::Production, base_url, token),
            || v2::ListCustomers::new().telephone_eq(TOKEN),
        ),
        hides(
            &addresses,
            v3::IntegratorAndVenue::new(TOKEN, TOKEN),
            |base_url, tokens| Config::new(v3::Environment::Staging, base_url, tokens),
            || v3::GetIncomingOrder::new(1),
        ),
        hides(
            &addresses,
            v3::Integrator::new(TOKEN),
            |base_url, token| Config::new(v3::Environment::Staging, base_url, token),
            v3::ListVenues::new,
        ),
        hides(
            &addresses,
            vendor::IntegratorAndVendor::new(TOKEN, TOKEN),
            |base_url, tokens| Config::new(vendor::Environment::Staging, base_url, tokens),
            vendor::ListRetailers::new,
        ),
    );
}

#[tokio::test]
async fn venue_token_of_a_list_is_used_and_not_shown() {
    use pos_v3_client::{
        Client, Config, Environment, GetVenueInfo, Integrator, IntegratorAndVenue, ListVenues,
    };
    let venues = format!("{{\"code\":1,\"venues\":[{{\"venue_token\":\"{TOKEN}\"}}]}}");
    let server = TestServer::start([json(200, venues), json(200, "{}")]).await;
    let integrator = Integrator::new("demo-integrator-token");
    let config = Config::new(Environment::Staging, server.base_url(), integrator).unwrap();
    let client = Client::new(config).unwrap();
    let list = client.send(ListVenues::new()).await.unwrap();
    assert_no_credential(&format!("{list:?}"), "the list of venues");
    let token = list.venues[0].venue_token.clone().unwrap();
    assert_no_credential(&format!("{token:?}"), "the token");
    let venue = client.with_account(
        "other",
        IntegratorAndVenue::new("demo-integrator-token", token),
    );
    venue.send(GetVenueInfo::new()).await.unwrap();
    let expected = "Basic ZGVtby1pbnRlZ3JhdG9yLXRva2VuOlBMQU5URUQvb25lK3R3byUyMHRocmVl";
    assert!(server.requests()[1].contains(&format!("authorization: {expected}\r\n")));
}

#[test]
fn invalid_config_is_rejected_and_not_shown() {
    use pos_v1_client::{Config, Environment, VenueApiToken};
    for base_url in [
        "http://PLANTED:PLANTED@127.0.0.1:1/api",
        "https://shop.example/api?key=PLANTED",
        "https://shop.example/api#PLANTED",
        "ftp://PLANTED.example",
        "PLANTED",
    ] {
        let token = VenueApiToken::new("demo-api-token");
        let error = Config::new(Environment::Staging, base_url, token).unwrap_err();
        assert_hidden(&whole_text(&error), "an address");
    }
    for token in ["PLANTED\r\nx: y", "PLANTED\n", "PLANTED\0"] {
        let token = VenueApiToken::new(token);
        let error = Config::new(Environment::Staging, "http://127.0.0.1:1/api", token).unwrap_err();
        assert_hidden(&whole_text(&error), "a token");
    }
}
