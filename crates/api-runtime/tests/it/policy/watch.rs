//! Which rejections end a watch, how often it reads, and what it yields last.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_runtime::testing::Step;
use api_runtime::{ErrorKind, Watch};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout};

use super::script::{retry_after, script, status};
use super::shop::*;

fn rejection(status: u16) -> Step {
    let body = "{\"Success\":false,\"Message\":\"busy\"}";
    Step::response(status, body)
}

#[tokio::test(start_paused = true)]
async fn transient_rejection_while_watching_is_retried() {
    for code in [408, 425, 429, 500, 501, 502, 503, 504] {
        // The client itself makes three attempts, unless the status is permanent.
        let read = if code == 501 { 1 } else { 3 };
        let steps = vec![rejection(code); 2 * read];
        let transport = script(steps.into_iter().chain([status(200)]));
        let reported = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&reported);
        let mut watch = Watch::new(&client(&transport), GetThing, |thing| thing.id)
            .on_error(move |error| shared.lock().unwrap().push(error.kind()));
        let update = watch.next().await.unwrap();
        assert_eq!(update.unwrap().state, Some(5), "{code}");
        let kind_of_status = match code {
            408 | 425 => ErrorKind::Other,
            429 => ErrorKind::RateLimited,
            _ => ErrorKind::Server,
        };
        assert_eq!(*reported.lock().unwrap(), [kind_of_status; 2], "{code}");
        assert_eq!(transport.attempts(), 2 * read + 1, "{code}");
    }
}

#[tokio::test(start_paused = true)]
async fn permanent_rejection_ends_the_watch() {
    for code in [200, 400, 401, 404, 409, 422] {
        let transport = script([rejection(code), status(200)]);
        let mut watch = Watch::new(&client(&transport), GetThing, |thing| thing.id);
        let error = watch.next().await.unwrap().unwrap_err();
        assert_eq!(error.messages(), ["busy"], "{code}");
        assert!(watch.next().await.is_none(), "{code}");
        assert_eq!(transport.attempts(), 1, "{code}");
    }
}

/// A wakeup each millisecond, without an end.
fn endless_wakeups() -> mpsc::Receiver<()> {
    let (sender, receiver) = mpsc::channel(1);
    tokio::spawn(async move {
        while sender.send(()).await.is_ok() {
            sleep(Duration::from_millis(1)).await;
        }
    });
    receiver
}

#[tokio::test(start_paused = true)]
async fn endless_wakeups_and_zero_intervals_read_once_per_minimum_interval() {
    let minute = Duration::from_secs(60);
    type Setup = fn(Watch<Thing, Option<i64>>) -> Watch<Thing, Option<i64>>;
    let setups: [(Setup, usize); 5] = [
        (|watch| watch.wakeups(endless_wakeups()), 60),
        (|watch| watch.poll_interval(Duration::ZERO), 60),
        (
            |watch| {
                watch
                    .wakeups(endless_wakeups())
                    .min_interval(Duration::from_secs(7))
            },
            9,
        ),
        (
            |watch| {
                watch
                    .poll_interval(Duration::ZERO)
                    .min_interval(Duration::ZERO)
            },
            1_200,
        ),
        (
            |watch| {
                watch
                    .wakeups(endless_wakeups())
                    .min_interval(Duration::ZERO)
            },
            1_200,
        ),
    ];
    for (index, (setup, expected)) in setups.into_iter().enumerate() {
        let transport = script([status(200)]);
        let mut watch = setup(Watch::new(&client(&transport), GetThing, |thing| thing.id));
        assert!(watch.next().await.unwrap().is_ok());
        // The state does not change any more.
        assert!(timeout(minute, watch.next()).await.is_err());
        let reads = transport.attempts();
        assert!(
            (expected * 9 / 10..=expected + 2).contains(&reads),
            "{index}: {reads}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn failed_reads_respect_the_minimum_interval() {
    let transport = script([rejection(501)]);
    let mut watch = Watch::new(&client(&transport), GetThing, |thing| thing.id)
        .min_interval(Duration::from_secs(600))
        .wakeups(endless_wakeups());
    assert!(
        timeout(Duration::from_secs(3_000), watch.next())
            .await
            .is_err()
    );
    assert!(
        (5..=6).contains(&transport.attempts()),
        "{}",
        transport.attempts()
    );
}

#[tokio::test(start_paused = true)]
async fn a_failed_read_is_repeated_after_the_time_that_the_server_asks_for() {
    // The client itself does not wait that long.
    let transport = script([retry_after(503, &["90"]), status(200)]);
    let mut watch = Watch::new(&client(&transport), GetThing, |thing| thing.id);
    let started_at = Instant::now();
    assert!(watch.next().await.unwrap().is_ok());
    let waited = started_at.elapsed().as_secs();
    assert!((90..120).contains(&waited), "{waited}");
    assert_eq!(transport.attempts(), 2);
}

#[tokio::test(start_paused = true)]
async fn the_final_record_is_yielded_even_if_its_state_is_not_new() {
    let transport = script([status(200)]);
    let reads = AtomicUsize::new(0);
    let mut watch = Watch::new(&client(&transport), GetThing, |thing| thing.id)
        .until(move |_| reads.fetch_add(1, Ordering::Relaxed) == 2);
    for _ in 0..2 {
        assert_eq!(watch.next().await.unwrap().unwrap().state, Some(5));
    }
    assert!(watch.next().await.is_none());
    assert_eq!(transport.attempts(), 3);
}
