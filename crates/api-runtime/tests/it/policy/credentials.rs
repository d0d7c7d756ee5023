//! Credentials that rotate, and a provider that every call asks for them.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_runtime::journal::MemoryStore;
use api_runtime::operation::{AuthorizedBy, Operation};
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::transport::TransportError;
use api_runtime::{
    BoxFuture, Config, CredentialsError, CredentialsProvider, Error, ErrorKind, FieldLocation,
    Outcome,
};
use test_support::shop::{Environment, Shop};
use test_support::whole_text;
use tokio::time::{Instant, sleep};

use super::script::{failure, script, status};
use super::shop::*;

const FIRST: &str = "first-t0ken-5eCr3t";
const SECOND: &str = "second-t0ken-5eCr3t";

/// A provider whose token a test rotates.
#[derive(Clone)]
struct Rotating {
    current: Arc<Mutex<Result<&'static str, &'static str>>>,
    /// The token after a 401.
    fresh: Result<&'static str, &'static str>,
    delay: Duration,
    asked: Arc<AtomicUsize>,
    refreshed: Arc<AtomicUsize>,
}

impl Rotating {
    fn new(token: &'static str) -> Self {
        Self {
            current: Arc::new(Mutex::new(Ok(token))),
            fresh: Ok(token),
            delay: Duration::ZERO,
            asked: Arc::default(),
            refreshed: Arc::default(),
        }
    }

    /// The same, with another token after a 401.
    fn refreshed(fresh: Result<&'static str, &'static str>) -> Self {
        Self {
            fresh,
            ..Self::new(FIRST)
        }
    }

    fn rotate(&self, token: &'static str) {
        *self.current.lock().unwrap() = Ok(token);
    }

    /// How often it was asked for current and for fresh credentials.
    fn asked(&self) -> (usize, usize) {
        (self.asked.load(SeqCst), self.refreshed.load(SeqCst))
    }

    fn provide(
        &self,
        token: Result<&'static str, &'static str>,
    ) -> BoxFuture<Result<VenueApiToken, CredentialsError>> {
        let delay = self.delay;
        Box::pin(async move {
            sleep(delay).await;
            token.map(VenueApiToken::new).map_err(|reason| {
                let source = format!("{reason}, last used {FIRST}");
                CredentialsError::new(reason).with_source(io::Error::other(source))
            })
        })
    }
}

impl CredentialsProvider for Rotating {
    type Credentials = VenueApiToken;

    fn credentials(&self) -> BoxFuture<Result<VenueApiToken, CredentialsError>> {
        self.asked.fetch_add(1, SeqCst);
        self.provide(*self.current.lock().unwrap())
    }

    fn refresh(&self) -> BoxFuture<Result<VenueApiToken, CredentialsError>> {
        self.refreshed.fetch_add(1, SeqCst);
        self.provide(self.fresh)
    }
}

fn client_with(provider: &Rotating, transport: &ScriptedTransport) -> ShopClient {
    let url = "https://pl4nted.example/api";
    let config = Config::from_provider(Environment::Staging, url, provider.clone()).unwrap();
    let builder = ShopClient::builder(config).account(12);
    let builder = builder.journal(MemoryStore::new());
    builder.transport(transport.clone()).build().unwrap()
}

async fn error_of<O>(provider: &Rotating, transport: &ScriptedTransport, operation: O) -> Error
where
    O: Operation<Api = Shop> + AuthorizedBy<VenueApiToken>,
{
    let call = client_with(provider, transport).send(operation).await;
    call.map(drop).unwrap_err()
}

/// The tokens of all attempts.
fn tokens(transport: &ScriptedTransport) -> Vec<String> {
    let requests = transport.requests();
    let headers = requests.iter().map(|sent| {
        let header = &sent.request.headers()["authorization"];
        header.to_str().unwrap().replace("Bearer ", "")
    });
    headers.collect()
}

