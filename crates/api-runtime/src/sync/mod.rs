//! Incremental sync: the records of a list that changed since the previous run.

mod anchors;
pub(crate) mod batch;
pub(crate) mod checkpoint;
pub(crate) mod checkpoint_file;
pub(crate) mod checkpoint_text;
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
use std::time::{Duration, Instant};

use api_wire::{Date, Timestamp};

use crate::attempt::handle::ClientHandle;
use crate::attempt::received::Received;
use crate::error::{Error, ErrorContext};
use crate::future::BoxFuture;
use crate::operation::erased::Written;
use crate::operation::syncable::Syncable;
use crate::paging::pages::DEFAULT_MAX_PAGES;
use crate::sync::checkpoint::Checkpoint;
use crate::sync::list_id::ListId;
use crate::sync::overlap::OverlapTracker;

/// The overlap of a new run.
const DEFAULT_OVERLAP: Duration = Duration::from_secs(5 * 60);

/// One run of an incremental sync: the records that changed since the previous run, in batches.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::collections::HashMap;
///
/// use api_runtime::Checkpoint;
/// use shop_client::ListCustomers;
///
/// #[derive(Default)]
/// struct Database {
///     points: HashMap<Option<i64>, Option<i64>>, // by id: a record may be repeated
///     checkpoint: Option<String>,
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = shop_client::client([(
/// #     200,
/// #     r#"{"customers": [
/// #         {"id": 1, "points": 40, "updated_at": "2026-01-31T09:30:00Z"},
/// #         {"id": 2, "points": 0, "updated_at": "2026-01-31T09:31:00Z"}
/// #     ], "current_page": 1, "total_pages": 1, "total_records": 2}"#,
/// # )]);
/// let mut database = Database::default();
///
/// let stored = database.checkpoint.as_deref();
/// let checkpoint: Option<Checkpoint> = stored.map(str::parse).transpose()?; // `None`: everything is read
/// let mut run = client.sync(ListCustomers::new(), checkpoint)?;
/// while let Some(batch) = run.next().await {
///     let batch = batch?;
///     // One transaction:
///     for customer in &batch.records {
///         database.points.insert(customer.id, customer.points);
///     }
///     database.checkpoint = Some(batch.checkpoint.to_string());
///     println!("{} of {:?}", batch.read, batch.total);
/// }
/// assert_eq!(database.points[&Some(1)], Some(40));
/// # Ok(())
/// # }
/// ```
///
/// # Guarantee
///
/// **Every record's latest change is returned at least once**, in this run or in a later one, if each batch
/// is stored with its checkpoint in one transaction, and each run starts with the stored checkpoint. Store
/// records by id: a record that changes during the run, or that changed within the
/// [overlap](Self::overlap), is returned again.
///
/// This requires that
///
/// - the server lists unchanged records in a stable order, whichever it is;
/// - each page is a consistent snapshot of the requested size;
/// - every record has an id and a time of change, which increases with every change;
/// - a change is visible in the list before the overlap has passed since its time of change.
///
/// Records move between pages while they are read. Each page is therefore requested so that it
/// overlaps with the previous page by a tenth, at the price of about a quarter more requests. If the
/// two pages have no unchanged record in common, the sync goes back and reads from an earlier row. The
/// run fails if a list
///
/// - changes too fast for that,
/// - has pages of another size than the requested one, or a whole page of records without ids or times of
///   change, or
/// - does not end: ten pages without a new id, or more pages than [`max_pages`](Self::max_pages).
///
/// All records of a page are returned before its error.
///
/// A list ends with a short page if its totals agree. If totals are missing or do not agree, the run
/// reads one more page, to see whether there are records after the short page. It then reads the short
/// page again, because a record may have moved to it meanwhile.
///
/// **Deletions** are not detected: a deleted record is not listed anymore.
///
/// # Incomplete lists
///
/// A run that reaches the end of the list fails all the same if its totals promise more records, with an
/// error of kind [`Incomplete`](crate::ErrorKind::Incomplete), unless a request with a day in the far future
/// shows that the totals ignore the filter; and if elements cannot be read as records, such as an element
/// without its wrapper, with an error of kind [`Mismatch`](crate::ErrorKind::Mismatch). The batch before the
/// error has a checkpoint from which the next run reads the list again.
/// [`accept_incomplete`](Self::accept_incomplete) ends the run without these records.
///
/// # Watermark
///
/// A run starts when its first request is sent, by the local clock or by the `Date` header of the
/// first response, whichever is earlier. The checkpoint of its last batch has that time minus the overlap
/// as the watermark.
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
/// The next process continues an interrupted run after the last batch that was stored. The checkpoint of the
/// batch has the start of the run, its filter, the number of rows that were read, and fingerprints of
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
pub struct IncrementalSync<O: Syncable> {
    handle: ClientHandle,
    operation: O,
    overlap: Duration,
    /// The checkpoint of the last run that ended.
    finished: Checkpoint,
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
    state: State<O::Item>,
    /// The request that has begun.
    pending: Option<BoxFuture<Result<Received, Error>>>,
    unreadable: u64,
    accepts_incomplete: bool,
    max_pages: u32,
    /// How many more pages may be requested.
    pages_left: u32,
}

/// What a run does next.
enum State<T> {
    /// It reads the next page.
    Reading,
    /// It has read the last page, with these records, and its totals promise more: this is the error, unless
    /// a request without results shows that they ignore the filter.
    CheckingTotals {
        records: Vec<T>,
        error: Error,
    },
    /// It returns the error of the page whose records it has returned.
    Failing(Error),
    /// It returns the error of a list that it has read to its end.
    Incomplete(Error),
    /// It has returned an error.
    Failed,
    Ended,
}

impl<O: Syncable> IncrementalSync<O> {
    pub(crate) fn new(
        handle: ClientHandle,
        mut operation: O,
        checkpoint: Option<Checkpoint>,
    ) -> Result<Self, Error> {
        let page_size = operation.per_page().unwrap_or(O::PER_PAGE);
        let own_after = operation.after();
        let list = Self::list_id(&handle, &mut operation);
        if let Some(checkpoint) = &checkpoint {
            let context = ErrorContext::new(handle.core.api, const { &O::INFO });
            let checked = checkpoint.check(&list, Timestamp::now());
            checked.map_err(|reason| Error::setting(&context, "checkpoint", &reason))?;
        }
        let (watermark, lookback, run) = match checkpoint {
            Some(found) => (found.watermark, found.lookback, found.run),
            None => (None, None, None),
        };
        let (since, after) = match (&run, watermark) {
            (Some(run), _) => (run.since, run.after),
            (None, Some(watermark)) => (Some(watermark), Some(timestamps::filter_day(watermark))),
            (None, None) => (None, own_after),
        };
        operation.set_after(after);
        Ok(Self {
            handle,
            operation,
            overlap: DEFAULT_OVERLAP,
            finished: Checkpoint {
                list: Some(list),
                watermark,
                lookback,
                run: None,
            },
            since,
            own_after,
            is_lookback: match &run {
                Some(run) => run.is_lookback,
                None => watermark.is_none(),
            },
            started_at: run.as_ref().map(|run| run.started_at),
            first_sent_at: (Timestamp::now(), Instant::now()),
            unreadable: run.as_ref().map_or(0, |run| run.unreadable),
            tracker: match run {
                Some(run) => OverlapTracker::at_position(page_size, run.position),
                None => OverlapTracker::new(page_size),
            },
            state: State::Reading,
            pending: None,
            accepts_incomplete: false,
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
        let request = Written::new(operation).request;
        ListId::new(handle.core.api, O::INFO.name, &request)
    }

    /// Sets by how much the changes that the next run returns overlap with those of this one. Default: five
    /// minutes.
    ///
    /// The overlap has to cover the delay between a record's time of change and its appearance in the
    /// list, plus the skew between the clock that sets the time of change and the two clocks of the
    /// [watermark](Self#watermark). A larger overlap returns more records again, but sends no more requests.
    #[must_use]
    pub fn overlap(mut self, overlap: Duration) -> Self {
        self.overlap = overlap;
        self
    }

    /// Ends the run without an error even if elements of the list could not be read as records, or the
    /// server's totals promise more records than the list has.
    ///
    /// Later runs return a missing record only after its next change. Use this if the totals of the server
    /// are known to be wrong, or after you have examined the missing records.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use shop_client::ListCustomers;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let page = (
    /// #     200,
    /// #     r#"{"customers": [{"id": 1, "updated_at": "2026-01-31T09:30:00Z"}, null],
    /// #         "total_records": 2, "current_page": 1, "total_pages": 1}"#,
    /// # );
    /// # let client = shop_client::client([page, page]);
    /// // The second element of the list is null.
    /// let mut run = client.sync(ListCustomers::new(), None)?;
    /// assert!(run.next().await.is_some_and(|batch| batch.is_ok()));
    /// assert!(run.next().await.is_some_and(|batch| batch.is_err()));
    ///
    /// let mut run = client.sync(ListCustomers::new(), None)?.accept_incomplete();
    /// let batch = run.next().await.expect("a batch")?;
    /// assert!(batch.checkpoint.watermark().is_some());
    /// assert!(run.next().await.is_none());
    /// assert_eq!(run.unreadable(), 1);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn accept_incomplete(mut self) -> Self {
        self.accepts_incomplete = true;
        self
    }

    /// Sets the maximum number of pages of the run. Default: 100,000.
    ///
    /// A longer run fails with an error of kind [`Incomplete`](crate::ErrorKind::Incomplete).
    /// [`resume`](Self::resume) then continues with as many pages again.
    #[doc(alias = "limit")]
    #[must_use]
    pub fn max_pages(mut self, max_pages: u32) -> Self {
        self.max_pages = max_pages;
        self.pages_left = max_pages;
        self
    }

    /// Continues after an error with the page that failed. Otherwise has no effect.
    pub fn resume(&mut self) {
        if matches!(self.state, State::Failed) {
            self.tracker.resume();
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

impl<O: Syncable> fmt::Debug for IncrementalSync<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IncrementalSync")
            .field("operation", &O::INFO.name)
            .field("since", &self.since)
            .finish_non_exhaustive()
    }
}
