//! A hostile server returns every credential and every secret or personal value of a request, in each place of a response,
//! and in each notation. Nothing that a client shows has one of them.

mod notation;
mod responses;

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use api_runtime::http::{HeaderMap, HeaderValue, StatusCode, header};
use api_runtime::observe::{Attempt, AttemptResult, Hook};
use api_runtime::operation::{Api, AuthorizedBy, Operation};
use api_runtime::transport::{Bytes, Transport, TransportError};
use api_runtime::{BoxFuture, Client, Config, Error, RawRequest, RawResponse};
use test_support::whole_text;

use self::notation::NOTATIONS;
use self::responses::{response_of_each_kind, responses};

/// Planted credentials.
const TOKENS: [&str; 3] = [
    "pl4nted/a+b~Token=1",
    "pl4nted%zz_Token-2",
    "pl4nted-Token3?&",
];

/// Planted in the settings: a header, a query parameter, the path of the base URL.
const SETTINGS: [&str; 3] = [
    "pl4nted header 77",
    "pl4nted-query-88",
    "pl4nted-base-path-99",
];

/// Planted in a callback URL.
const CALLBACK: &str = "https://me.example/pl4nted-callback-5f1a/orders";

const PERSONAL: [&str; 10] = [
    "Adä Plánted",
    "Pl4nted-Byron",
    "ada@pl4nted.example",
    "555-0199-7731",
    "17 Pl4nted Street",
    "Pl4ntedville",
    "9182-7364",
    "ring \"twice\" & wait",
    "pl4nted\\signature/x",
    "11/23/1987",
];

/// A message with all values in a notation, and what must not be in a text: each of them.
fn echo(values: &[&str], notation: impl Fn(&str) -> String) -> (String, Vec<String>) {
    let encoded: Vec<String> = values.iter().map(|value| notation(value)).collect();
    let message = encoded.iter().map(|value| format!("<{value}> ")).collect();
    // Padding is no trace.
    let traces = encoded
        .iter()
        .map(|value| value.trim_end_matches('=').to_owned());
    (message, traces.collect())
}

/// Plays the same response to each request, in headers as well.
struct Hostile {
    status: u16,
    body: String,
    header: String,
}

impl Transport for Hostile {
    fn send(
        &self,
        _: api_runtime::http::Request<Bytes>,
        _: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        if self.status == 0 {
            let source = std::io::Error::other(self.body.clone());
            let error = TransportError::interrupted(self.body.clone()).with_source(source);
            return Box::pin(async { Err(error) });
        }
        let mut headers = HeaderMap::new();
        let is_page = self.body.starts_with('<');
        let content_type = if is_page {
            "text/html"
        } else {
            "application/json"
        };
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
        if let Ok(value) = HeaderValue::from_str(&self.header) {
            for name in [
                header::LOCATION,
                header::SET_COOKIE,
                header::RETRY_AFTER,
                header::DATE,
            ] {
                headers.insert(name, value.clone());
            }
        }
        let status = StatusCode::from_u16(self.status).unwrap();
        let response = RawResponse::new(status, headers, self.body.clone());
        Box::pin(async { Ok(response) })
    }
}

/// Keeps the output of hooks.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<String>>);

impl Hook for Output {
    fn before(&self, attempt: &Attempt<'_>) {
        *self.0.lock().unwrap() += &format!("{attempt:?}\n");
    }

    fn after(&self, attempt: &Attempt<'_>, result: &AttemptResult<'_>) {
        *self.0.lock().unwrap() += &format!("{attempt:?} {result:?}\n");
    }
}

fn text_of(error: &Error) -> String {
    let inner = [error.earlier(), error.lookup_error()]
        .into_iter()
        .flatten();
    inner.fold(whole_text(error), |text, error| text + &text_of(error))
}

/// Searches the output of calls for these values of their requests, and those of the settings.
async fn search<A, C, O>(config: Config<A, C>, values: &[&str], operation: impl Fn() -> O)
where
    A: Api,
    O: Operation<Api = A> + AuthorizedBy<C>,
    O::Output: Debug,
{
    let values = [values, &SETTINGS].concat();
    let mut played = Vec::new();
    for (name, notation) in NOTATIONS {
        // Personal data is recognized as text only.
        let mut values = values.clone();
        values.retain(|value| !name.starts_with("Base64") || !PERSONAL.contains(value));
        let (echo, traces) = echo(&values, notation);
        // The place decides whether a text is shown, and its notation whether it is recognized.
        let responses = match name {
            "itself" => responses(&echo),
            _ => response_of_each_kind(&echo),
        };
        for (status, body) in responses.into_iter().chain([(0, echo.clone())]) {
            played.push((name.to_owned(), traces.clone(), status, body, echo.clone()));
        }
    }
    for (name, traces, status, body, header) in played {
        for strict in [false, true] {
            // The status decides before the body is read.
            if strict && status != 200 {
                continue;
            }
            let output = Output::default();
            let mismatches = output.clone();
            let (body, header) = (body.clone(), header.clone());
            let client = Client::builder(config.clone())
                .strict(strict)
                .hook(output.clone())
                .on_mismatch(move |operation, pointers| {
                    *mismatches.0.lock().unwrap() += &format!("{operation} {pointers:?}");
                })
                .transport(Hostile {
                    status,
                    body: body.clone(),
                    header,
                })
                .build()
                .unwrap();
            let call = client.call().header("x-planted", SETTINGS[0]);
            let call = call.query("planted", SETTINGS[1]);
            let mut shown = match call.send_for_response(operation()).await {
                // A value of a field is data.
                Ok(response) => format!("{:?}", response.mismatches),
                Err(error) => text_of(&error),
            };
            shown += &output.0.lock().unwrap();
            for trace in &traces {
                assert!(
                    !shown.contains(trace.as_str()),
                    "{trace} ({name}) of {} after {status} {body}:\n{shown}",
                    O::INFO.name
                );
            }
        }
    }
}