#[tokio::test(start_paused = true)]
async fn every_call_asks_the_provider() {
    let (provider, transport) = (Rotating::new(FIRST), script([status(200)]));
    let client = client_with(&provider, &transport);
    client.send(GetThing).await.unwrap();
    provider.rotate(SECOND);
    client.clone().send(GetThing).await.unwrap();
    assert_eq!(tokens(&transport), [FIRST, SECOND]);
    assert_eq!(provider.asked(), (2, 0));
}

#[tokio::test(start_paused = true)]
async fn call_in_flight_keeps_its_credentials_for_all_attempts() {
    let provider = Rotating::new(FIRST);
    let transport = script([status(503), status(503), status(200)]);
    let call = tokio::spawn(client_with(&provider, &transport).send(GetThing));
    sleep(Duration::from_millis(1)).await;
    provider.rotate(SECOND);
    call.await.unwrap().unwrap();
    assert_eq!(tokens(&transport), [FIRST, FIRST, FIRST]);
}

#[tokio::test(start_paused = true)]
async fn call_is_sent_once_more_with_fresh_credentials_after_401() {
    let provider = Rotating::refreshed(Ok(SECOND));
    let start = Instant::now();
    let transport = script([status(401), status(200)]);
    let client = client_with(&provider, &transport);
    // Even a write: a 401 is a proven rejection.
    client.send(AddThing).await.unwrap();
    assert_eq!(tokens(&transport), [FIRST, SECOND]);
    assert_eq!(
        (provider.asked(), start.elapsed()),
        ((1, 1), Duration::ZERO)
    );
}

#[tokio::test(start_paused = true)]
async fn second_401_ends_the_call() {
    let provider = Rotating::refreshed(Ok(SECOND));
    let transport = script([status(401)]);
    let error = error_of(&provider, &transport, GetThing).await;
    assert_eq!(
        (error.kind(), error.outcome(), error.attempts()),
        (ErrorKind::Unauthorized, Outcome::Rejected, 2)
    );
    assert_eq!(provider.asked(), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn same_credentials_are_not_sent_again() {
    let (provider, transport) = (Rotating::new(FIRST), script([status(401)]));
    let error = error_of(&provider, &transport, GetThing).await;
    assert_eq!((error.attempts(), provider.asked()), (1, (1, 1)));
    // Fixed ones neither.
    let error = client(&transport).send(GetThing).await.unwrap_err();
    assert_eq!(error.attempts(), 1);
}

#[tokio::test(start_paused = true)]
async fn fresh_credentials_cost_no_retry_of_the_budget() {
    let provider = Rotating::refreshed(Ok(SECOND));
    let steps = (0..30).flat_map(|_| [status(401), status(200)]);
    let transport = ScriptedTransport::new(steps);
    let client = client_with(&provider, &transport);
    for _ in 0..30 {
        client.send(GetThing).await.unwrap();
    }
    assert_eq!(transport.attempts(), 60);
}

#[tokio::test(start_paused = true)]
async fn create_is_not_sent_a_third_time_after_an_unknown_outcome() {
    let provider = Rotating::refreshed(Ok(SECOND));
    let lost = failure(TransportError::interrupted);
    let transport = script([lost, status(404), status(404), status(401)]);
    let client = client_with(&provider, &transport);
    let error = client.once("key").send(create_thing()).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome(), error.attempts()),
        (ErrorKind::Unauthorized, Outcome::Unknown, 2)
    );
    assert_eq!(tokens(&transport), [FIRST; 4]);
    // Without an earlier request, it is.
    let record = r#"{"id":5,"reference_no":"r-1"}"#;
    let transport = script([status(401), Step::response(200, record)]);
    let client = client_with(&provider, &transport);
    client.once("key").send(create_thing()).await.unwrap();
    assert_eq!(tokens(&transport), [FIRST, SECOND]);
}

