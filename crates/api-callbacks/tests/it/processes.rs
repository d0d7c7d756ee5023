//! Several processes that share a store.

use std::time::Duration;

use api_callbacks::ReadOutcome::{Changed, GivenUp, Superseded, Unchanged};
use api_callbacks::rules::Recorded;
use api_callbacks::{ReadOutcome, RecordChanged};
use test_support::shop::Order;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use crate::service::{Service, changed};

const SECOND: Duration = Duration::from_secs(1);

/// Another process reads the order 7; its response arrives in a second.
async fn read_elsewhere(service: &Service) -> JoinHandle<Vec<ReadOutcome>> {
    service.order(7, "processing").await;
    service.server.delay(2 * SECOND);
    service.callback(7, "processing").await;
    let another = service.another();
    let reading = tokio::spawn(async move { another.read().await });
    sleep(SECOND).await;
    reading
}

#[tokio::test(start_paused = true)]
async fn another_process_reads_what_a_process_left() {
    let service = Service::new();
    for id in [7, 8] {
        service.order(id, "processing").await;
        service.callback(id, "processing").await;
        sleep(SECOND).await;
    }
    let another = service.another();
    drop(service);
    let running = another.run();
    sleep(SECOND).await;
    assert_eq!(
        another.reported(),
        [changed(7, "processing"), changed(8, "processing")]
    );
    running.abort();
}

#[tokio::test(start_paused = true)]
async fn a_record_whose_read_was_killed_is_read_after_a_minute() {
    let service = Service::new();
    service.order(7, "processing").await;
    service.server.delay(3 * SECOND);
    service.callback(7, "processing").await;
    assert!(timeout(SECOND, service.handler.read_due()).await.is_err());
    let started_at = Instant::now();
    let running = service.another().run();
    let change = timeout(600 * SECOND, service.changes.clone().next()).await;
    assert_eq!(change.unwrap().state, "processing");
    let elapsed = started_at.elapsed();
    assert!(
        (59 * SECOND..=80 * SECOND).contains(&elapsed),
        "{elapsed:?}"
    );
    running.abort();
}

#[tokio::test(start_paused = true)]
async fn a_record_that_rests_for_90_days_is_forgotten_unless_it_was_given_up() {
    let service = Service::new();
    for id in [8, 9] {
        service
            .server
            .set_members(id, &format!(r#","reference_no":"WEB-{id}""#));
        service.handler.read_soon(id).await;
        assert_eq!(service.read().await, [GivenUp]);
    }
    assert!(service.handler.dismiss(9).await.unwrap());
    service.server.set(7, "processing");
    service.handler.read_soon(7).await;
    assert_eq!(service.read().await, [Changed]);
    sleep(31 * SECOND).await;
    assert_eq!(service.read().await, [Unchanged]);
    // The first round counts the first day.
    for day in 1..=91 {
        let running = service.run();
        sleep(SECOND).await;
        running.abort();
        let is_known = service.id("WEB-7").await.is_some();
        assert_eq!(is_known, day <= 90, "{day}");
        sleep(24 * 3600 * SECOND).await;
    }
    assert_eq!(service.queued().await, [(8, true)]);
    for id in [7, 9] {
        assert_eq!(service.callback(id, "processing").await, 200);
    }
}

#[tokio::test(start_paused = true)]
async fn a_record_that_a_person_dismisses_is_read_after_its_next_callback() {
    let service = Service::new();
    let reading = read_elsewhere(&service).await;
    assert!(service.handler.dismiss(7).await.unwrap());
    for id in [7, 8] {
        assert!(!service.handler.dismiss(id).await.unwrap());
    }
    assert_eq!(reading.await.unwrap(), [Superseded]);
    sleep(3600 * SECOND).await;
    assert_eq!(service.read().await, []);
    assert_eq!(
        (service.reported(), service.queued().await),
        (vec![], vec![])
    );
    service.callback(7, "processing").await;
    assert_eq!(service.read().await, [Changed]);
}

#[tokio::test(start_paused = true)]
async fn each_record_is_read_by_one_process() {
    let service = Service::new();
    for id in 0..60 {
        service.order(id, "processing").await;
        service.callback(id, "processing").await;
    }
    service.server.delay(SECOND);
    let running: Vec<_> = (0..3).map(|_| service.another().run()).collect();
    sleep(5 * SECOND).await;
    let mut reads = service.server.reads();
    reads.sort_unstable();
    assert_eq!(reads, Vec::from_iter(0..60));
    assert_eq!(service.reported().len(), 60);
    for task in running {
        task.abort();
    }
}

#[tokio::test(start_paused = true)]
async fn a_callback_during_a_read_of_another_process_is_read_after_it() {
    let service = Service::new();
    let reading = read_elsewhere(&service).await;
    service.server.set(7, "completed");
    assert_eq!(service.callback(7, "completed").await, 202);
    assert_eq!(service.read().await, []);
    assert_eq!(reading.await.unwrap(), [Changed, Changed]);
    let expected = [changed(7, "processing"), changed(7, "completed")];
    assert_eq!(service.reported(), expected);
}

#[tokio::test(start_paused = true)]
async fn a_read_that_outlives_its_lease_does_not_replace_a_later_one() {
    let service = Service::new();
    service.order(7, "processing").await;
    service.callback(7, "processing").await;
    // The process was suspended after it had read.
    let suspended = service.orders().take(60 * SECOND).await.unwrap().unwrap();
    sleep(61 * SECOND).await;
    service.server.set(7, "completed");
    assert_eq!(service.read().await, [Changed]);
    let read = RecordChanged::new(7, None, "processing".to_owned(), None, Order::default());
    let orders = service.orders();
    let recorded = orders.record(&suspended, read, 30 * SECOND).await;
    assert_eq!(recorded.unwrap(), Recorded::Superseded);
    orders.postpone(&suspended, None).await.unwrap();
    assert_eq!(service.reported(), [changed(7, "completed")]);
    assert_eq!(service.queued().await, [(7, false)]);
}

#[tokio::test(start_paused = true)]
async fn a_read_of_a_deleted_record_does_not_replace_one_of_its_successor() {
    let service = Service::new();
    service.order(7, "processing").await;
    let mut taken = Vec::new();
    for _ in 0..2 {
        service.callback(7, "processing").await;
        taken.push(service.orders().take(60 * SECOND).await.unwrap().unwrap());
        if taken.len() == 1 {
            service.delete(7).await;
        }
    }
    for (taken, expected) in taken.iter().zip([Recorded::Superseded, Recorded::Changed]) {
        let read = RecordChanged::new(7, None, "processing".to_owned(), None, Order::default());
        let recorded = service.orders().record(taken, read, 30 * SECOND).await;
        assert_eq!(recorded.unwrap(), expected);
    }
}

#[tokio::test(start_paused = true)]
async fn a_record_that_is_deleted_during_its_read_is_not_recorded() {
    let service = Service::new();
    let reading = read_elsewhere(&service).await;
    service.delete(7).await;
    assert_eq!(reading.await.unwrap(), [Superseded]);
    assert_eq!(
        (service.reported(), service.queued().await),
        (vec![], vec![])
    );
}
