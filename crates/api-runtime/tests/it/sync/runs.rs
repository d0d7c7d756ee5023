//! What a run returns, where it ends, and when it has ended.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use api_runtime::api_wire::Timestamp;
use api_runtime::{Checkpoint, Error, ErrorKind, IncrementalSync};
use proptest::prelude::*;
use test_support::shop::Client;

use super::server::{Server, client, json};
use super::stock::{Event, ListStock, Order, Stock, StockServer, World};

pub(crate) const OVERLAP: Duration = Duration::from_secs(60);

/// The number of cases of a property: a tenth, but with `LONG_TESTS` all.
pub(crate) fn cases(all: u32) -> ProptestConfig {
    let cases = match std::env::var_os("LONG_TESTS") {
        Some(_) => all,
        None => all / 10,
    };
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Runs an asynchronous property.
pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build().unwrap().block_on(future)
}

pub(crate) fn small() -> ListStock {
    ListStock {
        per_page: Some(20),
        ..ListStock::default()
    }
}

/// A run from a checkpoint.
pub(crate) fn started(
    client: &Client,
    checkpoint: Option<Checkpoint>,
) -> IncrementalSync<ListStock> {
    client.sync(small(), checkpoint).unwrap().overlap(OVERLAP)
}

/// The ids and versions of records.
pub(crate) fn versions(records: &[Stock]) -> impl Iterator<Item = (i64, i64)> {
    let version = |stock: &Stock| (stock.id.unwrap(), stock.version.unwrap());
    records.iter().map(version)
}

/// The records of a run, until it ends, fails, or is interrupted after `limit` records. Its checkpoint is
/// stored if it ends.
async fn run(
    server: &StockServer,
    checkpoint: &mut Option<Checkpoint>,
    limit: usize,
) -> (Vec<(i64, i64)>, Option<Error>) {
    let client = client(&server.server);
    // At most 150 rows, 10 or more on each page.
    let mut run = started(&client, checkpoint.clone()).max_pages(1_000);
    let (mut returned, mut last) = (Vec::new(), None);
    while returned.len() < limit {
        match run.next().await {
            Some(Ok(batch)) => {
                returned.extend(versions(&batch.records));
                last = Some(batch.checkpoint);
            }
            Some(Err(error)) => {
                assert!(run.next().await.is_none(), "nothing follows an error");
                assert_eq!(error.page(), None);
                assert!(
                    !error.to_string().contains("more than 1000 pages"),
                    "{error}"
                );
                return (returned, Some(error));
            }
            None => {
                assert!(has_ended(last.as_ref()));
                *checkpoint = last;
                return (returned, None);
            }
        }
    }
    (returned, None)
}

