//! Delays between attempts.

use std::time::{Duration, SystemTime};

use api_runtime::__generated::poll_delay;
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

    let once = builder(&transport).retry_policy(RetryPolicy::none());
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

#[tokio::test(start_paused = true)]
async fn backoff_grows_and_has_jitter() {
    let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
    for _ in 0..50 {
        let (waits, _, _) = retried(status(503)).await;
        firsts.push(waits[0].as_millis());
        seconds.push(waits[1].as_millis());
    }
    for (waits, longest) in [(firsts, 1_000), (seconds, 5_000)] {
        assert!(waits.iter().all(|wait| (200..=longest + 1).contains(wait)));
        let half = longest / 2;
        assert!(waits.iter().any(|wait| *wait < half) && waits.iter().any(|wait| *wait > half));
    }
}

#[tokio::test(start_paused = true)]
async fn call_waits_for_retry_after_or_gives_up() {
    for (seconds, timeout, attempts) in [
        ("0", 60, 3),
        ("60", 90, 2),
        // Longer than a minute, and than the call.
        ("61", 90, 1),
        ("30", 30, 1),
    ] {
        let transport = script([retry_after(503, &[seconds])]);
        let client = client(&transport);
        let call = client.call().timeout(timeout * SECOND);
        let error = call.send(GetThing).await.unwrap_err();
        assert_eq!(error.attempts(), attempts, "{seconds}");
    }
}

/// The delay that a rejection with these headers asks for.
async fn delay(headers: &[(&str, &str)]) -> Option<u64> {
    let step = Step::response(429, "");
    let step = headers
        .iter()
        .fold(step, |step, (name, value)| step.header(name, value));
    let error = client(&script([step])).send(AddThing).await.unwrap_err();
    error.retry_after().map(|wait| wait.as_secs())
}

#[tokio::test(start_paused = true)]
async fn retry_after_is_seconds_or_a_date_relative_to_that_of_the_response() {
    const YEAR: u64 = 365 * 86_400;
    let date = ("date", "Sat, 21 Nov 2026 10:00:00 GMT");
    for (text, seconds) in [
        ("2", Some(2)),
        ("2678401", Some(2_678_401)),
        ("100000000000000000000", Some(YEAR)),
        ("Sat, 21 Nov 2026 10:00:30 GMT", Some(30)),
        ("Sat, 21 Nov 2026 09:00:00 GMT", Some(0)),
        ("Saturday, 21-Nov-26 10:00:30 GMT", Some(30)),
        ("Sat Nov 21 10:00:30 2026", Some(30)),
        ("Fri, 01 Jan 9999 00:00:00 GMT", Some(YEAR)),
        // A part of a second counts as a whole one.
        ("2.0", Some(2)),
        ("30.5", Some(31)),
        ("0.001", Some(1)),
        ("18446744073709551615.5", Some(YEAR)),
        // What cannot be read does not mean "at once": it is the longest backoff.
        ("-1", Some(5)),
        ("1e9", Some(5)),
        ("1s", Some(5)),
        ("", Some(5)),
        (".5", Some(5)),
        ("5.", Some(5)),
        ("Sat, 21 Nov 2026 10:00:30", Some(5)),
        ("+5", Some(5)),
    ] {
        assert_eq!(
            delay(&[("retry-after", text), date]).await,
            seconds,
            "{text}"
        );
    }
    assert_eq!(
        delay(&[("retry-after", "1"), ("retry-after", "2")]).await,
        Some(5)
    );
    assert_eq!(delay(&[]).await, None);
    // Without a single valid date, our clock counts.
    let until = httpdate::fmt_http_date(SystemTime::now() + 90 * SECOND);
    let until = ("retry-after", &*until);
    let ours = 60..=90;
    assert!(ours.contains(&delay(&[until]).await.unwrap()));
    assert!(ours.contains(&delay(&[until, ("date", "yesterday")]).await.unwrap()));
    assert!(ours.contains(&delay(&[until, date, date]).await.unwrap()));
}

fn poll_seconds(interval: u64, failures: u32, retry_after: Option<u64>) -> f64 {
    let retry_after = retry_after.map(Duration::from_secs);
    poll_delay(Duration::from_secs(interval), failures, retry_after).as_secs_f64()
}

#[test]
fn poll_interval_has_jitter_of_a_quarter() {
    for _ in 0..1_000 {
        let delay = poll_seconds(100, 0, None);
        assert!((75.0..=125.0).contains(&delay), "{delay}");
    }
    // Clocks overflow.
    let longest = poll_seconds(u64::MAX, 0, None);
    assert!(longest <= 60.0 * 86_400.0, "{longest}");
}

#[test]
fn failed_polls_back_off_exponentially_up_to_five_minutes() {
    for (failures, middle) in [(1, 1.0), (2, 2.0), (5, 16.0), (9, 256.0), (10, 300.0)] {
        let delay = poll_seconds(30, failures, None);
        assert!((middle * 0.75..=middle * 1.25).contains(&delay), "{delay}");
    }
    assert!(poll_seconds(0, u32::MAX, None) <= 375.0);
    // Up to an hour of `Retry-After` is respected.
    assert!(poll_seconds(30, 1, Some(90)) >= 90.0);
    assert!(poll_seconds(30, 1, Some(1_000_000)) <= 3_600.0);
}
