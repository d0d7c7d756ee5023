//! Incremental sync that continues from a checkpoint in another process.

use std::collections::HashSet;
use std::time::Duration;

use api_runtime::api_wire::Timestamp;
use api_runtime::{Checkpoint, ErrorKind};
use proptest::prelude::*;

use super::runs::{
    Ended, block_on, cases, complete_run, end_of_run, event, page, parameter, small, started,
    versions, world,
};
use super::server::{Server, client, json};
use super::stock::{Event, ListStock, Order, StockServer, World};

/// What survives a crash: the records and the text of the checkpoint, in one transaction.
#[derive(Default)]
pub(crate) struct Database {
    pub(crate) records: HashSet<(i64, i64)>,
    checkpoint: Option<String>,
    /// The second window of each run.
    pub(crate) lookback: Option<Duration>,
}

impl Database {
    pub(crate) fn checkpoint(&self) -> Option<Checkpoint> {
        self.checkpoint.as_deref().map(|text| text.parse().unwrap())
    }

    /// Runs processes: after how many batches each stores a checkpoint, and crashes, and what changes after it.
    pub(crate) async fn loses_nothing(
        mut self,
        world: World,
        processes: Vec<(usize, usize, Vec<Event>)>,
    ) {
        let server = StockServer::start(world);
        for (interval, limit, events) in processes {
            self.process(&server, interval, limit).await;
            let mut world = server.world.lock().unwrap();
            events.into_iter().for_each(|event| world.apply(event));
        }
        // The first process ends the unfinished run, the second one reads what changed since it
        // started.
        server.come_to_rest();
        for _ in 0..2 {
            assert!(self.process(&server, 1, usize::MAX).await);
        }
        assert_eq!(server.lost(&self.records), []);
    }

    fn store(&mut self, records: &mut Vec<(i64, i64)>, checkpoint: &Checkpoint) {
        self.records.extend(records.drain(..));
        self.checkpoint = Some(checkpoint.to_string());
    }

    /// A process that stores the records and a checkpoint after each `interval` batches, and crashes after
    /// `limit` batches. Returns whether its run has ended.
    pub(crate) async fn process(
        &mut self,
        server: &StockServer,
        interval: usize,
        limit: usize,
    ) -> bool {
        let client = client(&server.server);
        let mut run = started(&client, self.checkpoint());
        if let Some(window) = self.lookback {
            run = run.lookback(window, Duration::ZERO);
        }
        let mut records = Vec::new();
        for count in 1..=limit {
            // A list that changes too fast only needs another run.
            let Some(Ok(batch)) = run.next().await else {
                return false;
            };
            records.extend(versions(&batch.records));
            let has_ended = !batch.checkpoint.is_unfinished();
            if has_ended || count % interval == 0 {
                self.store(&mut records, &batch.checkpoint);
            }
            if has_ended {
                assert!(run.next().await.is_none());
                return true;
            }
        }
        false
    }
}

#[tokio::test]
async fn a_process_that_is_killed_after_each_batch_copies_each_record() {
    let server = StockServer::start(World::new(Order::Id, 120));
    server.world.lock().unwrap().apply(Event::Pass(3_600));
    let mut database = Database::default();
    let mut processes = 1;
    while !database.process(&server, 1, 1).await {
        processes += 1;
    }
    assert!((7..=9).contains(&processes), "{processes}");
    assert_eq!(database.records, (1..=120).map(|id| (id, 1)).collect());
    let mut checkpoint = database.checkpoint();
    assert_eq!(complete_run(&server, &mut checkpoint).await, []);
}

#[tokio::test]
async fn each_batch_says_how_far_the_list_is_read() {
    let server = StockServer::start(World::new(Order::Id, 45));
    let client = client(&server.server);
    let (mut checkpoint, mut progress) = (None, Vec::new());
    for _ in 0..3 {
        // Another process each time.
        let batch = started(&client, checkpoint).next().await.unwrap().unwrap();
        progress.push((batch.read, batch.total));
        checkpoint = Some(batch.checkpoint);
    }
    assert_eq!(progress, [(20, Some(45)), (36, Some(45)), (45, Some(45))]);
}

