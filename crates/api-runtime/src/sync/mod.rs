//! Incremental sync: the records of a list that changed since the previous run.

mod anchors;
pub(crate) mod checkpoint;
pub(crate) mod checkpoint_file;
pub(crate) mod checkpoint_store;
pub(crate) mod checkpoint_text;
mod commit;
pub(crate) mod fingerprint;
mod list_id;
mod lookback;
pub(crate) mod overlap;
pub(crate) mod overlap_error;
pub(crate) mod page_info;
mod start;
mod steps;
pub(crate) mod timestamps;
mod unfinished_run;
pub(crate) mod window;

use std::fmt;
use std::io;
use std::time::{Duration, Instant};
use std::vec;

use api_wire::{Date, Timestamp};

use crate::attempt::handle::ClientHandle;
use crate::error::Error;
use crate::operation::syncable::Syncable;
use crate::paging::pages::DEFAULT_MAX_PAGES;
use crate::request::Request;
use crate::sync::checkpoint::Checkpoint;
use crate::sync::checkpoint_store::CheckpointStore;
use crate::sync::list_id::ListId;
use crate::sync::overlap::OverlapTracker;
use crate::sync::unfinished_run::UnfinishedRun;

/// One run of an incremental sync: the records that changed since the previous run.
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
/// let mut checkpoint = None; // stored between runs; without one, the run reads everything
/// let mut points = HashMap::new();
///
/// let mut run = client.call().sync(ListCustomers::new(), &mut checkpoint, Duration::from_secs(300))?;
/// while let Some(customer) = run.next().await {
///     let customer = customer?;
///     points.insert(customer.id, customer.points); // keyed by id: a record may be repeated
/// }
/// run.commit()?; // the next run starts where this one started
///
/// assert_eq!(points[&Some(1)], Some(40));
/// assert!(checkpoint.is_some());
/// # Ok(())
/// # }
/// ```
///
/// # Guarantee
///
/// **Every record's latest change is returned at least once**, in this run or in a later one. Until
/// [`commit`](Self::commit), the watermark stays unchanged, so an interrupted run is repeated, as a whole
/// or from its last [`checkpoint`](Self::checkpoint). Store records by id: a record that changes during the run, or
/// that changed within the overlap, is returned again.
///
/// This requires that
///
/// - the server lists unchanged records in a stable order, whichever it is;
/// - each page is a consistent snapshot of the requested size (if the server has a fixed page size, the
///   run reads all pages, and if there is more than one, then fails with an error of kind
///   [`Incomplete`](crate::ErrorKind::Incomplete));
/// - every record has an id and a time of change, which increases with every change;
/// - a change is visible in the list before the overlap has passed since its time of change.
///
/// Records move between pages while they are read. Each page is therefore requested so that it
/// overlaps with the previous page by a tenth, at the price of about a quarter more requests. If the
/// two pages have no unchanged record in common, the sync goes back and reads from an earlier row. The
/// run fails, and the watermark stays unchanged, if a list
///
/// - changes too fast for that,
/// - has a whole page of records without ids or times of change, or
/// - does not end: ten pages without a new id, or more pages than [`max_pages`](Self::max_pages).
///
/// All records of a page are returned before its error.
///
/// A list ends with a short page if its totals agree. If totals are missing or do not agree, the run
/// reads one more page, to see whether there are records after the short page. It then reads the short
/// page again, because a record may have moved to it meanwhile. If there are no more records although the
/// totals promise more, the run fails with an error of kind
/// [`Incomplete`](crate::ErrorKind::Incomplete), unless a request with a day in the far future shows that
/// the totals ignore the filter. [`commit_incomplete`](Self::commit_incomplete) commits such a run.
///
/// Elements that cannot be read as records, such as an element without its wrapper, are skipped.
/// [`unreadable`](Self::unreadable) counts them, and [`commit`](Self::commit) fails if there are any. A
/// page of which no element is a record is an error.
///
/// **Deletions** are not detected: a deleted record is not listed anymore.
///
/// # Watermark and overlap
///
/// A run starts when its first request is sent, by the local clock or by the `Date` header of the
/// first response, whichever is earlier. It commits that time minus the overlap as the watermark.
/// The overlap has to cover the delay between a record's time of change and its appearance in the
/// list, plus the skew between the clock that sets the time of change and the two clocks above. A
/// few minutes are usual. A larger overlap returns more records again, but sends no more requests.
///
/// The APIs filter by **day**, and document neither its time zone nor whether "greater" excludes
/// the whole day. A run therefore filters from one and a half to two and a half days before the
/// watermark, and drops records that changed before the watermark. Records without a time of change
/// are returned.
///
/// This does not find a record that changes without a later time of change: see
/// [`lookback`](Self::lookback).
///
/// The first run, which has no watermark, sends the operation with its own filters, if any.
///
/// # After a crash
///
/// If you store a [`checkpoint`](Self::checkpoint) from time to time, the next process continues an
/// interrupted run. Store the records first, then the checkpoint, or both in one transaction. The
/// checkpoint has the start of the run, its filter, the number of rows that were read, and fingerprints of
/// up to 64 of them. If rows were inserted or removed meanwhile, the run searches for an unchanged row
/// with a fingerprint, and continues there. This repeats as many rows as moved, and a page or two. If the
/// run finds no such row, it reads the list again from the first row. The run after it returns the records
/// that changed since its start, however long the interruption lasted.
///
/// One process at a time should sync a list: two lose nothing, but return each record twice.
///
/// # Memory
///
/// One page of records and the ids of two pages. The ids of the whole run are not kept.
///
/// # After an error
///
/// `next` returns `None` after an error, as [`Pages`](crate::Pages) does, until
/// [`resume`](Self::resume) is called.
#[doc(alias = "delta")]
#[doc(alias = "changes")]
#[doc(alias = "change feed")]
pub struct IncrementalSync<O: Syncable, S> {
    handle: ClientHandle,
    operation: O,
    store: S,
    overlap: Duration,
    /// The checkpoint that the previous run committed, or this one.
    committed: Checkpoint,
    is_committed: bool,
    /// The checkpoint in the store.
    saved: Option<Checkpoint>,
    /// Older changes were returned by earlier runs.
    since: Option<Timestamp>,
    /// The day of the filter that the operation had.
    own_after: Option<Date>,
    /// Whether the run reads older records again, or everything.
    is_lookback: bool,
    /// When the run started, known after the first response.
    started_at: Option<Timestamp>,
    /// When the first request was sent.
    first_sent_at: (Timestamp, Instant),
    tracker: OverlapTracker,
    state: State,
    items: vec::IntoIter<O::Item>,
    /// The run before the page of `items`.
    before_page: Option<UnfinishedRun>,
    /// The error after the latest records.
    deferred_error: Option<Error>,
    /// Whether the end of the list was reached, even if its totals contradict that.
    is_at_end: bool,
    unreadable: u64,
    max_pages: u32,
    /// How many more pages may be requested.
    pages_left: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Reading,
    /// The list has ended, and a request without results shows whether its totals are of the filtered
    /// list.
    CheckingTotals,
    Failed,
    Ended,
}

