//! Incremental sync of lists that change while they are read.

use std::collections::HashSet;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use api_runtime::{Checkpoint, CheckpointFile, CheckpointStore, Error, ErrorKind};
use proptest::prelude::*;
use test_support::{TestServer, json};

use crate::shop::client;
use crate::stock::{Event, ListStock, Order, StockServer, World};

pub(crate) const OVERLAP: Duration = Duration::from_secs(60);

pub(crate) fn small() -> ListStock {
    ListStock {
        per_page: Some(20),
        ..ListStock::default()
    }
}

/// The records of a run, until it ends, fails, or is interrupted after `limit` records.
async fn run(
    server: &StockServer,
    checkpoint: &mut Option<Checkpoint>,
    limit: usize,
) -> (Vec<(i64, i64)>, Option<Error>) {
    let client = client(server.server.base_url());
    // At most 150 rows, 10 or more on each page.
    let run = client.call().sync(small(), checkpoint, OVERLAP).unwrap();
    let mut run = run.max_pages(1_000);
    let mut returned = Vec::new();
    while returned.len() < limit {
        match run.next().await {
            Some(Ok(stock)) => returned.push((stock.id.unwrap(), stock.version.unwrap())),
            Some(Err(error)) => {
                assert!(run.next().await.is_none(), "nothing follows an error");
                assert_eq!(error.page(), None);
                assert!(
                    !error.to_string().contains("more than 1000 pages"),
                    "{error}"
                );
                assert!(run.commit().is_err());
                return (returned, Some(error));
            }
            None => {
                run.commit().unwrap();
                return (returned, None);
            }
        }
    }
    (returned, None)
}

/// A run up to its end.
pub(crate) async fn complete_run(
    server: &StockServer,
    checkpoint: &mut Option<Checkpoint>,
) -> Vec<(i64, i64)> {
    let (returned, error) = run(server, checkpoint, usize::MAX).await;
    assert!(error.is_none(), "{error:?}");
    returned
}

fn pages(server: &TestServer) -> Vec<String> {
    let query = |request: &String| {
        let target = request.split(' ').nth(1).unwrap();
        target.split_once('?').unwrap().1.to_owned()
    };
    server.requests().iter().map(query).collect()
}

#[tokio::test]
async fn first_run_returns_all_records_and_later_runs_the_changed_ones() {
    let server = StockServer::start(World::new(Order::Id, 70)).await;
    let mut checkpoint = None;
    let mut returned = complete_run(&server, &mut checkpoint).await;
    returned.sort_unstable();
    assert_eq!(returned, (1..=70).map(|id| (id, 1)).collect::<Vec<_>>());
    // The first page, and then pages that overlap the previous one by two rows.
    assert_eq!(
        pages(&server.server),
        [
            "page=1&per_page=20",
            "page=2&per_page=18",
            "page=3&per_page=17",
            "page=4&per_page=16",
            "page=4&per_page=20",
        ]
    );
    let start = server.world.lock().unwrap().now;
    let mark = checkpoint.as_ref().unwrap().watermark().unwrap();
    assert!(mark <= start - OVERLAP && mark > start - OVERLAP - Duration::from_secs(20));

    {
        let mut world = server.world.lock().unwrap();
        world.apply(Event::Pass(3600));
        world.apply(Event::Change(4));
        world.apply(Event::Add);
    }
    let mut returned = complete_run(&server, &mut checkpoint).await;
    returned.sort_unstable();
    // Two changed records, and again those of the last minute before the previous run.
    let repeated = returned.len() - 2;
    assert!(
        returned.contains(&(5, 2)) && returned.contains(&(71, 1)),
        "{returned:?}"
    );
    assert!((55..=65).contains(&repeated), "{repeated}");
    let query = pages(&server.server)[5].clone();
    assert_eq!(query, "page=1&per_page=20&updated_at_gt=2025-02-27");

    server.world.lock().unwrap().apply(Event::Pass(3600));
    complete_run(&server, &mut checkpoint).await;
    server.world.lock().unwrap().apply(Event::Pass(3600));
    assert_eq!(
        complete_run(&server, &mut checkpoint).await,
        [],
        "nothing changed"
    );
}