fn base_url() -> String {
    format!("https://shop.example/{}/api", SETTINGS[2])
}

#[tokio::test(start_paused = true)]
async fn values_of_an_order_are_never_shown() {
    use pos_v3_client::model::NewIncomingOrder;
    use pos_v3_client::{Config, CreateIncomingOrder, Environment, IntegratorAndVenue};
    let credentials = IntegratorAndVenue::new(TOKENS[0], TOKENS[1]);
    let config = Config::new(Environment::Staging, &base_url(), credentials).unwrap();
    let order = NewIncomingOrder::new("WEB-1", vec![])
        .first_name(PERSONAL[0])
        .last_name(PERSONAL[1])
        .email(PERSONAL[2])
        .telephone(PERSONAL[3])
        .address(PERSONAL[4])
        .city(PERSONAL[5])
        .zipcode(PERSONAL[6])
        .notes(PERSONAL[7])
        .state_abbrev(PERSONAL[8])
        .status_callback(CALLBACK);
    // As they are sent: both in Base64, with a colon between them.
    let pair = format!("{}:{}", TOKENS[0], TOKENS[1]);
    let values = [&TOKENS[..2], &PERSONAL[..9], &[CALLBACK, &pair]].concat();
    search(config, &values, || CreateIncomingOrder::new(order.clone())).await;
}

#[tokio::test(start_paused = true)]
async fn values_of_a_payment_are_never_shown() {
    use payments_client::Decimal;
    use payments_client::model::{NewPaymentRequest, NewPaymentRequestRequired};
    use payments_client::{ClientCredentials, ClientValues, Config, CreateRequest, Environment};
    let config = Config::with_client_values(
        Environment::Test,
        &base_url(),
        ClientCredentials::new("pl4nted-client-id", TOKENS[0]),
        ClientValues::new("public-key"),
    );
    let payment = NewPaymentRequest::new(NewPaymentRequestRequired {
        amount: Decimal::ONE,
        user_business_address: PERSONAL[4].into(),
        user_business_city: PERSONAL[5].into(),
        user_business_name: PERSONAL[7].into(),
        user_business_state_code: "CO".into(),
        user_business_zip: PERSONAL[6].into(),
        user_email: PERSONAL[2].into(),
        user_first_name: PERSONAL[0].into(),
        user_last_name: PERSONAL[1].into(),
        user_phone: PERSONAL[3].into(),
    });
    let values = [&TOKENS[..1], &PERSONAL[..8], &["pl4nted-client-id"]].concat();
    search(config.unwrap(), &values, || {
        CreateRequest::new(payment.clone())
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn values_of_a_customer_are_never_shown() {
    use pos_v2_client::model::NewCustomer;
    use pos_v2_client::{Config, CreateCustomer, Environment, ListCustomers, VenueApiToken};
    let token = VenueApiToken::new(TOKENS[2]);
    let config = Config::new(Environment::Staging, &base_url(), token).unwrap();
    let customer = NewCustomer::new()
        .first_name(PERSONAL[0])
        .last_name(PERSONAL[1])
        .email(PERSONAL[2])
        .telephone(PERSONAL[3])
        .address(PERSONAL[4])
        .city(PERSONAL[5])
        .zipcode(PERSONAL[6])
        .state(PERSONAL[7])
        .signature(PERSONAL[8])
        .birthday(PERSONAL[9]);
    let values = [&TOKENS[2..], &PERSONAL].concat();
    search(config.clone(), &values, || {
        CreateCustomer::new(customer.clone())
    })
    .await;
    let list = || ListCustomers::new().telephone_eq(PERSONAL[3]);
    search(config, &[TOKENS[2], PERSONAL[3]], list).await;
}

#[tokio::test(start_paused = true)]
async fn token_in_a_path_is_never_shown() {
    use pos_v1_client::{Config, Environment, GetVenueInfo, PosV1, VenueApiToken};
    let token = VenueApiToken::new("pl4nted~Token+4 5");
    assert!(Config::new(Environment::Staging, &base_url(), token).is_err());
    let token = VenueApiToken::new(TOKENS[1]);
    let config = Config::new(Environment::Staging, &base_url(), token).unwrap();
    search(config.clone(), &TOKENS[1..2], GetVenueInfo::new).await;
    let raw = || RawRequest::<PosV1>::new(api_runtime::Method::Get, "/{token}/v1/things");
    search(config, &TOKENS[1..2], raw).await;
}

#[tokio::test(start_paused = true)]
async fn token_without_a_second_one_is_never_shown() {
    use vendor_client::{Config, Environment, Integrator, ListVendors};
    let token = Integrator::new(TOKENS[0]);
    let config = Config::new(Environment::Staging, &base_url(), token).unwrap();
    let alone = format!("{}:", TOKENS[0]);
    search(config, &[TOKENS[0], &alone], ListVendors::new).await;
}
