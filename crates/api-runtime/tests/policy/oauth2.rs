//! OAuth 2 client credentials: tokens are requested once for all calls, cached until they expire,
//! and replaced after a 401.

use std::error::Error as _;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_runtime::http::{HeaderMap, StatusCode};
use api_runtime::{
    Attempt, Authorization, AuthorizedBy, BoxFuture, Bytes, Client, Config, Credentials, Error,
    ErrorKind, FieldLocation, OAuth2, Outcome, RateLimit, RawResponse, RequestOptions, Secret,
    Transport, TransportError, http,
};
use test_support::shop::{Environment, Shop};
use test_support::whole_text;
use tokio::task::JoinSet;
use tokio::time::{Instant, advance, sleep, timeout};

use crate::shop::{AddThing, GetThing};

const ID: &str = "pl4nted client:id";
const SECRET: &str = "pl4nted+s3cret/wörd";

#[derive(Clone)]
struct App {
    client_id: Secret,
    client_secret: Secret,
    oauth2: OAuth2,
}

impl App {
    fn new(client_secret: &str) -> Self {
        Self {
            client_id: Secret::from(ID),
            client_secret: Secret::from(client_secret),
            oauth2: OAuth2::from_path("/oauth/token").scopes(&["things:read", "things:write"]),
        }
    }
}

impl Credentials for App {
    fn authorize(&self, authorization: &mut Authorization) {
        let (id, secret) = (&self.client_id, &self.client_secret);
        authorization.oauth2(self.oauth2, ("client_id", id), ("client_secret", secret));
    }
}

impl AuthorizedBy<App> for GetThing {}
impl AuthorizedBy<App> for AddThing {}

/// A server that issues numbered tokens, and accepts the last ones.
#[derive(Clone)]
struct Server(Arc<Mutex<State>>);

struct State {
    /// Of the response of the token endpoint, in which `{}` is the number of the token.
    status: u16,
    body: String,
    delay: Duration,
    /// Of all other responses.
    read_delay: Duration,
    /// Older tokens are rejected.
    accepted_from: usize,
    issued: usize,
    token_requests: Vec<http::Request<Bytes>>,
    requests: Vec<http::Request<Bytes>>,
}

impl Server {
    fn new(body: &str) -> Self {
        Self(Arc::new(Mutex::new(State {
            status: 200,
            body: body.to_owned(),
            delay: Duration::from_secs(1),
            read_delay: Duration::ZERO,
            accepted_from: 1,
            issued: 0,
            token_requests: Vec::new(),
            requests: Vec::new(),
        })))
    }

    fn expiring() -> Self {
        Self::new(r#"{"access_token":"t0ken-pl4nted-{}","token_type":"bearer","expires_in":600}"#)
    }

    fn set(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.0.lock().unwrap());
    }

    fn client(&self) -> Client<Shop, App> {
        let url = "https://pl4nted.example/api";
        let config = Config::new(Environment::Staging, url, App::new(SECRET)).unwrap();
        let builder = Client::builder(config);
        builder.transport(self.clone()).build().unwrap()
    }

    fn token_requests(&self) -> usize {
        self.0.lock().unwrap().token_requests.len()
    }

    /// The numbers of the tokens of all other requests.
    fn tokens(&self) -> Vec<String> {
        let state = self.0.lock().unwrap();
        let headers = state.requests.iter().map(|request| {
            let header = request.headers()["authorization"].to_str().unwrap();
            header.replace("Bearer t0ken-pl4nted-", "")
        });
        headers.collect()
    }
}