/// Whether it is the checkpoint of a last batch.
pub(crate) fn has_ended(checkpoint: Option<&Checkpoint>) -> bool {
    checkpoint.is_some_and(|found| !found.is_unfinished() && found.watermark().is_some())
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

/// What a run returned, and how it ended.
pub(crate) struct Ended {
    pub(crate) ids: HashSet<i64>,
    error: Option<Error>,
    last: Option<Checkpoint>,
    /// The queries of its requests.
    queries: Vec<String>,
}

impl Ended {
    pub(crate) fn error_text(&self) -> String {
        self.error
            .as_ref()
            .map(Error::to_string)
            .unwrap_or_default()
    }

    /// Whether the next run reads what changes from now on.
    pub(crate) fn has_ended(&self) -> bool {
        self.error.is_none() && has_ended(self.last.as_ref())
    }
}

/// A run from a checkpoint up to its end, or to its error.
pub(crate) async fn end_of_run(server: &Server, checkpoint: Option<Checkpoint>) -> Ended {
    let client = client(server);
    end(server, started(&client, checkpoint)).await
}

async fn end(server: &Server, run: IncrementalSync<ListStock>) -> Ended {
    let mut run = run.max_pages(100);
    let (mut ids, mut error, mut last) = (HashSet::new(), None, None);
    while let Some(batch) = run.next().await {
        match batch {
            Ok(batch) => {
                ids.extend(batch.records.iter().filter_map(|stock| stock.id));
                last = Some(batch.checkpoint);
            }
            Err(failure) => error = Some(failure),
        }
    }
    Ended {
        ids,
        error,
        last,
        queries: pages(server),
    }
}

fn pages(server: &Server) -> Vec<String> {
    let query = |target: &String| target.split_once('?').unwrap().1.to_owned();
    server.requests().iter().map(query).collect()
}

/// The value of a query parameter.
pub(crate) fn parameter(request: &str, name: &str) -> i64 {
    let value = request.split(name).nth(1).unwrap();
    value.split('&').next().unwrap().parse().unwrap()
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

/// A server of the rows from 0, whose pages have `page_size` of the requested size, and which
/// writes the numbers of a page from the requested size and its rows.
fn paged(
    rows: i64,
    page_size: impl Fn(i64) -> i64 + Send + Sync + 'static,
    numbers: impl Fn(i64, i64) -> String + Send + Sync + 'static,
    past_end: u16,
) -> Server {
    Server::with_handler(move |request| {
        let requested = parameter(request, "per_page=");
        let size = page_size(requested);
        let start = (parameter(request, "?page=") - 1) * size;
        let end = (start + size).min(rows);
        match start <= rows {
            true => json(200, page(start..end, &numbers(requested, end - start))),
            false => json(past_end, page([], &numbers(requested, 0))),
        }
    })
}

#[tokio::test]
async fn first_run_returns_all_records_and_later_runs_the_changed_ones() {
    let server = StockServer::start(World::new(Order::Id, 70));
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

#[tokio::test]
async fn rows_that_move_between_pages_are_not_lost() {
    for (order, event, count) in [
        // A changed row moves to the end, and all others move forward.
        (Order::OldestChangeFirst, Event::Change(0), 15),
        (Order::Id, Event::Delete(0), 15),
        (Order::LatestChangeFirst, Event::Add, 30),
    ] {
        let mut world = World::new(order, 60);
        world.apply(Event::Pass(100_000));
        // After the first response.
        world.events = vec![vec![event; count]];
        let server = StockServer::start(world);
        let mut checkpoint = None;
        let mut returned = HashSet::new();
        for _ in 0..2 {
            returned.extend(complete_run(&server, &mut checkpoint).await);
        }
        assert_eq!(server.lost(&returned), [], "{order:?} {event:?}");
    }
}

#[tokio::test]
async fn empty_list_advances_the_watermark() {
    let server = StockServer::start(World::new(Order::Id, 0));
    let mut checkpoint = None;
    assert_eq!(complete_run(&server, &mut checkpoint).await, []);
    assert!(checkpoint.unwrap().watermark().is_some());
}

#[tokio::test]
async fn the_day_of_the_filter_is_early_enough_in_every_zone() {
    // And for both meanings of "after a day".
    let start: Timestamp = "2026-03-01T00:00:00Z".parse().unwrap();
    let day_of = async |watermark| {
        let server = StockServer::start(World::new(Order::Id, 0));
        let mut checkpoint = Some(Checkpoint::from_watermark(watermark));
        complete_run(&server, &mut checkpoint).await;
        let query = pages(&server.server).remove(0);
        query.split_once("updated_at_gt=").unwrap().1.to_owned()
    };
    for hour in 0..48 {
        let moment = start + Duration::from_secs(hour * 60 * 60);
        let day = day_of(moment).await;
        for offset in ["-12", "-11", "+00", "+13", "+14"] {
            let last_second: Timestamp = format!("{day}T23:59:59{offset}:00").parse().unwrap();
            assert!(last_second < moment, "{moment} {offset}");
        }
    }
    let noon = start + Duration::from_secs(12 * 60 * 60);
    assert_eq!(day_of(noon).await, "2026-02-28");
    let before = noon - Duration::from_secs(1);
    assert_eq!(day_of(before).await, "2026-02-27");
    assert_eq!(day_of(Timestamp::MIN).await, "0000-01-01");
}

#[tokio::test]
async fn run_resumes_at_the_page_that_failed() {
    let row = page([1], r#","total_pages":1"#);
    // A status that the client does not retry.
    let server = Server::start([json(501, ""), json(200, row)]);
    let mut run = started(&client(&server), None);
    assert!(run.next().await.unwrap().is_err());
    assert!(run.next().await.is_none());
    run.resume();
    let batch = run.next().await.unwrap().unwrap();
    assert_eq!(batch.records[0].id, Some(1));
    assert!(has_ended(Some(&batch.checkpoint)));
    assert!(run.next().await.is_none());
}

#[tokio::test]
async fn unreadable_elements_are_an_error_unless_they_are_accepted() {
    let body = page([1], r#","total_records":3,"total_pages":1"#);
    let body = body.replacen("[{", "[null,7,{", 1);
    let server = Server::with_handler(move |_| json(200, body.clone()));
    for accepts in [false, true] {
        let mut run = started(&client(&server), None);
        if accepts {
            run = run.accept_incomplete();
        }
        let batch = run.next().await.unwrap().unwrap();
        assert_eq!(batch.records[0].id, Some(1));
        assert_eq!(run.unreadable(), 2);
        assert_eq!(has_ended(Some(&batch.checkpoint)), accepts);
        match run.next().await {
            None => assert!(accepts),
            Some(batch) => {
                let error = batch.unwrap_err();
                assert_eq!(error.kind(), ErrorKind::Mismatch);
                let text = error.to_string();
                assert!(
                    text.contains("2 elements of the list could not be read"),
                    "{text}"
                );
            }
        }
    }
}

/// A list of three rows, of which the server cannot write the first one in its first responses.
#[tokio::test]
async fn an_incomplete_list_is_read_again_by_the_next_run() {
    let broken = |text: &str| {
        json(
            200,
            text.replacen(r#"{"id":0,"updated_at":"2025-03-01T00:00:00Z"}"#, "null", 1),
        )
    };
    let whole = page(0..3, r#","total_records":3,"total_pages":1"#);
    let short = page(1..3, r#","total_records":3,"total_pages":1"#);
    for first in [
        vec![broken(&whole)],
        vec![
            json(200, short.clone()),
            json(200, page([], "")),
            json(200, short),
        ],
    ] {
        let server = Server::start(first.into_iter().chain([json(200, whole.clone())]));
        let ended = end_of_run(&server, None).await;
        assert!(ended.error.is_some() && !ended.ids.contains(&0));
        let ended = end_of_run(&server, ended.last).await;
        assert!(ended.has_ended(), "{}", ended.error_text());
        assert_eq!(ended.ids, (0..3).collect());
    }
}

#[tokio::test]
async fn page_without_content_after_the_last_one_ends_a_sync() {
    for (status, body) in [(404, ""), (204, "")] {
        let first = || json(200, page(0..5, ""));
        let server = Server::start([first(), json(status, body), first()]);
        let ended = end_of_run(&server, None).await;
        assert_eq!(ended.ids.len(), 5, "{status}");
        assert!(ended.has_ended(), "{status}: {}", ended.error_text());
    }
}

#[tokio::test]
async fn list_in_pages_of_another_size_is_an_error() {
    type Size = fn(i64) -> i64;
    // One row, as requested at first, larger, and rounded up.
    let sizes: [(i64, Size); 4] = [
        (4, |_| 1),
        (61, |_| 20),
        (130, |_| 50),
        (130, |size| (size + 9) / 10 * 10),
    ];
    for (rows, size) in sizes {
        let ended = end_of_run(&paged(rows, size, |_, _| String::new(), 200), None).await;
        let text = ended.error_text();
        assert!(text.contains("expected a page size of"), "{text}");
        assert!(!ended.has_ended());
    }
}

#[tokio::test]
async fn row_that_moves_to_a_short_page_before_the_list_ends_is_not_lost() {
    // The first page is short, and a row before it is deleted before the next one is read.
    let mut world = World::new(Order::Id, 20);
    world.has_totals = false;
    world.max_rows = vec![19];
    world.events = vec![vec![Event::Delete(0)]];
    let server = StockServer::start(world);
    let returned = complete_run(&server, &mut None).await;
    assert_eq!(server.lost(&returned.into_iter().collect()), []);
}

/// The rows of a list, its largest page, the numbers of a page (`{requested}` is the requested size,
/// `{rows}` are its rows), the status after the last page, and the error at the end of the run.
#[rustfmt::skip]
const CONTRADICTIONS: &[(&str, i64, i64, &str, u16, &str)] = &[
    ("no numbers", 100, 30, "", 200, ""),
    ("and 404 after the end", 100, 30, "", 404, ""),
    ("a list of one full page", 30, 30, "", 404, ""),
    ("only `total_records`", 100, 30, r#","total_records":100"#, 200, ""),
    ("only `total_pages`", 100, 30, r#","total_pages":4"#, 200, ""),
    ("`per_page` as requested", 100, 30, r#","per_page":{requested},"total_records":100"#, 200, ""),
    ("`per_page` of another list", 130, 200, r#","per_page":100"#, 200, ""),
    ("`total_records` of the page", 100, 30, r#","per_page":30,"total_records":{rows}"#, 200, ""),
    ("`total_records` is too small", 100, 30, r#","per_page":30,"total_records":99"#, 200, ""),
    ("`total_pages` is too small", 100, 30, r#","total_pages":1"#, 200, ""),
    ("`total_pages` is too large", 5, 30, r#","total_pages":3"#, 200, "expected 3 pages"),
    ("`total_records` is too large", 45, 30, r#","total_records":46"#, 200,
        "expected 46 records (`total_records`), received 45 up to"),
];

#[tokio::test]
async fn numbers_that_contradict_the_pages_lose_no_record_without_an_error() {
    for &(name, rows, max_size, numbers, past_end, error) in CONTRADICTIONS {
        let numbers = |requested: i64, rows: i64| {
            let numbers = numbers.replace("{requested}", &requested.to_string());
            numbers.replace("{rows}", &rows.to_string())
        };
        let size = move |requested: i64| requested.min(max_size);
        let server = paged(rows, size, numbers, past_end);
        let ended = end_of_run(&server, None).await;
        let text = ended.error_text();
        assert_eq!(ended.ids, (0..rows).collect(), "{name}: {text}");
        assert_eq!(text.is_empty(), error.is_empty(), "{name}: {text}");
        assert!(text.contains(error), "{name}: {text}");
        assert_eq!(ended.has_ended(), error.is_empty(), "{name}");
        let ended = end(&server, started(&client(&server), None).accept_incomplete()).await;
        assert_eq!(ended.ids, (0..rows).collect(), "{name}");
        assert!(ended.has_ended(), "{name}: {}", ended.error_text());
    }
}

#[tokio::test]
async fn totals_that_ignore_the_filter_are_not_missing_records() {
    for ignores_filter in [true, false] {
        let server = Server::with_handler(move |request| {
            let size = parameter(request, "per_page=");
            let is_never = request.contains("updated_at_gt=2999-12-31");
            let rows = if is_never { 0 } else { 45 };
            let total = if ignores_filter || !is_never { 700 } else { 0 };
            let start = ((parameter(request, "?page=") - 1) * size).min(rows);
            let totals = format!(r#","total_records":{total},"per_page":{size}"#);
            json(200, page(start..(start + size).min(rows), &totals))
        });
        let watermark = "2025-02-01T00:00:00Z".parse().unwrap();
        let ended = end_of_run(&server, Some(Checkpoint::from_watermark(watermark))).await;
        assert_eq!(ended.ids, (0..45).collect());
        assert_eq!(ended.error.is_none(), ignores_filter);
        assert_eq!(ended.has_ended(), ignores_filter);
        let is_check = |query: &&String| query.contains("2999-12-31");
        assert_eq!(ended.queries.iter().filter(is_check).count(), 1);
    }
}

#[tokio::test]
async fn unsafe_pages_are_errors_instead_of_gaps() {
    let scripts = [
        (
            vec![page(0..20, r#","current_page":2"#)],
            "expected page 1, found page 2",
        ),
        (
            vec![page([], r#","total_pages":3"#)],
            "expected 3 pages (`total_pages`), received 1",
        ),
        (
            vec![r#"{"stock":[null,7,"x"],"total_records":3,"total_pages":1}"#.to_owned()],
            "none of the 3 elements of the page is a record",
        ),
    ];
    for (script, expected) in scripts {
        let script = script.into_iter().map(|body| json(200, body));
        let server = Server::start(script);
        let ended = end_of_run(&server, None).await;
        let text = ended.error_text();
        assert!(text.contains(expected), "{text}");
        assert!(!ended.has_ended());
    }
}

/// Writes a body from the number of the request, and the requested page and size.
type Body = fn(usize, i64, i64) -> String;

#[tokio::test]
async fn lists_without_an_end_are_errors_after_a_few_requests() {
    let lists: [(Body, &str); 5] = [
        // All rows move.
        (
            |request, _, size| {
                let first = i64::try_from(request).unwrap() * 20;
                page(first..first + size, "")
            },
            "changes faster than it is read",
        ),
        (|_, _, size| page(0..size, ""), "ignores the page number"),
        // The same rows, of which the first has another time of change in each response.
        (
            |request, _, size| {
                let second = request % 60;
                let changing =
                    format!(r#"[{{"id":0,"updated_at":"2025-03-02T00:00:{second:02}Z"}},"#);
                let others = page(1..size, r#","total_pages":1000000"#);
                others.replacen('[', &changing, 1)
            },
            "ignores the page number",
        ),
        // Each page after the first has half of its rows.
        (
            |_, number, size| match number {
                1 => page(0..size, r#","total_records":1000"#),
                _ => page(19..19 + size / 2, r#","total_records":1000"#),
            },
            "although more follow",
        ),
        // Records without the time of their change.
        (
            |_, _, size| {
                let rows: Vec<_> = (0..size).map(|id| format!(r#"{{"id":{id}}}"#)).collect();
                format!(r#"{{"stock":[{}]}}"#, rows.join(","))
            },
            "page: its records lack an id or a readable time of change",
        ),
    ];
    for (body, expected) in lists {
        let requests = AtomicUsize::new(0);
        let server = Server::with_handler(move |request| {
            let number = requests.fetch_add(1, Ordering::SeqCst);
            let page = parameter(request, "?page=");
            json(200, body(number, page, parameter(request, "per_page=")))
        });
        let ended = end_of_run(&server, None).await;
        let text = ended.error_text();
        assert!(text.contains(expected), "{text}");
        assert!(ended.queries.len() < 20, "{}", ended.queries.len());
        assert!(!ended.has_ended());
    }
}

#[tokio::test]
async fn run_without_an_end_ends_at_the_maximum_of_pages() {
    // Each page has new rows, and one of the page before.
    let server = Server::with_handler(|request| {
        let size = parameter(request, "per_page=");
        let start = (parameter(request, "?page=") - 1) * size;
        json(200, page(start..start + size, r#","total_pages":1000000"#))
    });
    let client = client(&server);
    let mut run = started(&client, None).max_pages(7);
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
        assert!(run.next().await.is_none());
        run.resume();
    }
}

pub(crate) fn event() -> BoxedStrategy<Event> {
    prop_oneof![
        6 => (0..200_usize).prop_map(Event::Change),
        2 => (0..200_usize).prop_map(Event::Delete),
        2 => Just(Event::Add),
        1 => (0..50_000_i64).prop_map(Event::Pass),
    ]
    .boxed()
}

pub(crate) fn world() -> BoxedStrategy<World> {
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
        .boxed()
}

proptest! {
    #![proptest_config(cases(96))]

    /// The latest change of every record is returned, whatever happens between the requests,
    /// wherever runs are interrupted, and whatever a day means to the server, if its clocks and its
    /// lag are within the overlap.
    #[test]
    fn latest_change_of_every_record_is_returned(
        world in world(),
        limits in prop::collection::vec(prop_oneof![Just(usize::MAX), 0..60_usize], 4),
    ) {
        block_on(async {
            let server = StockServer::start(world);
            let mut checkpoint = None;
            let mut returned = HashSet::new();
            for limit in limits {
                // A list that changes too fast is an error, which only needs another run.
                returned.extend(run(&server, &mut checkpoint, limit).await.0);
            }
            server.come_to_rest();
            returned.extend(complete_run(&server, &mut checkpoint).await);
            prop_assert_eq!(server.lost(&returned), []);
            Ok(())
        })?;
    }
}