impl<O, S> IncrementalSync<O, S>
where
    O: Syncable,
    S: CheckpointStore,
{
    pub(crate) fn new(
        handle: ClientHandle,
        mut operation: O,
        mut store: S,
        overlap: Duration,
    ) -> io::Result<Self> {
        let saved = store.load()?;
        let invalid = |text| io::Error::new(io::ErrorKind::InvalidInput, text);
        if let Some(saved) = &saved {
            saved.check(Timestamp::now()).map_err(invalid)?;
        }
        let page_size = operation.per_page().unwrap_or(O::PER_PAGE);
        let own_after = operation.after();
        let list = Self::list_id(&handle, &mut operation);
        if let Some(found) = saved.as_ref().and_then(|saved| saved.list.as_ref()) {
            list.check(found).map_err(invalid)?;
        }
        let committed = Checkpoint {
            list: Some(list),
            watermark: saved.as_ref().and_then(|saved| saved.watermark),
            lookback: saved.as_ref().and_then(|saved| saved.lookback),
            run: None,
        };
        let run = saved.as_ref().and_then(|saved| saved.run.clone());
        let (since, after) = match (&run, committed.watermark) {
            (Some(run), _) => (run.since, run.after),
            (None, Some(watermark)) => (Some(watermark), Some(timestamps::filter_day(watermark))),
            (None, None) => (None, own_after),
        };
        operation.set_after(after);
        let tracker = match &run {
            Some(run) => OverlapTracker::at_position(page_size, run.position.clone()),
            None => OverlapTracker::new(page_size),
        };
        Ok(Self {
            handle,
            operation,
            store,
            overlap,
            is_lookback: match &run {
                Some(run) => run.is_lookback,
                None => committed.watermark.is_none(),
            },
            own_after,
            committed,
            is_committed: false,
            saved,
            since,
            started_at: run.as_ref().map(|run| run.started_at),
            first_sent_at: (Timestamp::now(), Instant::now()),
            tracker,
            state: State::Reading,
            items: Vec::new().into_iter(),
            unreadable: run.as_ref().map_or(0, |run| run.unreadable),
            before_page: run,
            deferred_error: None,
            is_at_end: false,
            max_pages: DEFAULT_MAX_PAGES,
            pages_left: DEFAULT_MAX_PAGES,
        })
    }

    /// Which list the operation reads, whatever its day, page and page size are.
    fn list_id(handle: &ClientHandle, operation: &mut O) -> ListId {
        operation.set_after(None);
        // Every request sets them again.
        operation.set_page(1);
        operation.set_per_page(1);
        let mut request = Request::new(&O::INFO);
        operation.write_request(&mut request);
        ListId::new(handle.core.api, &O::INFO, request)
    }

    /// Sets the maximum number of pages of the run. Default: 100,000.
    ///
    /// A longer run ends with an error of kind [`Incomplete`](crate::ErrorKind::Incomplete), and cannot be
    /// committed. [`resume`](Self::resume) then continues with as many pages again.
    #[doc(alias = "limit")]
    #[must_use]
    pub fn max_pages(mut self, max_pages: u32) -> Self {
        self.max_pages = max_pages;
        self.pages_left = max_pages;
        self
    }

    /// Continues after an error with the page that failed. Otherwise has no effect.
    pub fn resume(&mut self) {
        if self.state == State::Failed && self.deferred_error.is_none() {
            self.tracker.resume();
            self.is_at_end = false;
            self.pages_left = self.max_pages;
            self.state = State::Reading;
        }
    }

    /// The number of elements so far that could not be read as records.
    ///
    /// An element on two pages counts twice.
    pub fn unreadable(&self) -> u64 {
        self.unreadable
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