impl Transport for Server {
    fn send(
        &self,
        request: http::Request<Bytes>,
        attempt: &Attempt<'_>,
    ) -> BoxFuture<Result<RawResponse, TransportError>> {
        let mut state = self.0.lock().unwrap();
        let respond = |status, body| {
            let status = StatusCode::from_u16(status).unwrap();
            Ok(RawResponse::new(status, HeaderMap::new(), body))
        };
        if attempt.operation == "request_token" {
            state.token_requests.push(request);
            state.issued += 1;
            let body = state.body.replace("{}", &state.issued.to_string());
            let (status, delay) = (state.status, state.delay);
            return Box::pin(async move {
                sleep(delay).await;
                respond(status, body)
            });
        }
        let header = request.headers()["authorization"]
            .to_str()
            .unwrap()
            .to_owned();
        let number = header.replace("Bearer t0ken-pl4nted-", "");
        let is_accepted = number.parse::<usize>().unwrap() >= state.accepted_from;
        state.requests.push(request);
        let (status, body) = match is_accepted {
            true => (200, r#"{"id":5}"#.to_owned()),
            false => (401, format!(r#"{{"error":"expired: {header}"}}"#)),
        };
        let delay = state.read_delay;
        Box::pin(async move {
            sleep(delay).await;
            respond(status, body)
        })
    }
}

/// The error of the token request.
fn token_error(error: &Error) -> &Error {
    let source = error.source().unwrap();
    source.downcast_ref::<Arc<Error>>().unwrap()
}

#[tokio::test(start_paused = true)]
async fn token_is_requested_with_the_encoded_client_credentials() {
    let server = Server::expiring();
    server.client().send(GetThing).await.unwrap();
    let state = server.0.lock().unwrap();
    let request = &state.token_requests[0];
    assert_eq!(request.uri(), "https://pl4nted.example/api/oauth/token");
    assert_eq!(request.method(), "POST");
    let headers = request.headers();
    assert_eq!(headers["content-type"], "application/x-www-form-urlencoded");
    // `pl4nted+client%3Aid:pl4nted%2Bs3cret%2Fw%C3%B6rd`, encoded by hand.
    assert_eq!(
        headers["authorization"],
        "Basic cGw0bnRlZCtjbGllbnQlM0FpZDpwbDRudGVkJTJCczNjcmV0JTJGdyVDMyVCNnJk"
    );
    assert_eq!(
        request.body(),
        "grant_type=client_credentials&scope=things%3Aread+things%3Awrite"
    );
    let authorization = &state.requests[0].headers()["authorization"];
    assert_eq!(authorization, "Bearer t0ken-pl4nted-1");
}

#[tokio::test(start_paused = true)]
async fn token_of_another_host_is_requested_there() {
    let server = Server::expiring();
    let app = App {
        oauth2: OAuth2::from_origin_and_path("https://auth.example", "/token"),
        ..App::new(SECRET)
    };
    let client = server.client().with_credentials(app);
    client.send(GetThing).await.unwrap();
    let state = server.0.lock().unwrap();
    let request = &state.token_requests[0];
    assert_eq!(request.uri(), "https://auth.example/token");
    assert_eq!(request.body(), "grant_type=client_credentials");
    assert_eq!(state.requests[0].uri().host(), Some("pl4nted.example"));
}

#[tokio::test(start_paused = true)]
async fn hundred_calls_request_one_token() {
    let server = Server::expiring();
    let client = server.client();
    let mut calls = JoinSet::new();
    for _ in 0..100 {
        calls.spawn(client.clone().send(GetThing));
    }
    let results = calls.join_all().await;
    assert!(results.iter().all(Result::is_ok));
    assert_eq!((server.token_requests(), server.tokens().len()), (1, 100));
}

#[tokio::test(start_paused = true)]
async fn token_is_replaced_before_it_expires() {
    let server = Server::expiring();
    let client = server.client();
    client.send(GetThing).await.unwrap();
    // A second has passed since the request of the token.
    advance(Duration::from_secs(538)).await;
    client.send(GetThing).await.unwrap();
    advance(Duration::from_secs(2)).await;
    client.send(GetThing).await.unwrap();
    assert_eq!(server.tokens(), ["1", "1", "2"]);

    // The margin of a short lifetime is a quarter of it. Some servers send a string.
    let server = Server::new(r#"{"access_token":"t0ken-pl4nted-{}","expires_in":"8"}"#);
    let client = server.client();
    client.send(GetThing).await.unwrap();
    advance(Duration::from_millis(4_900)).await;
    client.send(GetThing).await.unwrap();
    advance(Duration::from_millis(200)).await;
    client.send(GetThing).await.unwrap();
    assert_eq!(server.tokens(), ["1", "1", "2"]);
}

#[tokio::test(start_paused = true)]
async fn token_without_expiry_is_kept_until_it_is_rejected() {
    let server = Server::new(r#"{"access_token":"t0ken-pl4nted-{}","token_type":"Bearer"}"#);
    let client = server.client();
    client.send(GetThing).await.unwrap();
    advance(Duration::from_secs(365 * 24 * 60 * 60)).await;
    client.send(GetThing).await.unwrap();
    server.set(|state| state.accepted_from = 2);
    client.send(AddThing).await.unwrap();
    client.send(GetThing).await.unwrap();
    assert_eq!(server.tokens(), ["1", "1", "1", "2", "2"]);
}

#[tokio::test(start_paused = true)]
async fn rejected_token_is_replaced_once_for_all_calls() {
    let server = Server::expiring();
    let client = server.client();
    client.send(GetThing).await.unwrap();
    advance(Duration::from_secs(5)).await;
    server.set(|state| {
        state.accepted_from = 2;
        state.read_delay = Duration::from_secs(1);
    });
    let mut calls = JoinSet::new();
    for _ in 0..100 {
        calls.spawn(client.send(GetThing));
    }
    assert!(calls.join_all().await.iter().all(Result::is_ok));
    assert_eq!(server.token_requests(), 2);
    assert_eq!(server.tokens().len(), 201);
}

#[tokio::test(start_paused = true)]
async fn token_that_stays_rejected_is_replaced_once_per_call() {
    let server = Server::expiring();
    let client = server.client();
    client.send(GetThing).await.unwrap();
    advance(Duration::from_secs(5)).await;
    server.set(|state| state.accepted_from = 100);
    let error = client.send(GetThing).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome(), error.attempts()),
        (ErrorKind::Unauthorized, Outcome::Rejected, 2)
    );
    assert_eq!(error.messages(), ["expired: Bearer [hidden]"]);
    assert_eq!((server.token_requests(), server.tokens().len()), (2, 3));
}

#[tokio::test(start_paused = true)]
async fn new_token_that_is_rejected_is_not_replaced_at_once() {
    let server = Server::expiring();
    server.set(|state| {
        state.accepted_from = 100;
        state.delay = Duration::ZERO;
    });
    let client = server.client();
    for _ in 0..10 {
        let error = client.send(GetThing).await.unwrap_err();
        assert_eq!(
            (error.kind(), error.attempts()),
            (ErrorKind::Unauthorized, 1)
        );
    }
    assert_eq!(server.token_requests(), 1);
    advance(Duration::from_secs(1)).await;
    client.send(GetThing).await.unwrap_err();
    assert_eq!(server.token_requests(), 2);
}

#[tokio::test(start_paused = true)]
async fn calls_that_wait_share_the_error_of_a_token_request() {
    let server = Server::new(r#"{"error":"invalid_client","error_description":"pl4nted"}"#);
    server.set(|state| state.status = 401);
    let client = server.client();
    let mut calls = JoinSet::new();
    for _ in 0..100 {
        calls.spawn(client.send(AddThing));
    }
    for result in calls.join_all().await {
        let error = result.unwrap_err();
        assert_eq!(
            (error.kind(), error.outcome(), error.attempts()),
            (ErrorKind::Credentials, Outcome::NotSent, 0)
        );
        let cause = token_error(&error);
        assert_eq!(cause.kind(), ErrorKind::Unauthorized);
        assert_eq!(cause.messages(), ["invalid_client"]);
        assert!(!whole_text(&error).contains("pl4nted"), "{error:?}");
    }
    assert_eq!(server.token_requests(), 1);
    // A later call requests one.
    client.send(AddThing).await.unwrap_err();
    assert_eq!((server.token_requests(), server.tokens().len()), (2, 0));
}

#[tokio::test(start_paused = true)]
async fn token_request_is_retried_and_paid_from_the_retry_budget() {
    let server = Server::expiring();
    server.set(|state| state.status = 503);
    let client = server.client();
    let error = client.send(GetThing).await.unwrap_err();
    assert_eq!(token_error(&error).kind(), ErrorKind::Server);
    assert_eq!(
        (token_error(&error).attempts(), server.token_requests()),
        (3, 3)
    );
    for _ in 0..5 {
        client.send(GetThing).await.unwrap_err();
    }
    let error = client.send(GetThing).await.unwrap_err();
    assert!(token_error(&error).is_retry_budget_exhausted());
}

#[tokio::test(start_paused = true)]
async fn call_that_is_dropped_leaves_the_token_to_the_next() {
    let server = Server::expiring();
    let client = server.client();
    let first = client.send(GetThing);
    let half = Duration::from_millis(500);
    assert!(timeout(half, first).await.is_err());
    client.send(GetThing).await.unwrap();
    assert_eq!(
        (server.token_requests(), server.tokens()),
        (2, vec!["2".to_owned()])
    );

    // The timeout of a call is that of its token, too.
    let server = Server::expiring();
    let options = RequestOptions::new().overall_timeout(half);
    let client = server.client().with_options(options);
    let error = client.send(AddThing).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Timeout, Outcome::NotSent)
    );
}

#[tokio::test(start_paused = true)]
async fn unusable_token_responses_are_errors_that_do_not_show_them() {
    for (body, detail) in [
        (r#"{"token":"t0ken-pl4nted"}"#, "missing `access_token`"),
        (r#"{"access_token":7}"#, "missing `access_token`"),
        (r#"{"access_token":""}"#, "invalid `access_token`"),
        (
            r#"{"access_token":"t0ken pl4nted"}"#,
            "invalid `access_token`",
        ),
        (
            r#"{"access_token":"t0ken-pl4nted","token_type":"mac"}"#,
            "`token_type` is not `Bearer`",
        ),
        ("t0ken-pl4nted", ""),
        ("", ""),
    ] {
        let error = Server::new(body).client().send(GetThing).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Credentials, "{body}");
        let cause = token_error(&error).to_string();
        assert!(cause.contains(detail), "{cause}");
        assert!(token_error(&error).response().is_none(), "{body}");
        assert!(!whole_text(&error).contains("pl4nted"), "{error:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn headers_and_parameters_of_a_call_are_not_those_of_its_token_request() {
    let server = Server::expiring();
    let options = RequestOptions::new()
        .header("x-trace", "7")
        .query("expand", "all");
    let client = server.client().with_options(options);
    client.send(GetThing).await.unwrap();
    let state = server.0.lock().unwrap();
    let request = &state.token_requests[0];
    assert!(!request.headers().contains_key("x-trace"));
    assert_eq!(request.uri().query(), None);
    assert_eq!(state.requests[0].headers()["x-trace"], "7");
}

#[tokio::test(start_paused = true)]
async fn token_belongs_to_the_client_credentials_of_a_provider() {
    let secret = Arc::new(Mutex::new(SECRET));
    let server = Server::expiring();
    let provider = {
        let secret = Arc::clone(&secret);
        move || {
            let app = App::new(*secret.lock().unwrap());
            async { Ok(app) }
        }
    };
    let client = server.client().with_credentials_provider(provider);
    client.send(GetThing).await.unwrap();
    client.send(GetThing).await.unwrap();
    *secret.lock().unwrap() = "other-s3cret";
    client.send(GetThing).await.unwrap();
    assert_eq!(server.tokens(), ["1", "1", "2"]);
}

#[test]
fn invalid_client_credentials_are_errors_of_the_config() {
    for secret in ["", "pl4nted\n"] {
        let config =
            Config::<Shop, _>::new(Environment::Staging, "https://host/api", App::new(secret));
        let error = config.unwrap_err();
        let field = &error.invalid_fields()[0];
        assert_eq!(field.location(), FieldLocation::Credentials);
        assert!(!whole_text(&error).contains("pl4nted"));
    }
}

#[tokio::test(start_paused = true)]
async fn clients_that_are_derived_for_every_call_share_one_token() {
    let server = Server::expiring();
    let client = server.client();
    let mut calls = JoinSet::new();
    for secret in [SECRET, SECRET, "another", SECRET, "another"] {
        let client = client.with_credentials(App::new(secret));
        calls.spawn(client.send(GetThing));
    }
    assert!(calls.join_all().await.iter().all(Result::is_ok));
    assert_eq!((server.token_requests(), server.tokens().len()), (2, 5));
    // The first client has the same credentials.
    client.send(GetThing).await.unwrap();
    assert_eq!(server.token_requests(), 2);
    // Other clients in between.
    for number in 0..1_000 {
        let other = client.with_credentials(App::new(&number.to_string()));
        drop(other);
    }
    let again = client.with_credentials(App::new("another"));
    again.send(GetThing).await.unwrap();
    assert_eq!(server.token_requests(), 2);
}

#[tokio::test(start_paused = true)]
async fn requests_of_tokens_count_in_the_rate_limit() {
    let server = Server::expiring();
    let config = Config::new(
        Environment::Staging,
        "https://pl4nted.example/api",
        App::new(SECRET),
    );
    let client = Client::<Shop, App>::builder(config.unwrap())
        .transport(server.clone())
        .rate_limit_per_credentials(RateLimit::per_minute(1))
        .overall_timeout(Duration::from_secs(600))
        .build()
        .unwrap();
    let minutes = async |calls: u64| {
        let start = Instant::now();
        for _ in 0..calls {
            client.send(GetThing).await.unwrap();
        }
        (start.elapsed().as_secs_f64() / 60.0).round()
    };
    // The request of the token is the first one.
    assert_eq!(minutes(1).await, 1.0);
    assert_eq!(minutes(1).await, 1.0);
    // A rejected token: the attempt, the request of another token, and the second attempt.
    server.set(|state| state.accepted_from = 2);
    assert_eq!(minutes(1).await, 3.0);
}