/// Two runs over a list of 60 rows, with these events after the first response.
async fn run_with_events(order: Order, events: &[Event]) -> (StockServer, HashSet<(i64, i64)>) {
    let mut world = World::new(order, 60);
    world.apply(Event::Pass(100_000));
    world.events = vec![events.to_vec()];
    let server = StockServer::start(world).await;
    let mut checkpoint = None;
    let mut returned: HashSet<_> = complete_run(&server, &mut checkpoint)
        .await
        .into_iter()
        .collect();
    returned.extend(complete_run(&server, &mut checkpoint).await);
    (server, returned)
}

#[tokio::test]
async fn rows_that_move_between_pages_are_not_lost() {
    // In a list sorted by the time of change, a changed row moves to the end, and all others move
    // forward.
    let moves: Vec<_> = (0..15).map(|_| Event::Change(0)).collect();
    let deletes: Vec<_> = (0..15).map(|_| Event::Delete(0)).collect();
    let adds: Vec<_> = (0..30).map(|_| Event::Add).collect();
    for order in Order::ALL {
        for events in [&moves, &deletes, &adds] {
            let (server, returned) = run_with_events(order, events).await;
            assert_eq!(server.lost(&returned), [], "{order:?} {:?}", events[0]);
        }
    }
}

#[tokio::test]
async fn plain_paging_loses_rows_that_move_between_pages() {
    // The reason for sync: the same list, read by plain paging.
    let mut world = World::new(Order::OldestChangeFirst, 60);
    world.events = vec![vec![Event::Change(0)]];
    let server = StockServer::start(world).await;
    let mut items = client(server.server.base_url()).items(small());
    let mut returned = HashSet::new();
    while let Some(stock) = items.next().await {
        let stock = stock.unwrap();
        returned.insert((stock.id.unwrap(), stock.version.unwrap()));
    }
    let lost: Vec<_> = server.lost(&returned).iter().map(|row| row.id).collect();
    assert_eq!(lost, [21], "the first row of the second page");
}

#[tokio::test]
async fn interrupted_run_is_repeated() {
    let server = StockServer::start(World::new(Order::Id, 50)).await;
    let mut checkpoint = None;
    let (returned, _) = run(&server, &mut checkpoint, 30).await;
    assert_eq!((returned.len(), &checkpoint), (30, &None));
    assert_eq!(complete_run(&server, &mut checkpoint).await.len(), 50);
}

#[tokio::test]
async fn checkpoint_is_stored_only_by_a_commit() {
    let server = StockServer::start(World::new(Order::Id, 2)).await;
    let client = client(server.server.base_url());
    let mut checkpoint = None;
    let mut run = client
        .call()
        .sync(small(), &mut checkpoint, OVERLAP)
        .unwrap();
    for _ in 0..2 {
        let error = run.commit().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        run.next().await.unwrap().unwrap();
    }
    let committed = run.commit().unwrap();
    assert!(run.next().await.is_none());
    assert_eq!(checkpoint, Some(committed));
}

#[tokio::test]
async fn empty_list_advances_the_watermark() {
    let server = StockServer::start(World::new(Order::Id, 0)).await;
    let mut checkpoint = None;
    assert_eq!(complete_run(&server, &mut checkpoint).await, []);
    assert!(checkpoint.unwrap().watermark().is_some());
}

