//! The retry budget that all calls with the same credentials share.

use api_runtime::TransportError;

use crate::script::{failure, script, status};
use crate::shop::*;

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
        let others = [
            client.clone(),
            client.with_credentials(venue()),
            client.with_options(api_runtime::RequestOptions::new()),
        ];
        for number in 0..900 {
            assert!(others[number % 3].send(GetThing).await.is_err());
        }
        assert_eq!(transport.attempts(), 1_010, "1,000 calls, and ten retries");
    }
}

#[tokio::test(start_paused = true)]
async fn concurrent_calls_share_the_retry_budget() {
    let transport = script([status(503)]);
    let client = client(&transport);
    let calls: Vec<_> = (0..1_000)
        .map(|_| tokio::spawn(client.send(GetThing)))
        .collect();
    for call in calls {
        assert!(call.await.unwrap().is_err());
    }
    assert_eq!(transport.attempts(), 1_010);
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
    let other = client.with_credentials(VenueToken::new("other"));
    assert_eq!(other.send(GetThing).await.unwrap_err().attempts(), 3);
    assert_eq!(client.send(GetThing).await.unwrap_err().attempts(), 1);
    // A venue's client that is derived for each call has the same budget each time.
    for number in 0..100 {
        let token = VenueToken::new("other");
        let options = api_runtime::RequestOptions::new().query("n", number);
        let derived = client.with_credentials(token).with_options(options);
        assert!(derived.send(GetThing).await.is_err());
    }
    assert_eq!(transport.attempts(), spent + 3 + 1 + 100 + 8);
    // Neither does the way back add retries.
    let same = other.with_credentials(venue());
    assert_eq!(same.send(GetThing).await.unwrap_err().attempts(), 1);
}
