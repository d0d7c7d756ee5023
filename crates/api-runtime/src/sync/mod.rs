//! All that changed in a list since the run before.

pub(crate) mod clock;
pub(crate) mod overlap;
pub(crate) mod syncable;
pub(crate) mod watermark;
pub(crate) mod window;

use std::fmt;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use std::vec;

use api_wire::Timestamp;
use futures_core::Stream;

use crate::client::core::{Caller, Watch};
use crate::response::decode::Exchanged;
use crate::sync::overlap::{Row, Seam, Told, Verdict};
use crate::sync::watermark::WatermarkStore;
use crate::sync::window::Window;
use crate::transport::BoxFuture;
use crate::{Error, PageResponse, Syncable};

/// The records of a list that changed since the run before, as a [`Stream`]: one run of an incremental sync.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::collections::HashMap;
/// use std::time::Duration;
///
/// use shop_client::ListCustomers;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = shop_client::client([(
/// #     200,
/// #     r#"{"customers": [
/// #         {"id": 1, "points": 40, "updated_at": "2026-01-31T09:30:00Z"},
/// #         {"id": 2, "points": 0, "updated_at": "2026-01-31T09:31:00Z"}
/// #     ], "current_page": 1, "total_pages": 1}"#,
/// # )]);
/// let mut watermark = None; // kept from run to run: the first one reads everything
/// let mut kept = HashMap::new();
///
/// let mut run = client.sync(ListCustomers::new(), &mut watermark, Duration::from_secs(300))?;
/// while let Some(customer) = run.next().await {
///     let customer = customer?;
///     kept.insert(customer.id, customer.points); // by its id: it may come again
/// }
/// run.commit()?; // now the next run begins where this one began
///
/// assert_eq!(kept[&Some(1)], Some(40));
/// assert!(watermark.is_some());
/// # Ok(())
/// # }
/// ```
///
/// # What is promised
///
/// **Every record's latest change is handed out at least once**, in this run or in one of those that follow, and each
/// record of a run is one that the server told of in that run. Until [`commit`](Self::commit) the watermark stays
/// where it is, so a run that is broken off is repeated as a whole. Records are to be kept by their ids: one that
/// changes while it is read comes again, and so do those that changed within the overlap.
///
/// This holds wherever
///
/// - the server lists records that do not change in an order that stays the same. Which order does not matter;
/// - each page is a picture of one moment, and has the size that was asked for;
/// - a record tells its id and its time of change, which is later than before whenever the record changes;
/// - a change can be seen in the list once the overlap has passed since its time of change.
///
/// Pages shift while they are read. Therefore each one is asked for so that it overlaps with the one before by a
/// tenth, which takes about a quarter more requests; where no record of the one before is found again, unchanged, reading goes on farther in front. A list
/// that moves so fast that this does not help, or that has a whole page of records without ids or times of change, is an
/// error, and the watermark stays.
///
/// Elements that are no records, such as one without its wrapper, are not handed out: [`unreadable`](Self::unreadable)
/// counts them.
///
/// It does not tell what was **deleted**: a record that is no longer listed is nowhere in a list of changes.
///
/// # The watermark and the overlap
///
/// A run begins when its first request is sent, by this machine's clock or by the `Date` of the first response, whichever
/// is behind. The watermark that it leaves is that moment minus the overlap. The overlap has to cover what the two
/// clocks cannot tell: how long the server takes from setting a record's time of change until the record is listed
/// with it, and how much the clock that sets it is behind the two. Some minutes are a usual choice. A large one
/// costs records that come again, and no requests beyond that.
///
/// The filters of the API take a **day**, in a zone that its documents do not tell, and they do not tell whether
/// "greater" begins within that day. So a run asks from one and a half to two and a half days before the watermark,
/// and leaves out what it receives that changed before the watermark. A record that does not tell when it changed is
/// handed out.
///
/// The first run, without a watermark, asks for what the operation itself asks for, such as everything.
///
/// # Memory
///
/// One page of records, and the ids of one page. Ids of a whole run are not kept.
///
/// # After an error
///
/// The stream gives `None` after an error, as [`Pages`](crate::Pages) do, until [`resume`](Self::resume) is called.
pub struct IncrementalSync<O: Syncable, S> {
    caller: Caller,
    operation: O,
    store: S,
    overlap: Duration,
    /// What changed before this was had by earlier runs.
    since: Option<Timestamp>,
    /// When the run began, as soon as a response came.
    start: Option<Timestamp>,
    /// When the first request was sent.
    sent: (Timestamp, Instant),
    seam: Seam,
    state: State,
    call: Option<(Window, BoxFuture<Result<Exchanged, Error>>)>,
    items: vec::IntoIter<O::Item>,
    unreadable: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Reading,
    Failed,
    Ended,
}