#[tokio::test]
async fn run_continues_from_its_checkpoint_after_a_crash() {
    let server = StockServer::start(World::new(Order::Id, 600));
    let mut database = Database::default();
    let mut checkpoint = None;
    complete_run(&server, &mut checkpoint).await;
    let uninterrupted = server.server.requests().len();

    for crash in 1..=3 {
        assert!(!database.process(&server, 2, 9).await);
        // The records of the last batch were not stored.
        assert!(database.records.len() >= crash * 110, "{crash}");
        let checkpoint = database.checkpoint().unwrap();
        assert!(checkpoint.is_unfinished() && checkpoint.watermark().is_none());
    }
    assert!(database.process(&server, 1, usize::MAX).await);
    let checkpoint = database.checkpoint().unwrap();
    assert!(!checkpoint.is_unfinished() && checkpoint.watermark().is_some());
    assert_eq!(database.records, (1..=600).map(|id| (id, 1)).collect());
    // The page in which it crashed, and one that overlaps with the page before.
    let requests = server.server.requests().len() - uninterrupted;
    assert!(requests <= uninterrupted + 3 * 2, "{requests}");
}

#[tokio::test]
async fn changes_during_an_unfinished_run_are_read_by_the_next_one() {
    let server = StockServer::start(World::new(Order::Id, 100));
    let started_at = server.world.lock().unwrap().now;
    let mut database = Database::default();
    database.process(&server, 1, 3).await;
    {
        // Days later: a record changes that the first process returned.
        let mut world = server.world.lock().unwrap();
        world.apply(Event::Pass(5 * 86_400));
        world.apply(Event::Change(0));
        world.apply(Event::Pass(5 * 86_400));
    }
    assert!(database.process(&server, 1, usize::MAX).await);
    assert!(database.checkpoint().unwrap().watermark().unwrap() <= started_at);
    assert!(!database.records.contains(&(1, 2)));
    assert!(database.process(&server, 1, usize::MAX).await);
    assert!(database.records.contains(&(1, 2)));
}

#[tokio::test]
async fn list_that_shifted_before_a_restart_is_not_read_again_from_the_start() {
    for (order, event) in [
        (Order::IdBackwards, Event::Add),
        (Order::OldestChangeFirst, Event::Change(0)),
        (Order::Name, Event::Delete(3)),
    ] {
        let server = StockServer::start(World::new(order, 1_000));
        let mut database = Database::default();
        database.process(&server, 1, 43).await;
        for _ in 0..60 {
            server.world.lock().unwrap().apply(event);
        }
        let requests = server.server.requests().len();
        assert!(database.process(&server, 1, usize::MAX).await);
        let requests = server.server.requests().len() - requests;
        // About 300 rows, the 60 that shifted, and the search for the place in the list. The whole
        // list has 63 windows.
        assert!(requests < 40, "{order:?} {event:?}: {requests}");
        database.process(&server, 1, usize::MAX).await;
        assert_eq!(server.lost(&database.records), [], "{order:?} {event:?}");
    }
}

