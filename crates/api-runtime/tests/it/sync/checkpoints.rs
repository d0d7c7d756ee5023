//! Incremental sync that continues from a checkpoint in another process.

use std::collections::HashSet;
use std::io;
use std::time::Duration;

use api_runtime::Checkpoint;
use api_runtime::api_wire::Timestamp;
use proptest::prelude::*;

use super::runs::{
    Ended, OVERLAP, block_on, cases, complete_run, end_of_run, event, page, parameter, small,
    started, world,
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

    /// Runs processes: how often each stores a checkpoint, when it crashes, and what changes after it.
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
            assert!(self.process(&server, 10, usize::MAX).await);
        }
        assert_eq!(server.lost(&self.records), []);
    }

    fn store(&mut self, records: &mut Vec<(i64, i64)>, checkpoint: &Checkpoint) {
        self.records.extend(records.drain(..));
        self.checkpoint = Some(checkpoint.to_string());
    }

    /// A process that stores a checkpoint after each `interval` records, and crashes after `limit`
    /// records. Returns whether its run was committed.
    pub(crate) async fn process(
        &mut self,
        server: &StockServer,
        interval: usize,
        limit: usize,
    ) -> bool {
        let mut loaded = self.checkpoint();
        let client = client(&server.server);
        let mut run = started(&client, &mut loaded);
        if let Some(window) = self.lookback {
            run = run.lookback(window, Duration::ZERO);
        }
        let mut records = Vec::new();
        for count in 1..=limit {
            match run.next().await {
                Some(Ok(stock)) => records.push((stock.id.unwrap(), stock.version.unwrap())),
                // A list that changes too fast only needs another run.
                Some(Err(_)) => return false,
                None => {
                    let checkpoint = run.commit().unwrap();
                    self.store(&mut records, &checkpoint);
                    assert_eq!(run.checkpoint().unwrap(), checkpoint);
                    return true;
                }
            }
            if count % interval == 0 {
                let checkpoint = run.checkpoint().unwrap();
                self.store(&mut records, &checkpoint);
            }
        }
        false
    }
}

#[tokio::test]
async fn run_continues_from_its_checkpoint_after_a_crash() {
    let server = StockServer::start(World::new(Order::Id, 600));
    let mut database = Database::default();
    let mut checkpoint = None;
    complete_run(&server, &mut checkpoint).await;
    let uninterrupted = server.server.requests().len();

    for crash in 1..=3 {
        assert!(!database.process(&server, 10, 150).await);
        // At most a page of 20 records was not covered by the checkpoint.
        assert!(database.records.len() >= crash * 120, "{crash}");
        let checkpoint = database.checkpoint().unwrap();
        assert!(checkpoint.is_unfinished() && checkpoint.watermark().is_none());
    }
    assert!(database.process(&server, 10, usize::MAX).await);
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
    database.process(&server, 10, 60).await;
    {
        // Days later: a record changes that the first process returned.
        let mut world = server.world.lock().unwrap();
        world.apply(Event::Pass(5 * 86_400));
        world.apply(Event::Change(0));
        world.apply(Event::Pass(5 * 86_400));
    }
    assert!(database.process(&server, 10, usize::MAX).await);
    assert!(database.checkpoint().unwrap().watermark().unwrap() <= started_at);
    assert!(!database.records.contains(&(1, 2)));
    assert!(database.process(&server, 10, usize::MAX).await);
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
        database.process(&server, 10, 700).await;
        for _ in 0..60 {
            server.world.lock().unwrap().apply(event);
        }
        let requests = server.server.requests().len();
        assert!(database.process(&server, 10, usize::MAX).await);
        let requests = server.server.requests().len() - requests;
        // About 300 rows, the 60 that shifted, and the search for the place in the list. The whole
        // list has 63 windows.
        assert!(requests < 40, "{order:?} {event:?}: {requests}");
        database.process(&server, 10, usize::MAX).await;
        assert_eq!(server.lost(&database.records), [], "{order:?} {event:?}");
    }
}

#[tokio::test]
async fn unreadable_elements_before_a_crash_keep_a_run_from_being_committed() {
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
    let mut checkpoint = None;
    let mut run = started(&client, &mut checkpoint);
    for _ in 0..25 {
        run.next().await.unwrap().unwrap();
    }
    run.checkpoint().unwrap();
    drop(run);
    let mut run = started(&client, &mut checkpoint);
    while let Some(stock) = run.next().await {
        assert!(
            stock.unwrap().id > Some(10),
            "the first page is not read again"
        );
    }
    assert_eq!(run.unreadable(), 1);
    assert_eq!(run.commit().unwrap_err().kind(), io::ErrorKind::InvalidData);
}