#[tokio::test(start_paused = true)]
async fn provider_that_fails_is_an_error_without_secrets() {
    let (provider, transport) = (Rotating::new(FIRST), script([status(200)]));
    *provider.current.lock().unwrap() = Err("vault is sealed");
    let error = error_of(&provider, &transport, AddThing).await;
    assert_eq!(
        (error.kind(), error.outcome(), error.attempts()),
        (ErrorKind::Credentials, Outcome::NotSent, 0)
    );
    assert!(error.to_string().ends_with("vault is sealed"), "{error}");
    let source = std::error::Error::source(&error).unwrap();
    assert!(source.to_string().starts_with("vault is sealed, last used"));
    assert_eq!(transport.attempts(), 0);

    // After a 401, the credentials of the call are known.
    let provider = Rotating::refreshed(Err("vault is sealed"));
    let transport = script([status(401)]);
    let error = error_of(&provider, &transport, AddThing).await;
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Unauthorized, Outcome::Rejected)
    );
    let source = std::error::Error::source(&error).unwrap();
    assert_eq!(source.to_string(), "vault is sealed, last used [hidden]");
    assert!(!whole_text(&error).contains(FIRST));
}

#[tokio::test(start_paused = true)]
async fn invalid_credentials_of_a_provider_are_not_sent() {
    let (provider, transport) = (Rotating::new("pl4nted\n"), script([status(200)]));
    let error = error_of(&provider, &transport, GetThing).await;
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::InvalidRequest, Outcome::NotSent)
    );
    let field = &error.invalid_fields()[0];
    assert_eq!(field.location(), FieldLocation::Credentials);
    assert!(!whole_text(&error).contains("pl4nted"));
    assert_eq!(transport.attempts(), 0);

    // Fresh ones neither: the call fails with the 401.
    let provider = Rotating::refreshed(Ok("pl4nted\n"));
    let transport = script([status(401)]);
    let error = error_of(&provider, &transport, GetThing).await;
    assert_eq!(error.kind(), ErrorKind::Unauthorized);
    assert_eq!(
        error.invalid_fields()[0].location(),
        FieldLocation::Credentials
    );
    assert_eq!(transport.attempts(), 1);
}

#[tokio::test(start_paused = true)]
async fn provider_is_asked_within_the_overall_timeout() {
    let provider = Rotating {
        delay: Duration::from_secs(600),
        ..Rotating::new(FIRST)
    };
    let (transport, start) = (script([status(200)]), Instant::now());
    let error = error_of(&provider, &transport, AddThing).await;
    assert_eq!(
        (error.kind(), error.outcome(), start.elapsed()),
        (
            ErrorKind::Timeout,
            Outcome::NotSent,
            Duration::from_secs(60)
        )
    );
    assert_eq!(transport.attempts(), 0);
}

#[tokio::test(start_paused = true)]
async fn errors_show_neither_old_nor_fresh_credentials() {
    let provider = Rotating::refreshed(Ok(SECOND));
    let echo = format!(r#"{{"errors":["tokens {FIRST} and {SECOND}"]}}"#);
    let transport = script([status(401), Step::response(422, echo)]);
    let error = error_of(&provider, &transport, AddThing).await;
    assert_eq!(error.messages(), ["tokens [hidden] and [hidden]"]);
}

#[tokio::test(start_paused = true)]
async fn provider_replaces_fixed_credentials() {
    let (provider, transport) = (Rotating::new(SECOND), script([status(200)]));
    let client = client(&transport);
    let rotating = client.with_account_provider("other", provider.clone());
    rotating.send(GetThing).await.unwrap();
    client.send(GetThing).await.unwrap();
    let fixed = rotating.with_account("other", VenueApiToken::new(FIRST));
    fixed.send(GetThing).await.unwrap();
    assert_eq!(tokens(&transport), [SECOND, TOKEN, FIRST]);
    assert_eq!(provider.asked(), (1, 0));
}