#[tokio::test]
async fn run_resumes_at_the_page_that_failed() {
    let row = r#"{"id":1,"updated_at":"2025-03-01T00:00:00Z"}"#;
    let server = TestServer::start([
        // A status that the client does not retry.
        json(501, ""),
        json(200, format!(r#"{{"stock":[{row}],"total_pages":1}}"#)),
    ])
    .await;
    let client = client(server.base_url());
    let mut checkpoint = None;
    let mut run = client
        .call()
        .sync(small(), &mut checkpoint, OVERLAP)
        .unwrap();
    assert!(run.next().await.unwrap().is_err());
    assert!(run.next().await.is_none());
    run.resume();
    assert_eq!(run.next().await.unwrap().unwrap().id, Some(1));
    assert!(run.next().await.is_none());
    run.commit().unwrap();
}

#[tokio::test]
async fn unreadable_elements_are_counted() {
    let row = r#"{"id":1,"updated_at":"2025-03-01T00:00:00Z"}"#;
    let body = format!(r#"{{"stock":[null,{row},7],"total_pages":1}}"#);
    let server = TestServer::start([json(200, body)]).await;
    let client = client(server.base_url());
    let mut checkpoint = None;
    let mut run = client
        .call()
        .sync(small(), &mut checkpoint, OVERLAP)
        .unwrap();
    assert_eq!(run.unreadable(), 0);
    assert_eq!(run.next().await.unwrap().unwrap().id, Some(1));
    assert!(run.next().await.is_none());
    assert_eq!(run.unreadable(), 2);
}

#[tokio::test]
async fn unreadable_elements_are_committed_only_explicitly() {
    let row = r#"{"id":1,"updated_at":"2025-03-01T00:00:00Z"}"#;
    let body = format!(r#"{{"stock":[{row},7],"total_records":2,"total_pages":1}}"#);
    let server = TestServer::start([json(200, body)]).await;
    let client = client(server.base_url());
    let mut checkpoint = None;
    let mut run = client
        .call()
        .sync(small(), &mut checkpoint, OVERLAP)
        .unwrap();
    assert!(run.commit_incomplete().is_err(), "the run has not ended");
    assert!(run.next().await.unwrap().is_ok());
    assert!(run.next().await.is_none());
    let error = run.commit().unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    let text = error.to_string();
    assert!(text.contains("1 elements could not be read"), "{text}");
    let committed = run.commit_incomplete().unwrap();
    assert_eq!(checkpoint, Some(committed));
}

#[tokio::test]
async fn page_without_any_record_among_its_elements_is_an_error() {
    let error = failure([r#"{"stock":[null,7,"x"],"total_records":3,"total_pages":1}"#.to_owned()]);
    let error = error.await;
    assert!(
        error.contains("none of the 3 elements of the page is a record"),
        "{error}"
    );
}

#[tokio::test]
async fn null_or_omitted_list_next_to_a_total_of_zero_is_an_empty_sync() {
    for body in [
        r#"{"stock":null,"total_records":0}"#,
        r#"{"total_records":0,"total_pages":0}"#,
    ] {
        let server = TestServer::start([json(200, body)]).await;
        let client = client(server.base_url());
        let mut checkpoint = None;
        let mut run = client
            .call()
            .sync(small(), &mut checkpoint, OVERLAP)
            .unwrap();
        assert!(run.next().await.is_none());
        run.commit().unwrap();
    }
}

#[tokio::test]
async fn page_without_content_after_the_last_one_ends_a_sync() {
    for (status, body) in [
        (404, ""),
        (204, ""),
        (200, "{}"),
        (200, r#"{"stock":null}"#),
    ] {
        let first = || json(200, page(0..5, ""));
        let server = TestServer::start([first(), json(status, body), first()]).await;
        let client = client(server.base_url());
        let mut checkpoint = None;
        let mut run = client
            .call()
            .sync(small(), &mut checkpoint, OVERLAP)
            .unwrap();
        for _ in 0..5 {
            run.next().await.unwrap().unwrap();
        }
        let end = run.next().await;
        assert!(end.is_none(), "{status} {body}: {end:?}");
        run.commit().unwrap();
    }
}

/// A run over a server that makes another page size of the requested one.
async fn run_with_page_sizes(
    rows: i64,
    page_size: impl Fn(i64) -> i64 + Send + Sync + 'static,
    echoed_size: impl Fn(i64) -> String + Send + Sync + 'static,
    past_end: u16,
) -> (HashSet<i64>, Option<Error>, bool) {
    let server = TestServer::with_handler(move |request| {
        let requested = parameter(request, "per_page=");
        let size = page_size(requested);
        let start = (parameter(request, "?page=") - 1) * size;
        match start < rows {
            true => json(
                200,
                page(start..(start + size).min(rows), &echoed_size(requested)),
            ),
            false => json(past_end, page([], "")),
        }
    })
    .await;
    let client = client(server.base_url());
    let mut checkpoint = None;
    let run = client
        .call()
        .sync(small(), &mut checkpoint, OVERLAP)
        .unwrap();
    let mut run = run.max_pages(100);
    let (mut ids, mut failure) = (HashSet::new(), None);
    while let Some(stock) = run.next().await {
        match stock {
            Ok(stock) => ids.extend(stock.id),
            Err(error) => failure = Some(error),
        }
    }
    let is_committed = run.commit().is_ok();
    if !is_committed {
        let committed = run.commit_incomplete();
        assert!(committed.is_ok(), "{committed:?}, {failure:?}");
    }
    (ids, failure, is_committed)
}

#[tokio::test]
async fn list_in_pages_of_a_fixed_size_is_read_to_its_end_and_committed_explicitly() {
    type Size = fn(i64) -> i64;
    let sizes: [Size; 3] = [|_| 50, |_| 20, |size| (size + 9) / 10 * 10];
    for size in sizes {
        for past_end in [200, 404] {
            let result = run_with_page_sizes(130, size, |_| String::new(), past_end).await;
            let (ids, error, is_committed) = result;
            assert_eq!(ids, (0..130).collect());
            let error = error.unwrap();
            assert_eq!((error.kind(), is_committed), (ErrorKind::Incomplete, false));
            assert!(
                error.to_string().contains("pages of a fixed size"),
                "{error}"
            );
        }
    }
    // A single page is a snapshot, if no row moved to it before the next one was read.
    let (ids, error, is_committed) = run_with_page_sizes(45, |_| 50, |_| String::new(), 200).await;
    assert!(error.is_none(), "{error:?}");
    assert_eq!((ids, is_committed), ((0..45).collect(), true));
}

#[tokio::test]
async fn list_in_pages_of_any_fixed_size_is_read_to_its_end() {
    for size in [1, 2, 5, 10, 15, 19, 20, 25, 50] {
        for rows in [1, size - 1, size, size + 1, 2 * size, 3 * size + 1] {
            for is_shown in [false, true] {
                let shown = move |_| match is_shown {
                    true => format!(",\"per_page\":{size}"),
                    false => String::new(),
                };
                let (ids, error, is_committed) =
                    run_with_page_sizes(rows, move |_| size, shown, 200).await;
                let about = format!("{rows} rows in pages of {size}, {is_shown}: {error:?}");
                assert_eq!(ids, (0..rows).collect(), "{about}");
                assert_eq!(is_committed, rows <= size, "{about}");
                if let Some(error) = error {
                    let error = error.to_string();
                    assert!(error.contains("pages of a fixed size"), "{about}");
                }
            }
        }
    }
}

#[tokio::test]
async fn row_that_moves_to_a_short_page_before_the_list_ends_is_not_lost() {
    // The first page is short, and a row before it is deleted before the next one is read.
    let mut world = World::new(Order::Id, 20);
    world.has_totals = false;
    world.max_rows = vec![19];
    world.events = vec![vec![Event::Delete(0)]];
    let server = StockServer::start(world).await;
    let returned = complete_run(&server, &mut None).await;
    assert_eq!(server.lost(&returned.into_iter().collect()), []);
    // The same, on a server whose pages have a fixed size.
    let requests = AtomicUsize::new(0);
    let server = TestServer::with_handler(move |request| {
        let first = match requests.fetch_add(1, Ordering::SeqCst) {
            0..=2 => 0,
            _ => 1,
        };
        let start = first + (parameter(request, "?page=") - 1) * 25;
        json(200, page(start..(start + 25).min(26), ""))
    })
    .await;
    let client = client(server.base_url());
    let mut watermark = None;
    let mut run = client
        .call()
        .sync(small(), &mut watermark, OVERLAP)
        .unwrap();
    let mut ids = HashSet::new();
    while let Some(stock) = run.next().await {
        match stock {
            Ok(stock) => ids.extend(stock.id),
            Err(error) => assert!(error.to_string().contains("of a fixed size"), "{error}"),
        }
    }
    assert!(ids.contains(&25) || run.commit().is_err(), "{ids:?}");
}

#[tokio::test]
async fn wrong_page_size_of_a_response_is_ignored_if_the_pages_overlap() {
    let echo = |_| r#","per_page":100"#.to_owned();
    let (ids, error, is_committed) = run_with_page_sizes(130, |size| size, echo, 200).await;
    assert!(error.is_none(), "{error:?}");
    assert_eq!((ids, is_committed), ((0..130).collect(), true));
}

#[tokio::test]
async fn missing_records_are_an_error_after_all_records() {
    // Wrong by one, and the totals of a list that is 100 times as long.
    for (rows, total) in [(0, 1), (5, 6), (45, 46), (5, 500), (45, 4500)] {
        let server = TestServer::with_handler(move |request| {
            let size = parameter(request, "per_page=");
            let start = ((parameter(request, "?page=") - 1) * size).min(rows);
            let totals = format!(
                r#","total_records":{total},"total_pages":{},"per_page":{size}"#,
                (total + size - 1) / size
            );
            json(200, page(start..(start + size).min(rows), &totals))
        })
        .await;
        let client = client(server.base_url());
        let mut checkpoint = None;
        let mut run = client
            .call()
            .sync(small(), &mut checkpoint, OVERLAP)
            .unwrap();
        let mut ids = HashSet::new();
        let error = loop {
            match run.next().await.unwrap() {
                Ok(stock) => ids.extend(stock.id),
                Err(error) => break error,
            }
        };
        assert_eq!(ids, (0..rows).collect());
        assert_eq!(error.kind(), ErrorKind::Incomplete);
        let text = error.to_string();
        let expected = format!("expected {total} records (`total_records`), received {rows} up to");
        assert!(
            text.contains(&expected) && text.contains("run the sync again"),
            "{text}"
        );
        assert!(server.requests().len() < 10);
        assert_eq!(
            run.commit().unwrap_err().kind(),
            io::ErrorKind::InvalidInput
        );
        let committed = run.commit_incomplete().unwrap();
        assert_eq!(checkpoint, Some(committed));
    }
}

#[tokio::test]
async fn totals_that_ignore_the_filter_are_not_missing_records() {
    for rows in [0, 5, 45] {
        for ignores_filter in [true, false] {
            let server = TestServer::with_handler(move |request| {
                let size = parameter(request, "per_page=");
                let is_never = request.contains("updated_at_gt=2999-12-31");
                let rows = if is_never { 0 } else { rows };
                let total = if ignores_filter || !is_never { 700 } else { 0 };
                let start = ((parameter(request, "?page=") - 1) * size).min(rows);
                let totals = format!(r#","total_records":{total},"per_page":{size}"#);
                json(200, page(start..(start + size).min(rows), &totals))
            })
            .await;
            let client = client(server.base_url());
            let watermark = "2025-02-01T00:00:00Z".parse().unwrap();
            let mut checkpoint = Some(Checkpoint::from_watermark(watermark));
            let mut run = client
                .call()
                .sync(small(), &mut checkpoint, OVERLAP)
                .unwrap();
            let mut ids = HashSet::new();
            let mut failures = 0;
            while let Some(stock) = run.next().await {
                match stock {
                    Ok(stock) => ids.extend(stock.id),
                    Err(error) => {
                        assert_eq!(error.kind(), ErrorKind::Incomplete);
                        failures += 1;
                    }
                }
            }
            assert_eq!(ids, (0..rows).collect());
            assert_eq!(
                (failures == 0, run.commit().is_ok()),
                (ignores_filter, ignores_filter)
            );
            let queries = pages(&server);
            let checks = queries.iter().filter(|query| query.contains("2999-12-31"));
            assert_eq!(checks.count(), 1, "{queries:?}");
        }
    }
}

#[tokio::test]
async fn smaller_pages_than_requested_are_accepted() {
    let mut world = World::new(Order::Id, 100);
    world.max_page_size = 25;
    let server = StockServer::start(world).await;
    let client = client(server.server.base_url());
    let mut checkpoint = None;
    let list = ListStock::default();
    let mut run = client.call().sync(list, &mut checkpoint, OVERLAP).unwrap();
    let mut returned = HashSet::new();
    while let Some(stock) = run.next().await {
        assert!(
            returned.insert(stock.unwrap().id),
            "no record is returned twice"
        );
    }
    assert_eq!(returned.len(), 100);
    assert_eq!(
        pages(&server.server)[..2],
        ["page=1&per_page=100", "page=2&per_page=23"]
    );
}

/// The error of a run with this script.
async fn failure(script: impl IntoIterator<Item = String>) -> String {
    let script: Vec<_> = script.into_iter().map(|body| json(200, body)).collect();
    let server = TestServer::start(script).await;
    let mut checkpoint = None;
    let client = client(server.base_url());
    let mut run = client
        .call()
        .sync(small(), &mut checkpoint, OVERLAP)
        .unwrap();
    while let Some(stock) = run.next().await {
        if let Err(error) = stock {
            assert!(run.commit().is_err());
            return error.to_string();
        }
    }
    panic!("no error");
}

/// The error of a run of a server that returns this body for each request, from its number and the
/// requested page and size, and the number of requests.
async fn failure_of(
    body: impl Fn(usize, i64, i64) -> String + Send + Sync + 'static,
) -> (String, usize) {
    let requests = AtomicUsize::new(0);
    let server = TestServer::with_handler(move |request| {
        let number = requests.fetch_add(1, Ordering::SeqCst);
        let page = parameter(request, "?page=");
        json(200, body(number, page, parameter(request, "per_page=")))
    })
    .await;
    let mut checkpoint = None;
    let client = client(server.base_url());
    let mut run = client
        .call()
        .sync(small(), &mut checkpoint, OVERLAP)
        .unwrap();
    loop {
        if let Err(error) = run.next().await.expect("no error") {
            assert!(run.commit().is_err());
            return (error.to_string(), server.requests().len());
        }
    }
}

/// The value of a query parameter.
pub(crate) fn parameter(request: &str, name: &str) -> i64 {
    let value = request.split(name).nth(1).unwrap();
    value.split([' ', '&']).next().unwrap().parse().unwrap()
}

/// A page of these ids, each with its own time of change.
pub(crate) fn page(ids: impl IntoIterator<Item = i64>, metadata: &str) -> String {
    let row = |id: i64| {
        format!(
            r#"{{"id":{id},"updated_at":"2025-03-01T00:{:02}:{:02}Z"}}"#,
            id / 60 % 60,
            id % 60
        )
    };
    let rows: Vec<_> = ids.into_iter().map(row).collect();
    format!(r#"{{"stock":[{}]{metadata}}}"#, rows.join(","))
}

#[tokio::test]
async fn unsafe_pages_are_errors_instead_of_gaps() {
    // A server that ignores the number or the size of a page.
    let other = failure([page(0..20, r#","current_page":2"#)]).await;
    assert!(other.contains("expected page 1, found page 2"), "{other}");
    let size = failure([
        page(0..20, r#","per_page":20"#),
        page(20..40, r#","per_page":20"#),
        page(0..20, r#","per_page":20"#),
        page(20..40, r#","per_page":20"#),
        page([], ""),
    ])
    .await;
    assert!(
        size.contains("expected a page size of 18, found 20"),
        "{size}"
    );
    let few = [page(0..5, ""), page(5..10, "")];
    let few = failure(few.clone().into_iter().chain(few).chain([page([], "")])).await;
    assert!(few.contains("expected a page size of 20, found 5"), "{few}");
    let empty = failure([page([], r#","total_pages":3"#)]).await;
    assert!(
        empty.contains("expected 3 pages (`total_pages`), received 1"),
        "{empty}"
    );
    let large = [page(0..20, ""), page(20..40, "")];
    let large = failure(large.clone().into_iter().chain(large).chain([page([], "")])).await;
    assert!(
        large.contains("expected a page size of 18, found 20"),
        "{large}"
    );
    // A list in which all rows move.
    let moving = |request, _, size| {
        let first = i64::try_from(request).unwrap() * 20;
        page(first..first + size, "")
    };
    let (moving, requests) = failure_of(moving).await;
    assert!(
        moving.contains("changes faster than it is read"),
        "{moving}"
    );
    assert!(requests < 20, "{requests}");
    // A server that always returns the same rows.
    let (same, requests) = failure_of(|_, _, size| page(0..size, "")).await;
    assert!(same.contains("ignores the page number"), "{same}");
    assert!(requests < 20, "{requests}");
    // The same, and the first row has another time of change in each response.
    let changing = |request, _, size| {
        let second = request % 60;
        let changing = format!(r#"{{"id":0,"updated_at":"2025-03-02T00:00:{second:02}Z"}}"#);
        let others = page(1..size, r#","total_pages":1000000"#);
        others.replacen('[', &format!("[{changing},"), 1)
    };
    let (same, requests) = failure_of(changing).await;
    assert!(same.contains("ignores the page number"), "{same}");
    assert!(requests < 20, "{requests}");
    // Each page after the first has half of its rows.
    let halves = |_, number, size| match number {
        1 => page(0..size, r#","total_records":1000"#),
        _ => page(19..19 + size / 2, r#","total_records":1000"#),
    };
    let (short, requests) = failure_of(halves).await;
    assert!(short.contains("although more follow"), "{short}");
    assert!(requests < 20, "{requests}");
    // Records without the time of their change.
    let untimed = |_, _, size| {
        let rows: Vec<_> = (0..size).map(|id| format!(r#"{{"id":{id}}}"#)).collect();
        format!(r#"{{"stock":[{}]}}"#, rows.join(","))
    };
    let (untimed, requests) = failure_of(untimed).await;
    assert!(
        untimed.contains("page: its records lack an id or a readable time of change"),
        "{untimed}"
    );
    assert!(requests < 20, "{requests}");
}

/// A server of a list of this many rows that is never longer than its largest page.
async fn capped_server(rows: i64, max_size: i64, metadata: fn(i64) -> String) -> TestServer {
    TestServer::with_handler(move |request| {
        let size = parameter(request, "per_page=").min(max_size);
        let start = (parameter(request, "?page=") - 1) * size;
        let end = (start + size).min(rows);
        json(200, page(start..end, &metadata(rows)))
    })
    .await
}

#[tokio::test]
async fn short_page_ends_a_run_only_if_nothing_says_that_more_follow() {
    // The server returns at most 30 rows, and does not say so.
    type Metadata = fn(i64) -> String;
    let metadata: [(&str, Metadata); 3] = [
        ("nothing", |_| String::new()),
        ("total_records", |rows| {
            format!(r#","total_records":{rows}"#)
        }),
        ("total_pages", |rows| {
            format!(r#","total_pages":{}"#, (rows + 29) / 30)
        }),
    ];
    for (name, metadata) in metadata {
        for rows in [0, 1, 29, 30, 31, 100] {
            let server = capped_server(rows, 30, metadata).await;
            let client = client(server.base_url());
            let mut checkpoint = None;
            let list = ListStock::default();
            let mut run = client.call().sync(list, &mut checkpoint, OVERLAP).unwrap();
            let mut ids = HashSet::new();
            while let Some(stock) = run.next().await {
                ids.extend(stock.unwrap().id);
            }
            assert_eq!(ids, (0..rows).collect(), "{name}: {rows}");
            run.commit().unwrap();
        }
    }
}

#[tokio::test]
async fn run_without_an_end_ends_at_the_maximum_of_pages() {
    // Each page has new rows, and one of the page before.
    let server = TestServer::with_handler(|request| {
        let size = parameter(request, "per_page=");
        let start = (parameter(request, "?page=") - 1) * size;
        json(200, page(start..start + size, r#","total_pages":1000000"#))
    })
    .await;
    let client = client(server.base_url());
    let mut checkpoint = None;
    let list = small();
    let mut run = client
        .call()
        .sync(list, &mut checkpoint, OVERLAP)
        .unwrap()
        .max_pages(7);
    for requests in [7, 14] {
        let error = loop {
            if let Err(error) = run.next().await.unwrap() {
                break error;
            }
        };
        assert_eq!((error.kind(), error.attempts()), (ErrorKind::Incomplete, 0));
        assert!(
            error.to_string().contains("the run has more than 7 pages"),
            "{error}"
        );
        assert_eq!(server.requests().len(), requests);
        assert!(run.next().await.is_none() && run.commit().is_err());
        run.resume();
    }
}

#[tokio::test]
async fn checkpoint_is_loaded_before_the_first_request_and_its_errors_are_returned() {
    struct Broken;
    impl CheckpointStore for Broken {
        fn load(&mut self) -> io::Result<Option<Checkpoint>> {
            Err(io::Error::other("no disk"))
        }
        fn save(&mut self, _: &Checkpoint) -> io::Result<()> {
            unreachable!()
        }
    }
    let server = TestServer::start([]).await;
    let client = client(server.base_url());
    let error = client.call().sync(small(), Broken, OVERLAP).unwrap_err();
    assert_eq!(error.to_string(), "no disk");
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn checkpoint_file_persists_across_processes() {
    let folder = std::env::temp_dir().join(format!("changes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = || CheckpointFile::new(folder.join("stock"));
    let server = StockServer::start(World::new(Order::Id, 3)).await;
    let client = client(server.server.base_url());
    for (expected, pass) in [(3, 90_000), (0, 0)] {
        let mut run = client.call().sync(small(), file(), OVERLAP).unwrap();
        let mut count = 0;
        while let Some(stock) = run.next().await {
            stock.unwrap();
            count += 1;
        }
        // The first run begins within a minute of the changes, so that the second one returns them,
        // too.
        let committed = run.commit().unwrap();
        let mark = committed.watermark().unwrap();
        assert_eq!(file().load().unwrap(), Some(committed));
        assert_eq!(count, expected);
        server.world.lock().unwrap().apply(Event::Pass(pass));
        if pass > 0 {
            let later = Checkpoint::from_watermark(mark + OVERLAP * 2);
            file().save(&later).unwrap();
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

pub(crate) fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        6 => (0..200_usize).prop_map(Event::Change),
        2 => (0..200_usize).prop_map(Event::Delete),
        2 => Just(Event::Add),
        1 => (0..50_000_i64).prop_map(Event::Pass),
    ]
}

pub(crate) fn world() -> impl Strategy<Value = World> {
    let quiet = prop::collection::vec(event(), 0..3);
    let busy = prop::collection::vec(event(), 10..40);
    let events = prop::collection::vec(prop_oneof![4 => quiet, 1 => busy], 0..40);
    let clocks = (-12..=14_i8, any::<bool>(), 0..30_i64, -500..30_i64);
    let max_rows = prop_oneof![3 => Just(usize::MAX), 1 => 1..20_usize];
    let pages = (any::<bool>(), prop::collection::vec(max_rows, 0..40));
    (
        prop::sample::select(&Order::ALL[..]),
        0..120_usize,
        events,
        clocks,
        pages,
    )
        .prop_map(
            |(order, rows, events, (zone, whole_days, lag, ahead), (has_totals, max_rows))| {
                let mut world = World::new(order, rows);
                (world.has_totals, world.max_rows) = (has_totals, max_rows);
                (world.zone, world.whole_days) = (zone, whole_days);
                (world.lag, world.ahead) = (lag, ahead);
                world.apply(Event::Pass(200_000));
                world.events = events;
                world
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// The latest change of every record is returned, whatever happens between the requests,
    /// wherever runs are interrupted, and whatever a day means to the server, if its clocks and its
    /// lag are within the overlap.
    #[test]
    fn latest_change_of_every_record_is_returned(
        world in world(),
        limits in prop::collection::vec(prop_oneof![Just(usize::MAX), 0..60_usize], 4),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let server = StockServer::start(world).await;
            let mut checkpoint = None;
            let mut returned = HashSet::new();
            for limit in limits {
                // A list that changes too fast is an error, which only needs another run.
                returned.extend(run(&server, &mut checkpoint, limit).await.0);
            }
            // No events for longer than the server's lag.
            {
                let mut world = server.world.lock().unwrap();
                world.events.clear();
                world.max_rows.clear();
                world.apply(Event::Pass(40));
            }
            returned.extend(complete_run(&server, &mut checkpoint).await);
            prop_assert_eq!(server.lost(&returned), []);
            Ok(())
        })?;
    }
}
