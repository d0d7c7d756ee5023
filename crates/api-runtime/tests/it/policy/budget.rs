//! The retry budget that all calls with the same credentials share.

use std::future::ready;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use api_runtime::transport::TransportError;
use api_runtime::{BoxFuture, CredentialsError, CredentialsProvider, ErrorKind};

use super::script::{failure, script, status};
use super::shop::*;

#[tokio::test(start_paused = true)]
async fn outage_spends_the_retry_budget_once() {
    for step in [
        status(503),
        failure(TransportError::not_connected),
        failure(TransportError::interrupted),
    ] {
        let transport = script([step]);
        let client = client(&transport);
        for _ in 0..100 {
            assert!(client.send(GetThing).await.is_err());
        }
        assert!(transport.attempts() <= 110, "{}", transport.attempts());
        // Clones, derived clients of the same venue and calls with options share the budget.
        let others = [client.clone(), client.with_account("other", venue())];
        for number in 0..450 {
            assert!(others[number % 2].send(GetThing).await.is_err());
            let call = client.call().query("n", number);
            assert!(call.send(GetThing).await.is_err());
        }
        assert_eq!(transport.attempts(), 1_010, "1,000 calls, and ten retries");
    }
}

#[tokio::test(start_paused = true)]
async fn successes_refill_the_retry_budget() {
    let outage = vec![status(503); 10 + 8];
    // After it is spent: nine successes do not allow a retry, ten do.
    let transport = script(
        outage
            .into_iter()
            .chain(vec![status(200); 9])
            .chain([status(503)])
            .chain([status(200)])
            .chain([status(503), status(200)]),
    );
    let client = client(&transport);
    let mut failed = 0;
    while transport.attempts() < 18 {
        failed += u32::from(client.send(GetThing).await.is_err());
    }
    assert_eq!(failed, 8, "five calls of three attempts, and three of one");
    for _ in 0..9 {
        assert!(client.send(GetThing).await.is_ok());
    }
    assert_eq!(client.send(GetThing).await.unwrap_err().attempts(), 1);
    assert!(client.send(GetThing).await.is_ok());
    assert!(client.send(GetThing).await.is_ok(), "at the second attempt");
    assert_eq!(transport.attempts(), 18 + 9 + 1 + 1 + 2);
}

#[tokio::test(start_paused = true)]
async fn failed_calls_of_a_venue_leave_the_retry_budget_of_others() {
    let transport = script([status(503)]);
    let client = client(&transport);
    for _ in 0..100 {
        assert!(client.send(GetThing).await.is_err());
    }
    let spent = transport.attempts();
    assert_eq!(spent, 110);
    let other = client.with_account("other", VenueApiToken::new("other"));
    assert_eq!(other.send(GetThing).await.unwrap_err().attempts(), 3);
    assert_eq!(client.send(GetThing).await.unwrap_err().attempts(), 1);
    // A venue's client that is derived for each call has the same budget each time.
    for number in 0..100 {
        let token = VenueApiToken::new("other");
        let derived = client.with_account("other", token);
        let call = derived.call().query("n", number);
        assert!(call.send(GetThing).await.is_err());
    }
    assert_eq!(transport.attempts(), spent + 3 + 1 + 100 + 8);
    // Neither does the way back add retries.
    let same = other.with_account("other", venue());
    assert_eq!(same.send(GetThing).await.unwrap_err().attempts(), 1);
}

/// The provider of a venue, whose token is another one for each call.
struct Minting {
    venue: Option<&'static str>,
    minted: Arc<AtomicUsize>,
}

impl CredentialsProvider for Minting {
    type Credentials = VenueApiToken;

    fn credentials(&self) -> BoxFuture<Result<VenueApiToken, CredentialsError>> {
        let number = self.minted.fetch_add(1, SeqCst);
        Box::pin(ready(Ok(VenueApiToken::new(format!("token-{number}")))))
    }

    fn identity(&self) -> Option<&str> {
        self.venue
    }
}

#[tokio::test(start_paused = true)]
async fn clients_derived_for_each_call_share_the_retry_budget_of_their_provider() {
    let transport = script([status(503)]);
    let client = client(&transport);
    let provider = |token: &'static str| move || async move { Ok(VenueApiToken::new(token)) };
    for _ in 0..100 {
        let derived = client.with_account_provider("other", provider("one"));
        assert!(derived.send(GetThing).await.is_err());
    }
    assert_eq!(transport.attempts(), 110);
    // The same credentials without a provider, and another venue.
    let fixed = client.with_account("other", VenueApiToken::new("one"));
    assert_eq!(fixed.send(GetThing).await.unwrap_err().attempts(), 1);
    let other = client.with_account_provider("other", provider("two"));
    assert_eq!(other.send(GetThing).await.unwrap_err().attempts(), 3);
}

#[tokio::test(start_paused = true)]
async fn identity_of_a_provider_finds_its_retry_budget_when_credentials_rotate() {
    let minted = Arc::<AtomicUsize>::default();
    let provider = |venue| Minting {
        venue,
        minted: Arc::clone(&minted),
    };
    let transport = script([status(503)]);
    let client = client(&transport);
    for _ in 0..100 {
        let derived = client.with_account_provider("other", provider(Some("venue-1")));
        assert!(derived.send(GetThing).await.is_err());
    }
    assert_eq!(transport.attempts(), 110);
    assert_eq!(minted.load(SeqCst), 100);
    let other = client.with_account_provider("other", provider(Some("venue-2")));
    assert_eq!(other.send(GetThing).await.unwrap_err().attempts(), 3);
    // Without an identity, one client keeps the budget of its first credentials.
    let rotating = client.with_account_provider("other", provider(None));
    for _ in 0..100 {
        assert!(rotating.send(GetThing).await.is_err());
    }
    assert_eq!(transport.attempts(), 110 + 3 + 110);
}

#[tokio::test(start_paused = true)]
async fn invalid_credentials_of_a_provider_identify_no_retry_budget() {
    let transport = script([status(503)]);
    let client = client(&transport);
    let rotating = || {
        let calls = AtomicUsize::new(0);
        let token = move || match calls.fetch_add(1, SeqCst) {
            0 => String::new(),
            _ => TOKEN.to_owned(),
        };
        move || ready(Ok(VenueApiToken::new(token())))
    };
    let first = client.with_account_provider("other", rotating());
    let error = first.send(GetThing).await.unwrap_err();
    assert_eq!(
        (error.kind(), transport.attempts()),
        (ErrorKind::InvalidRequest, 0)
    );
    for _ in 0..100 {
        assert!(first.send(GetThing).await.is_err());
    }
    assert_eq!(transport.attempts(), 110);
    let second = client.with_account_provider("other", rotating());
    assert!(second.send(GetThing).await.is_err());
    let other = second.with_account("other", VenueApiToken::new("other"));
    assert_eq!(other.send(GetThing).await.unwrap_err().attempts(), 3);
    assert_eq!(client.send(GetThing).await.unwrap_err().attempts(), 1);
}
