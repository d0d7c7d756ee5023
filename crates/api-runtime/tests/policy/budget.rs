//! The retry budget that all calls of a client share.

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
        // Clones, other venues and calls with options have no budget of their own.
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
