//! A list that changes while it is read, and its server, for the tests of sync.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use api_runtime::__generated::{OperationInfo, PageShape, ResponseReader};
use api_runtime::api_wire::{Date, Extra, NoMetadata, Parameters, ReadError, Record, Timestamp};
use api_runtime::http::header::DATE;
use api_runtime::http::{HeaderMap, StatusCode};
use api_runtime::observe::Retry;
use api_runtime::operation::{AuthorizedBy, Operation, Paginated};
use api_runtime::{Method, Page, RawResponse};
use test_support::shop::{Shop, VenueApiToken};

use super::server::Server;

/// A row of the list, as the client reads it.
#[derive(Clone, Default, PartialEq, Record)]
pub(crate) struct Stock {
    pub(crate) id: Option<i64>,
    pub(crate) updated_at: Option<Timestamp>,
    pub(crate) version: Option<i64>,
    pub(crate) extra: Extra,
}

#[derive(Clone, Default, Parameters)]
pub(crate) struct ListStock {
    #[wire(query, count)]
    pub(crate) page: Option<u32>,
    #[wire(query, count, max = 1000, default = 100)]
    pub(crate) per_page: Option<u32>,
    #[wire(query)]
    pub(crate) updated_at_gt: Option<Date>,
    #[wire(query)]
    pub(crate) name_eq: Option<String>,
}

impl Operation for ListStock {
    type Api = Shop;
    type Output = Page<Stock>;
    const INFO: OperationInfo =
        OperationInfo::new("list_stock", Method::Get, "/v2/stock").retry(Retry::Safe);

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        response.page(&PageShape {
            key: Some("stock"),
            wrapped_in: None,
        })
    }
}

impl AuthorizedBy<VenueApiToken> for ListStock {}

impl Paginated for ListStock {
    type Item = Stock;
    type Metadata = NoMetadata;

    fn page(&self) -> Option<u32> {
        self.page
    }

    fn set_page(&mut self, page: u32) {
        self.page = Some(page);
    }

    fn item_id(item: &Stock) -> Option<i64> {
        item.id
    }
}

api_runtime::syncable! {
    ListStock {
        after: updated_at_gt,
        changed_at: updated_at,
    }
}

/// A record on the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Row {
    pub(crate) id: i64,
    pub(crate) version: i64,
    pub(crate) updated_at: Timestamp,
}

/// The server's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Id,
    IdBackwards,
    OldestChangeFirst,
    LatestChangeFirst,
    /// By another field that does not change, such as a name.
    Name,
}

impl Order {
    pub(crate) const ALL: [Self; 5] = [
        Self::Id,
        Self::IdBackwards,
        Self::OldestChangeFirst,
        Self::LatestChangeFirst,
        Self::Name,
    ];
}

/// An event on the server.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// The record at this index changes, in the order of their changes.
    Change(usize),
    /// The record at this index changes, but not its time of change, if that is within `lookback`.
    Correct(usize),
    /// The record at this index is deleted.
    Delete(usize),
    /// A record is added.
    Add,
    /// This number of seconds passes.
    Pass(i64),
}

/// The time this many milliseconds later.
fn in_millis(time: Timestamp, millis: i64) -> Timestamp {
    let duration = Duration::from_millis(millis.unsigned_abs());
    match millis < 0 {
        true => time - duration,
        false => time + duration,
    }
}

/// The list, and how the server presents it.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) now: Timestamp,
    pub(crate) order: Order,
    /// The zone of the filter's day, in hours from UTC.
    pub(crate) zone: i8,
    /// Whether "greater than a day" means after its end, or after its start.
    pub(crate) whole_days: bool,
    /// The seconds from the time of a change until the list shows it.
    pub(crate) lag: i64,
    /// The seconds by which the clock of the `Date` header is ahead.
    pub(crate) ahead: i64,
    /// How old a record may be that is corrected.
    pub(crate) lookback: Duration,
    /// The maximum page size, whatever is requested.
    pub(crate) max_page_size: usize,
    /// The largest number of rows of each of the further responses, whatever the page size is.
    pub(crate) max_rows: Vec<usize>,
    /// Whether responses have totals.
    pub(crate) has_totals: bool,
    /// The events after each of the further responses.
    pub(crate) events: Vec<Vec<Event>>,
    pub(crate) rows: Vec<Row>,
    next_id: i64,
}

impl World {
    pub(crate) fn new(order: Order, rows: usize) -> Self {
        let mut world = Self {
            now: "2025-03-01T00:00:00Z".parse().unwrap(),
            order,
            zone: 0,
            whole_days: false,
            lag: 0,
            ahead: 0,
            lookback: Duration::MAX,
            max_page_size: 1000,
            max_rows: Vec::new(),
            has_totals: true,
            events: Vec::new(),
            rows: Vec::new(),
            next_id: 1,
        };
        for _ in 0..rows {
            world.apply(Event::Add);
        }
        world
    }