#[tokio::test]
async fn unreadable_elements_before_a_crash_are_an_error_of_the_run() {
    let server = Server::with_handler(|request| {
        let size = parameter(request, "per_page=");
        let start = (parameter(request, "?page=") - 1) * size;
        let page = page(start..(start + size).min(60), r#","total_records":60"#);
        // The first element of the list.
        json(
            200,
            page.replacen(r#"{"id":0,"updated_at":"2025-03-01T00:00:00Z"}"#, "null", 1),
        )
    });
    let client = client(&server);
    let mut run = started(&client, None);
    let first = run.next().await.unwrap().unwrap();
    drop(run);
    let mut run = started(&client, Some(first.checkpoint));
    let error = loop {
        match run.next().await.unwrap() {
            Ok(batch) => assert!(
                batch.records.iter().all(|stock| stock.id > Some(10)),
                "the first page is not read again"
            ),
            Err(error) => break error,
        }
    };
    assert_eq!((error.kind(), run.unreadable()), (ErrorKind::Mismatch, 1));
}

/// A run of 100 rows that is interrupted after 60 of them, and resumed with another server.
async fn resume_with(server: &Server) -> Ended {
    let first = StockServer::start(World::new(Order::Id, 100));
    let mut database = Database::default();
    database.process(&first, 1, 3).await;
    let checkpoint = database.checkpoint();
    assert!(checkpoint.as_ref().unwrap().is_unfinished());
    end_of_run(server, checkpoint).await
}

#[tokio::test]
async fn list_without_any_known_record_is_read_again_from_the_start() {
    // Other records, in a list that is as long or has become shorter, with and without 404 after
    // its end.
    for (rows, past_end) in [(0, 200), (30, 200), (30, 404), (100, 200)] {
        let server = Server::with_handler(move |request| {
            let size = parameter(request, "per_page=");
            let start = (parameter(request, "?page=") - 1) * size;
            let ids = start + 1_000..(start + size).min(rows) + 1_000;
            let status = if start > rows { past_end } else { 200 };
            json(status, page(ids, ""))
        });
        let ended = resume_with(&server).await;
        assert_eq!(
            ended.ids,
            (1_000..1_000 + rows).collect(),
            "{rows} {past_end}"
        );
        assert!(ended.has_ended(), "{}", ended.error_text());
    }
}

#[tokio::test]
async fn checkpoint_of_another_list_is_an_error_before_the_first_request() {
    let server = StockServer::start(World::new(Order::Id, 60));
    let client = client(&server.server);
    let mut database = Database::default();
    database.process(&server, 1, 2).await;
    let requests = server.server.requests().len();
    let other = ListStock {
        name_eq: Some("x".to_owned()),
        ..small()
    };
    let error = client.sync(other, database.checkpoint()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    let text = error.to_string();
    let expected = "settings `checkpoint`: expected one of `shop/list_stock` with the filters of this operation, found one with \
                    other filters";
    assert!(text.ends_with(expected), "{text}");
    let text = database
        .checkpoint
        .unwrap()
        .replace("list_stock", "list_things");
    let error = client.sync(small(), Some(text.parse().unwrap()));
    let text = error.unwrap_err().to_string();
    let expected =
        "settings `checkpoint`: expected one of `shop/list_stock`, found one of `shop/list_things`";
    assert!(text.ends_with(expected), "{text}");
    assert_eq!(server.server.requests().len(), requests);
}

#[tokio::test]
async fn checkpoint_in_the_future_is_an_error_before_the_first_request() {
    let server = StockServer::start(World::new(Order::Id, 60));
    let client = client(&server.server);
    let in_hours = |hours: u64| Timestamp::now() + Duration::from_secs((60 * hours + 1) * 60);
    let started = |checkpoint: Checkpoint| client.sync(small(), Some(checkpoint)).map(drop);
    // A clock that was set back by a few minutes.
    started(Checkpoint::from_watermark(in_hours(0))).unwrap();
    let error = started(Checkpoint::from_watermark(in_hours(1)));
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    let text = error.to_string();
    assert!(
        text.contains("settings `checkpoint`: watermark in the future: "),
        "{text}"
    );
    // An unfinished run.
    let mut database = Database::default();
    database.process(&server, 1, 1).await;
    let text = database.checkpoint.unwrap();
    let mut json: serde_json::Value = text.parse().unwrap();
    json["run"]["started_at"] = in_hours(2).to_string().into();
    let text = json.to_string();
    let requests = server.server.requests().len();
    let error = started(text.parse().unwrap()).unwrap_err().to_string();
    assert!(error.contains("start of the run in the future"), "{error}");
    assert_eq!(server.server.requests().len(), requests);
}

#[tokio::test]
async fn unfinished_run_keeps_the_day_of_its_filter() {
    let server = StockServer::start(World::new(Order::Id, 60));
    let client = client(&server.server);
    let since = |day: &str| ListStock {
        updated_at_gt: Some(day.parse().unwrap()),
        ..small()
    };
    let mut run = client.sync(since("2025-01-01"), None).unwrap();
    let batch = run.next().await.unwrap().unwrap();
    // The next day: with another filter, the rows would have other places.
    let checkpoint = Some(batch.checkpoint);
    let mut run = client.sync(since("2025-01-02"), checkpoint).unwrap();
    run.next().await.unwrap().unwrap();
    let request = server.server.requests().pop().unwrap();
    assert!(request.contains("updated_at_gt=2025-01-01"), "{request}");
}

const UNFINISHED: &str = concat!(
    r#"{"filters":81985529216486895,"list":"shop/list_customers","#,
    r#""lookback":"2026-01-30T09:30:00Z","#,
    r#""run":{"after":"2026-01-29","anchors":[[4400,1],[4499,18446744073709551615]],"#,
    r#""is_lookback":false,"page_size":1000,"rows":4500,"since":"2026-01-31T09:30:00Z","#,
    r#""started_at":"2026-02-01T09:30:00.250Z","unreadable":2},"#,
    r#""version":1,"watermark":"2026-01-31T09:30:00Z"}"#,
);

#[test]
fn text_is_parsed_as_it_was_written() {
    for text in ["2026-01-31T09:30:00Z", UNFINISHED] {
        let checkpoint: Checkpoint = text.parse().unwrap();
        assert_eq!(checkpoint.to_string().parse(), Ok(checkpoint));
    }
}

#[test]
fn invalid_texts_are_errors() {
    let without = |text: &str| UNFINISHED.replace(text, "");
    for (text, expected) in [
        ("", "expected JSON or an RFC 3339 timestamp"),
        ("yesterday", "expected JSON or an RFC 3339 timestamp"),
        (
            UNFINISHED.split_at(100).0,
            "expected JSON or an RFC 3339 timestamp",
        ),
        (r#"{"version":2}"#, "expected version 1, found 2"),
        (r#"{"version":1}"#, "invalid `list`"),
        (&without(r#""rows":4500,"#), "invalid `rows`"),
        (&UNFINISHED.replace("2026-01-29", "now"), "invalid `after`"),
        (&UNFINISHED.replace("4400", "4500"), "invalid `anchors`"),
    ] {
        let error = text.parse::<Checkpoint>().unwrap_err().to_string();
        assert_eq!(error, format!("invalid checkpoint: {expected}"), "{text}");
    }
}

/// The text of an earlier version: the filters and the anchors in it are still recognized.
#[tokio::test]
async fn kept_checkpoint_is_continued() {
    const KEPT: &str = concat!(
        r#"{"filters":1453300105392959130,"list":"shop/list_stock","lookback":null,"#,
        r#""run":{"after":null,"anchors":[[18,3416522487118442403],[19,417100636612021669]],"#,
        r#""is_lookback":true,"page_size":20,"rows":20,"since":null,"#,
        r#""started_at":"2025-03-01T00:01:00Z","unreadable":0},"version":1,"watermark":null}"#,
    );
    let server = StockServer::start(World::new(Order::Id, 60));
    let mut database = Database {
        checkpoint: Some(KEPT.to_owned()),
        ..Database::default()
    };
    assert!(database.process(&server, 1, usize::MAX).await);
    let ids: HashSet<_> = database.records.iter().map(|(id, _)| *id).collect();
    assert!(ids.is_subset(&(17..=60).collect()), "{ids:?}");
    assert!(ids.is_superset(&(21..=60).collect()), "{ids:?}");
}

proptest! {
    #![proptest_config(cases(96))]

    /// The latest change of every record is stored, whatever happens between the requests and
    /// between the processes, wherever they crash, and wherever they store checkpoints.
    #[test]
    fn no_record_is_lost_by_crashes(
        world in world(),
        processes in prop::collection::vec(
            (
                1..4_usize,
                prop_oneof![1 => Just(usize::MAX), 3 => 0..9_usize],
                prop::collection::vec(event(), 0..60),
            ),
            1..8,
        ),
    ) {
        block_on(Database::default().loses_nothing(world, processes));
    }
}
