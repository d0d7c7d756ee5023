//! Delays between attempts.

use std::time::Duration;

use api_runtime::testing::Step;
use api_runtime::{Error, RetryPolicy};
use tokio::time::Instant;

use super::script::{retry_after, script, status};
use super::shop::*;

const SECOND: Duration = Duration::from_secs(1);

/// The delays of a read that never succeeds, its error, and its duration.
async fn retried(step: Step) -> (Vec<Duration>, Error, Duration) {
    let transport = script([step]);
    let client = client(&transport);
    let start = Instant::now();
    let error = client.send(GetThing).await.unwrap_err();
    (super::script::waits(&transport), error, start.elapsed())
}

fn around(wait: Duration, seconds: f64) -> bool {
    (seconds..=seconds + 0.25).contains(&wait.as_secs_f64())
}

#[tokio::test(start_paused = true)]
async fn attempts_and_backoff_are_settings() {
    let transport = script([status(503)]);
    let policy = RetryPolicy::new()
        .max_attempts(6)
        .initial_backoff(Duration::from_millis(10))
        .max_backoff(Duration::from_millis(100));
    let client = builder(&transport).retry_policy(policy).build().unwrap();
    assert_eq!(client.send(GetThing).await.unwrap_err().attempts(), 6);
    let waits = super::script::waits(&transport);
    assert!(waits[0] <= Duration::from_millis(52), "{waits:?}");
    // The timer of paused time has a resolution of a millisecond.
    let bounds = Duration::from_millis(10)..=Duration::from_millis(102);
    assert!(waits.iter().all(|wait| bounds.contains(wait)), "{waits:?}");

    let once = builder(&transport).retry_policy(RetryPolicy::new().max_attempts(1));
    let error = once.build().unwrap().send(GetThing).await.unwrap_err();
    assert_eq!(error.attempts(), 1);
    assert!(!error.is_retry_budget_exhausted());
}

#[tokio::test(start_paused = true)]
async fn retry_after_is_respected() {
    let (waits, error, _) = retried(retry_after(503, &["2"])).await;
    assert_eq!(waits.len(), 2);
    assert!(waits.iter().all(|wait| around(*wait, 2.0)), "{waits:?}");
    assert_eq!(
        (error.attempts(), error.retry_after()),
        (3, Some(2 * SECOND))
    );
    // A write is not retried, and its error has the delay.
    for step in [retry_after(503, &["2"]), retry_after(429, &["2"])] {
        let transport = script([step]);
        let error = client(&transport).send(AddThing).await.unwrap_err();
        assert_eq!(
            (transport.attempts(), error.retry_after()),
            (1, Some(2 * SECOND))
        );
    }
}

#[tokio::test(start_paused = true)]
async fn retry_after_beyond_the_overall_timeout_ends_the_call() {
    // Twice 35 seconds exceed the overall timeout of 60: the second delay is not started.
    let (waits, error, elapsed) = retried(retry_after(503, &["35"])).await;
    assert_eq!(waits.len(), 1);
    assert!(around(elapsed, 35.0), "{elapsed:?}");
    assert_eq!(error.attempts(), 2);
}