/// A run of 100 rows that is interrupted after 60 of them, and resumed with another server.
async fn resume_with(server: &Server) -> Ended {
    let first = StockServer::start(World::new(Order::Id, 100));
    let mut database = Database::default();
    database.process(&first, 10, 60).await;
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
        assert!(ended.committed.is_ok(), "{}", ended.error_text());
    }
}

#[tokio::test]
async fn checkpoint_of_another_list_is_an_error_before_the_first_request() {
    let server = StockServer::start(World::new(Order::Id, 60));
    let client = client(&server.server);
    let mut database = Database::default();
    database.process(&server, 10, 40).await;
    let requests = server.server.requests().len();
    let other = ListStock {
        name_eq: Some("x".to_owned()),
        ..small()
    };
    let error = client
        .call()
        .sync(other, database.checkpoint(), OVERLAP)
        .unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    assert_eq!(
        error.to_string(),
        "expected a checkpoint of `shop/list_stock` with the filters of this operation, found one \
         with other filters"
    );
    let text = database
        .checkpoint
        .unwrap()
        .replace("list_stock", "list_things");
    let error = client
        .call()
        .sync(small(), Some(text.parse::<Checkpoint>().unwrap()), OVERLAP);
    assert_eq!(
        error.unwrap_err().to_string(),
        "expected a checkpoint of `shop/list_stock`, found one of `shop/list_things`"
    );
    assert_eq!(server.server.requests().len(), requests);
}

#[tokio::test]
async fn checkpoint_in_the_future_is_an_error_before_the_first_request() {
    let server = StockServer::start(World::new(Order::Id, 60));
    let client = client(&server.server);
    let in_hours = |hours: u64| Timestamp::now() + Duration::from_secs((60 * hours + 1) * 60);
    let started = |checkpoint: Checkpoint| {
        let mut loaded = Some(checkpoint);
        client.call().sync(small(), &mut loaded, OVERLAP).map(drop)
    };
    // A clock that was set back by a few minutes.
    started(Checkpoint::from_watermark(in_hours(0))).unwrap();
    let error = started(Checkpoint::from_watermark(in_hours(1)));
    let error = error.unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    let text = error.to_string();
    let expected = "invalid checkpoint: watermark in the future: ";
    assert!(text.starts_with(expected), "{text}");
    // An unfinished run.
    let mut database = Database::default();
    database.process(&server, 10, 30).await;
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
    let mut checkpoint = None;
    let mut run = client
        .call()
        .sync(since("2025-01-01"), &mut checkpoint, OVERLAP)
        .unwrap();
    for _ in 0..30 {
        run.next().await.unwrap().unwrap();
    }
    run.checkpoint().unwrap();
    drop(run);
    // The next day: with another filter, the rows would have other places.
    let mut run = client
        .call()
        .sync(since("2025-01-02"), &mut checkpoint, OVERLAP)
        .unwrap();
    run.next().await.unwrap().unwrap();
    let request = server.server.requests().pop().unwrap();
    assert!(request.contains("updated_at_gt=2025-01-01"), "{request}");
}

#[tokio::test]
async fn checkpoint_is_saved_only_if_it_differs() {
    #[derive(Default)]
    struct Count(usize);
    impl api_runtime::CheckpointStore for Count {
        fn load(&mut self) -> io::Result<Option<Checkpoint>> {
            Ok(None)
        }
        fn save(&mut self, _: &Checkpoint) -> io::Result<()> {
            self.0 += 1;
            Ok(())
        }
    }
    let server = StockServer::start(World::new(Order::Id, 60));
    let client = client(&server.server);
    let mut count = Count::default();
    let mut run = client.call().sync(small(), &mut count, OVERLAP).unwrap();
    while let Some(stock) = run.next().await {
        stock.unwrap();
        run.checkpoint().unwrap();
    }
    run.commit().unwrap();
    // Before the first page, after each of 4 windows, and of the committed run.
    assert_eq!(server.server.requests().len(), 4);
    assert_eq!(count.0, 6);
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
        r#"{"filters":10559498381911994939,"list":"shop/list_stock","lookback":null,"#,
        r#""run":{"after":null,"anchors":[[18,3416522487118442403],[19,417100636612021669]],"#,
        r#""is_lookback":true,"page_size":20,"rows":20,"since":null,"#,
        r#""started_at":"2025-03-01T00:01:00Z","unreadable":0},"version":1,"watermark":null}"#,
    );
    let server = StockServer::start(World::new(Order::Id, 60));
    let mut database = Database {
        checkpoint: Some(KEPT.to_owned()),
        ..Database::default()
    };
    assert!(database.process(&server, 10, usize::MAX).await);
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
                1..50_usize,
                prop_oneof![1 => Just(usize::MAX), 3 => 0..90_usize],
                prop::collection::vec(event(), 0..60),
            ),
            1..8,
        ),
    ) {
        block_on(Database::default().loses_nothing(world, processes));
    }
}