impl<O, S> IncrementalSync<O, S>
where
    O: Syncable<Output: PageResponse<Item = O::Item>>,
    S: WatermarkStore,
{
    pub(crate) fn new(
        caller: Caller,
        mut operation: O,
        mut store: S,
        overlap: Duration,
    ) -> io::Result<Self> {
        let since = store.load()?;
        if let Some(since) = since {
            operation.set_after(clock::day_before(since));
        }
        let seam = Seam::new(operation.per_page().unwrap_or(O::PER_PAGE));
        Ok(Self {
            caller,
            operation,
            store,
            overlap,
            since,
            start: None,
            sent: (Timestamp::now(), Instant::now()),
            seam,
            state: State::Reading,
            call: None,
            items: Vec::new().into_iter(),
            unreadable: 0,
        })
    }

    /// The next record that changed; `None` after the last one, and after an error until [`resume`](Self::resume) is
    /// called.
    pub async fn next(&mut self) -> Option<Result<O::Item, Error>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// After an error: goes on where it came. Otherwise it does nothing.
    pub fn resume(&mut self) {
        if self.state == State::Failed {
            self.seam.resume();
            self.state = State::Reading;
        }
    }

    /// How many elements of the pages until now could not be read as records. One that is on two pages counts twice.
    ///
    /// Whoever must not miss one looks here before [`commit`](Self::commit), which does not.
    pub fn unreadable(&self) -> u64 {
        self.unreadable
    }

    /// Says that all records of the run are kept, and moves the watermark, which it gives back. The next run begins
    /// there.
    ///
    /// # Errors
    ///
    /// Of kind [`InvalidInput`](io::ErrorKind::InvalidInput) when the run is not at its end: some records were not
    /// handed out. Otherwise what the store says. The watermark stays where it was in both cases.
    pub fn commit(&mut self) -> io::Result<Timestamp> {
        let start = self
            .start
            .filter(|_| self.state == State::Ended && self.items.len() == 0);
        let start = start.ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::InvalidInput,
                "the run is not at its end, so the watermark stays",
            )
        })?;
        let watermark = clock::watermark(start, self.overlap);
        self.store.save(watermark)?;
        Ok(watermark)
    }

    fn ask(&mut self) -> (Window, BoxFuture<Result<Exchanged, Error>>) {
        let window = self.seam.window();
        if self.start.is_none() {
            self.sent = (Timestamp::now(), Instant::now());
        }
        self.operation.set_page(window.page);
        self.operation.set_per_page(window.size);
        (window, self.caller.start(&self.operation, Watch::AsSet))
    }

    /// Reads what came for a window. What is new in it is handed out next.
    fn take(&mut self, window: Window, exchanged: Exchanged) -> Result<(), Error> {
        let about = exchanged.about_page();
        let answer = exchanged.read(O::read_response)?;
        if self.start.is_none() {
            let (sent, clock) = self.sent;
            self.start = Some(clock::start(sent, clock.elapsed(), &answer.headers));
        }
        let mut page = answer.value;
        let told = Told {
            current_page: page.current_page(),
            total_pages: page.total_pages(),
            per_page: page.per_page(),
        };
        let bad = page.unreadable_items();
        let items = page.take_items();
        let row = |item: &O::Item| -> Row { (O::id(item), O::changed_at(item)) };
        let rows: Vec<Row> = items.iter().map(row).collect();
        let elements = (rows.len() + bad) as u64;
        let verdict = self.seam.take(window, told, &rows, elements);
        let Verdict::Joined { last, fresh } = verdict.map_err(|wrong| about.wrong(wrong))? else {
            return Ok(());
        };
        self.unreadable += bad as u64;
        let since = self.since;
        let due = |(_, changed_at): &Row| match (since, *changed_at) {
            (Some(since), Some(changed_at)) => changed_at >= since,
            _ => true,
        };
        let items = items.into_iter().zip(rows).zip(fresh);
        self.items = items
            .filter(|((_, row), fresh)| *fresh && due(row))
            .map(|((item, _), _)| item)
            .collect::<Vec<_>>()
            .into_iter();
        if last {
            self.state = State::Ended;
        }
        Ok(())
    }
}

impl<O: Syncable, S> Unpin for IncrementalSync<O, S> {}

impl<O, S> Stream for IncrementalSync<O, S>
where
    O: Syncable<Output: PageResponse<Item = O::Item>>,
    S: WatermarkStore,
{
    type Item = Result<O::Item, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            if let Some(item) = this.items.next() {
                return Poll::Ready(Some(Ok(item)));
            }
            if this.state != State::Reading {
                return Poll::Ready(None);
            }
            let (window, mut call) = match this.call.take() {
                Some(call) => call,
                None => this.ask(),
            };
            let Poll::Ready(came) = call.as_mut().poll(context) else {
                this.call = Some((window, call));
                return Poll::Pending;
            };
            if let Err(error) = came.and_then(|exchanged| this.take(window, exchanged)) {
                this.state = State::Failed;
                return Poll::Ready(Some(Err(error)));
            }
        }
    }
}

impl<O: Syncable, S> fmt::Debug for IncrementalSync<O, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IncrementalSync")
            .field("operation", &O::INFO.name)
            .field("since", &self.since)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}
