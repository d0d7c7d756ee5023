//! Reads that fail.

use std::time::Duration;

use api_callbacks::ReadOutcome::{Changed, GivenUp, Postponed};
use tokio::time::{Instant, sleep};

use crate::server::Failure;
use crate::service::{Service, changed};

const SECOND: Duration = Duration::from_secs(1);
const DAY: Duration = Duration::from_secs(86_400);

#[tokio::test(start_paused = true)]
async fn a_read_that_fails_is_repeated_until_the_incident_is_over() {
    // Such as credentials that rotated: 403 and 404 mean no more than 401.
    for status in [401, 403, 404, 429, 500, 501, 503] {
        let service = Service::new();
        service.order(7, "completed").await;
        service.server.fail(7, Failure::Status(status, None));
        assert_eq!(service.callback(7, "completed").await, 202);
        let running = service.run();
        sleep(3_600 * SECOND).await;
        assert_eq!(service.queued().await, [(7, false)], "{status}");
        service.server.recover();
        sleep(600 * SECOND).await;
        assert_eq!(service.reported(), [changed(7, "completed")], "{status}");
        running.abort();
    }
}

#[tokio::test(start_paused = true)]
async fn an_order_that_cannot_be_read_for_three_days_is_listed() {
    let service = Service::new();
    service.order(7, "completed").await;
    service.server.fail(7, Failure::Status(404, None));
    service.callback(7, "completed").await;
    let running = service.run();
    sleep(3 * 3_600 * SECOND).await;
    let reads = service.server.reads().len();
    sleep(5 * 3_600 * SECOND).await;
    // Every five minutes in the end.
    let more = service.server.reads().len() - reads;
    assert!((50..75).contains(&more), "{more}");
    assert_eq!(service.queued().await, [(7, false)]);
    running.abort();
    sleep(3 * DAY).await;
    let running = service.run();
    sleep(600 * SECOND).await;
    assert_eq!(service.queued().await, [(7, true)]);
    let reads = service.server.reads().len();
    sleep(3_600 * SECOND).await;
    assert_eq!(service.server.reads().len(), reads);
    // Until the next callback.
    service.server.recover();
    service.callback(7, "completed").await;
    sleep(SECOND).await;
    assert_eq!(service.reported(), [changed(7, "completed")]);
    running.abort();
}

#[tokio::test(start_paused = true)]
async fn a_callback_during_a_read_that_fails_is_read_at_once() {
    // Also if the failure gives the record up.
    for delay in [Some(3_600 * SECOND), None] {
        let service = Service::new();
        service.order(7, "pending").await;
        service.callback(7, "pending").await;
        let taken = service.orders().take(60 * SECOND).await.unwrap().unwrap();
        service.callback(7, "completed").await;
        service.orders().postpone(&taken, delay).await.unwrap();
        service.server.set(7, "completed");
        assert_eq!(service.read().await, [Changed], "{delay:?}");
        assert_eq!(service.reported(), [changed(7, "completed")], "{delay:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_read_that_succeeds_ends_the_count_of_failures() {
    let service = Service::new();
    service.order(7, "pending").await;
    service.server.fail(7, Failure::Status(501, None));
    service.callback(7, "pending").await;
    let failures = async || service.handler.queued().await.unwrap()[0].failures;
    assert_eq!(
        (service.read().await, failures().await),
        (vec![Postponed], 1)
    );
    service.server.recover();
    sleep(10 * SECOND).await;
    assert_eq!((service.read().await, failures().await), (vec![Changed], 0));
}

#[tokio::test(start_paused = true)]
async fn three_failures_in_a_row_end_a_round() {
    let service = Service::new();
    for id in 1..=4 {
        service.order(id, "pending").await;
        service.server.fail(id, Failure::Status(501, None));
        service.callback(id, "pending").await;
        sleep(SECOND).await;
    }
    let reads = service.handler.read_due().await;
    assert_eq!(reads.len(), 3);
    assert_eq!(reads[0].error().unwrap().status().unwrap().as_u16(), 501);
    service.server.recover();
    sleep(2 * SECOND).await;
    assert_eq!(service.read().await, [Changed; 4]);
    // The untried one is the first.
    let reported: Vec<i64> = service.reported().iter().map(|(id, _)| *id).collect();
    assert_eq!(reported[0], 4);
}

#[tokio::test(start_paused = true)]
async fn reads_wait_for_retry_after() {
    let service = Service::new();
    service.order(7, "pending").await;
    service.server.fail(7, Failure::Status(429, Some("120")));
    let running = service.run();
    service.callback(7, "pending").await;
    sleep(SECOND).await;
    let reads = service.server.reads().len();
    service.server.recover();
    sleep(115 * SECOND).await;
    assert_eq!(
        (service.server.reads().len(), service.reported()),
        (reads, vec![])
    );
    sleep(20 * SECOND).await;
    assert_eq!(service.reported(), [changed(7, "pending")]);
    running.abort();
}

#[tokio::test(start_paused = true)]
async fn records_that_are_never_read_do_not_delay_others() {
    for (failure, max_delay) in [
        (Failure::Status(501, None), 20),
        (Failure::Status(501, Some("3600")), 65),
        // One read has half a minute.
        (Failure::Silence, 60),
    ] {
        for failing in [1, 30] {
            let service = Service::new();
            for id in 0..failing {
                service.order(id, "pending").await;
                service.server.fail(id, failure);
                service.callback(id, "pending").await;
            }
            let running = service.run();
            // Thirty failures in a row are an outage until they back off.
            sleep(Duration::from_secs(if failing > 1 { 3_600 } else { 0 })).await;
            for id in 100..140 {
                // Up to hours, so that the failing records back off as far as they do.
                sleep(Duration::from_secs(if id < 120 { 37 } else { 401 })).await;
                service.order(id, "pending").await;
                service.callback(id, "pending").await;
                let started_at = Instant::now();
                assert_eq!(service.changes.clone().next().await.id, id);
                let delay = started_at.elapsed().as_secs();
                assert!(delay <= max_delay, "{failure:?}, {failing}: {delay} s");
            }
            running.abort();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_read_without_a_response_ends_after_half_a_minute() {
    let service = Service::new();
    service.order(7, "pending").await;
    service.server.fail(7, Failure::Silence);
    service.callback(7, "pending").await;
    let start = Instant::now();
    assert_eq!(service.read().await, [Postponed]);
    assert_eq!(start.elapsed().as_secs(), 30);
    sleep(3 * DAY).await;
    assert_eq!(service.read().await, [GivenUp]);
}