    pub(crate) fn apply(&mut self, event: Event) {
        // Every event advances the clock, so that no two changes of a record have the same time.
        let seconds = match event {
            Event::Pass(seconds) => seconds,
            _ => 1,
        };
        self.now = in_millis(self.now, seconds * 1_000);
        let stamp = in_millis(self.now, -self.lag * 1_000);
        if !matches!(event, Event::Add | Event::Pass(_)) {
            self.rows.sort_by_key(|row| (row.updated_at, row.id));
        }
        let count = self.rows.len().max(1);
        match event {
            Event::Change(index) => {
                if let Some(row) = self.rows.get_mut(index % count) {
                    row.version += 1;
                    row.updated_at = stamp.max(in_millis(row.updated_at, 1));
                }
            }
            Event::Correct(index) => {
                let now = self.now;
                if let Some(row) = self.rows.get_mut(index % count)
                    && now.saturating_duration_since(row.updated_at) <= self.lookback
                {
                    row.version += 1;
                }
            }
            Event::Delete(index) if !self.rows.is_empty() => {
                self.rows.remove(index % count);
            }
            Event::Add => {
                self.rows.push(Row {
                    id: self.next_id,
                    version: 1,
                    updated_at: stamp,
                });
                self.next_id += 1;
            }
            Event::Delete(_) | Event::Pass(_) => {}
        }
    }

    fn listed(&self, after: Option<Date>) -> Vec<Row> {
        let after = after.map(|day| {
            let start: Timestamp = format!("{day}T00:00:00{:+03}:00", self.zone)
                .parse()
                .unwrap();
            let day = if self.whole_days { 86_400_000 } else { 0 };
            in_millis(start, day)
        });
        let is_listed = |row: &&Row| after.is_none_or(|after| row.updated_at > after);
        let mut rows: Vec<Row> = self.rows.iter().filter(is_listed).copied().collect();
        rows.sort_by_key(|row| {
            let key = match self.order {
                Order::Id => row.id,
                Order::IdBackwards => -row.id,
                Order::OldestChangeFirst => row.updated_at.millis(),
                Order::LatestChangeFirst => -row.updated_at.millis(),
                Order::Name => row.id * 7919 % 1009,
            };
            (key, row.id)
        });
        rows
    }

    fn respond(&mut self, target: &str) -> RawResponse {
        let value = |name: &str| {
            let (_, query) = target.split_once('?')?;
            query
                .split('&')
                .find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
        };
        let number = |name: &str| value(name).map(|text| text.parse::<usize>().unwrap());
        let size = number("per_page").unwrap_or(100).min(self.max_page_size);
        let page = number("page").unwrap_or(1);
        let rows = self.listed(value("updated_at_gt").map(|day| day.parse().unwrap()));
        let max_rows = self.max_rows.pop().unwrap_or(usize::MAX);
        let stock: Vec<String> = rows
            .iter()
            .skip((page - 1) * size)
            .take(size.min(max_rows))
            .map(|row| {
                let Row {
                    id,
                    version,
                    updated_at,
                } = row;
                format!(r#"{{"id":{id},"version":{version},"updated_at":"{updated_at}"}}"#)
            })
            .collect();
        let totals = match self.has_totals {
            true => format!(
                r#""total_records":{},"total_pages":{},"#,
                rows.len(),
                rows.len().div_ceil(size)
            ),
            false => String::new(),
        };
        let body = format!(
            r#"{{{totals}"current_page":{page},"per_page":{size},"stock":[{}]}}"#,
            stock.join(",")
        );
        let clock = in_millis(self.now, self.ahead * 1_000);
        let date = httpdate::fmt_http_date(SystemTime::try_from(clock).unwrap());
        for event in self.events.pop().unwrap_or_default() {
            self.apply(event);
        }
        let headers = HeaderMap::from_iter([(DATE, date.parse().unwrap())]);
        RawResponse::new(StatusCode::OK, headers, body)
    }
}

/// A server of a list, which the test can read and change.
pub(crate) struct StockServer {
    pub(crate) server: Server,
    pub(crate) world: Arc<Mutex<World>>,
}

impl StockServer {
    pub(crate) fn start(world: World) -> Self {
        let world = Arc::new(Mutex::new(world));
        let shared = Arc::clone(&world);
        let server = Server::with_handler(move |target| shared.lock().unwrap().respond(target));
        Self { server, world }
    }

    /// No more events, for longer than the server's lag.
    pub(crate) fn come_to_rest(&self) {
        let mut world = self.world.lock().unwrap();
        world.events.clear();
        world.max_rows.clear();
        world.apply(Event::Pass(40));
    }

    /// The records whose current version was never returned.
    pub(crate) fn lost(&self, returned: &HashSet<(i64, i64)>) -> Vec<Row> {
        let world = self.world.lock().unwrap();
        let is_lost = |row: &&Row| !returned.contains(&(row.id, row.version));
        world.rows.iter().filter(is_lost).copied().collect()
    }
}
