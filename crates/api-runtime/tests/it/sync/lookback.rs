//! Incremental sync of lists whose old records change without a later time of change.

use std::collections::HashSet;
use std::time::Duration;

use api_runtime::api_wire::Timestamp;
use api_runtime::{Checkpoint, IncrementalSync};
use proptest::prelude::*;

use super::checkpoints::Database;
use super::runs::{block_on, cases, event, small, started, versions, world};
use super::server::client;
use super::stock::{Event, ListStock, Order, StockServer, World};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The records of a run, and its last checkpoint.
async fn records(mut run: IncrementalSync<ListStock>) -> (HashSet<(i64, i64)>, Option<Checkpoint>) {
    let (mut records, mut last) = (HashSet::new(), None);
    while let Some(batch) = run.next().await {
        let batch = batch.unwrap();
        records.extend(versions(&batch.records));
        last = Some(batch.checkpoint);
    }
    (records, last)
}

/// An interval that ends at a time of the local clock.
fn until(end: Timestamp, checkpoint: Option<&Checkpoint>) -> Duration {
    end.saturating_duration_since(checkpoint.unwrap().watermark().unwrap())
}

#[tokio::test]
async fn records_within_the_window_are_returned_again_once_in_each_interval() {
    let server = StockServer::start(World::new(Order::Id, 30));
    let client = client(&server.server);
    let pass = |days: i64| {
        server
            .world
            .lock()
            .unwrap()
            .apply(Event::Pass(days * 86_400))
    };
    // Longer than the overlap.
    server.world.lock().unwrap().apply(Event::Pass(3_600));
    // The first run reads everything, and counts.
    let run = started(&client, None).lookback(10 * DAY, Duration::ZERO);
    assert_eq!(run.since(), None);
    let (returned, checkpoint) = records(run).await;
    assert_eq!(returned.len(), 30);
    let first = checkpoint.as_ref().unwrap().watermark().unwrap();

    // The last row is corrected after 4 days.
    pass(4);
    server.world.lock().unwrap().apply(Event::Correct(29));
    let interval = until(Timestamp::now() + DAY, checkpoint.as_ref());
    let run = started(&client, checkpoint).lookback(10 * DAY, interval);
    assert_eq!(run.since(), Some(first), "the interval has not passed");
    let (returned, checkpoint) = records(run).await;
    assert_eq!(returned, HashSet::new());

    // The window is that before the last run with a second window, not before the last run.
    pass(4);
    let run = started(&client, checkpoint).lookback(10 * DAY, interval - DAY);
    assert_eq!(run.since(), Some(first - 10 * DAY));
    let (returned, checkpoint) = records(run).await;
    assert_eq!(returned.len(), 30);
    assert!(returned.contains(&(30, 2)));

    let second = checkpoint.as_ref().unwrap().watermark().unwrap();
    pass(4);
    let run = started(&client, checkpoint).lookback(DAY, Duration::ZERO);
    assert_eq!(run.since(), Some(second - DAY));
    assert_eq!(records(run).await.0, HashSet::new());
}

#[tokio::test]
async fn longest_window_reads_the_whole_list_with_its_own_filter() {
    let server = StockServer::start(World::new(Order::Id, 30));
    let client = client(&server.server);
    server
        .world
        .lock()
        .unwrap()
        .apply(Event::Pass(400 * 86_400));
    let watermark = server.world.lock().unwrap().now;
    let list = ListStock {
        updated_at_gt: Some("2025-01-31".parse().unwrap()),
        ..small()
    };
    let checkpoint = Some(Checkpoint::from_watermark(watermark));
    let run = client.sync(list, checkpoint).unwrap();
    let run = run.lookback(Duration::MAX, 7 * DAY);
    assert_eq!(run.since(), None);
    assert_eq!(records(run).await.0.len(), 30);
    let request = server.server.requests().remove(0);
    assert!(request.contains("updated_at_gt=2025-01-31"), "{request}");
}

#[tokio::test]
async fn unfinished_run_keeps_its_window() {
    let server = StockServer::start(World::new(Order::Id, 60));
    let client = client(&server.server);
    let watermark = server.world.lock().unwrap().now + DAY;
    let checkpoint = Some(Checkpoint::from_watermark(watermark));
    let mut run = started(&client, checkpoint).lookback(30 * DAY, DAY);
    let since = run.since();
    let batch = run.next().await.unwrap().unwrap();
    // A window that changed during a run would move its rows.
    let run = run.lookback(Duration::MAX, Duration::ZERO);
    assert_eq!(run.since(), since);
    let run = started(&client, Some(batch.checkpoint));
    assert_eq!(run.since(), Some(watermark - 30 * DAY));
    let run = run.lookback(Duration::MAX, Duration::ZERO);
    assert_eq!(run.since(), since);
    let (returned, checkpoint) = records(run).await;
    assert!(returned.len() < 60);
    // The run was one with a second window.
    let text = checkpoint.unwrap().to_string();
    assert!(text.contains("\"lookback\":\""), "{text}");
}

proptest! {
    #![proptest_config(cases(48))]

    /// The latest state of every record is stored, although records change within three days
    /// without a later time of change, and processes crash.
    #[test]
    fn no_correction_within_the_window_is_lost(
        world in world(),
        processes in prop::collection::vec(
            (
                1..4_usize,
                prop_oneof![2 => Just(usize::MAX), 1 => 0..9_usize],
                prop::collection::vec(
                    prop_oneof![event(), (0..200_usize).prop_map(Event::Correct)],
                    0..30,
                ),
            ),
            1..6,
        ),
    ) {
        let mut world = world;
        world.lookback = 3 * DAY;
        let mut database = Database::default();
        database.lookback = Some(3 * DAY);
        block_on(database.loses_nothing(world, processes));
    }
}
