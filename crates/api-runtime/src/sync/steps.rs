//! The steps of a sync: request a window, join it, and return its new records.

use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

use api_wire::{Page, Timestamp};
use futures_core::Stream;

use super::{IncrementalSync, State};
use crate::attempt::call::start;
use crate::attempt::received::{Received, ReceivedPage};
use crate::error::Error;
use crate::error::kind::ErrorKind;
use crate::future::{self, BoxFuture};
use crate::operation::syncable::Syncable;
use crate::paging::missing_page::is_missing_page;
use crate::paging::page_numbers::PageNumbers;
use crate::paging::pages::{too_many_pages, unreadable_elements};
use crate::sync::batch::Batch;
use crate::sync::checkpoint::Checkpoint;
use crate::sync::overlap::Join;
use crate::sync::page_info::Row;
use crate::sync::timestamps;
use crate::sync::unfinished_run::UnfinishedRun;
use crate::sync::window::{MIN_PAGE_SIZE, Window};

impl<O: Syncable> IncrementalSync<O> {
    /// The next batch; `None` after the last one, and after an error until [`resume`](Self::resume) is
    /// called.
    ///
    /// A dropped future loses nothing: the request that has begun is in the run.
    pub async fn next(&mut self) -> Option<Result<Batch<O::Item>, Error>> {
        future::next(self).await
    }

    /// Requests the page of a window.
    fn request(&mut self, window: Window) -> BoxFuture<Result<Received, Error>> {
        if self.started_at.is_none() {
            self.first_sent_at = (Timestamp::now(), Instant::now());
        }
        self.operation.set_page(window.page);
        self.operation.set_per_page(window.size);
        start(&self.handle, &self.operation)
    }

    /// Requests the records that change after any time, of which there are none.
    fn request_no_records(&mut self) -> BoxFuture<Result<Received, Error>> {
        let after = self.operation.after();
        self.operation.set_after(Some(timestamps::NEVER));
        let request = self.request(Window::first(MIN_PAGE_SIZE));
        self.operation.set_after(after);
        request
    }

    /// Joins the page of the next window. `None` if the totals of the list are checked before its records
    /// are returned.
    fn on_page(
        &mut self,
        received: Result<Received, Error>,
    ) -> Result<Option<Batch<O::Item>>, Error> {
        let window = self.tracker.next_window();
        let (records, join) = match received {
            // Some servers have no page after the last one: it is an empty one.
            Err(error) if is_missing_page(&error) && self.tracker.is_probing() => {
                let join = self.tracker.join(window, PageNumbers::default(), &[], 0);
                (Vec::new(), join.map_err(|_| error))
            }
            received => self.new_records(window, received?.into()),
        };
        let error = match join {
            Ok(Join::Last) => None,
            Err(error) if error.kind() == ErrorKind::Incomplete => Some(error),
            join => {
                self.state = join.map_or_else(State::Failing, |_| State::Reading);
                return Ok(Some(self.batch(records)));
            }
        };
        let is_checked = self.since.is_some() && self.pages_left > 0 && !self.accepts_incomplete;
        match error {
            Some(error) if is_checked => {
                self.state = State::CheckingTotals { records, error };
                Ok(None)
            }
            error => Ok(Some(self.last_batch(records, error))),
        }
    }

    /// The new records of a page, whatever it proves about the list, and how it joins the one before.
    fn new_records(
        &mut self,
        window: Window,
        received: ReceivedPage<Page<O::Item, O::Metadata>>,
    ) -> (Vec<O::Item>, Result<Join, Error>) {
        let ReceivedPage {
            page,
            response,
            about,
        } = received;
        let (sent_at, clock) = self.first_sent_at;
        self.started_at.get_or_insert_with(|| {
            timestamps::run_started_at(sent_at, clock.elapsed(), response.headers())
        });
        let numbers = PageNumbers::of(&page);
        let unreadable = page.unreadable_items() as u64;
        let items = page.items;
        let rows: Vec<Row> = items
            .iter()
            .map(|item| Row {
                id: O::item_id(item),
                changed_at: O::changed_at(item),
            })
            .collect();
        let is_new = self.tracker.new_rows(&rows);
        let row_count = rows.len() as u64 + unreadable;
        let join = self.tracker.join(window, numbers, &rows, row_count);
        self.unreadable += unreadable;
        let since = self.since;
        let has_changed = |row: &Row| match (since, row.changed_at) {
            (Some(since), Some(changed_at)) => changed_at >= since,
            _ => true,
        };
        let records = items.into_iter().zip(rows).zip(is_new);
        let records = records.filter(|((_, row), is_new)| *is_new && has_changed(row));
        let join = join.map_err(|error| match error.is_of_totals() {
            true => about.incomplete(error.to_string()),
            false => about.invalid(error.to_string()),
        });
        (records.map(|((item, _), _)| item).collect(), join)
    }

    /// Ends the run. With an error, the records are not all of the list.
    fn last_batch(&mut self, records: Vec<O::Item>, error: Option<Error>) -> Batch<O::Item> {
        let error = error.or_else(|| {
            let hint = "`accept_incomplete` ends the run without them";
            (self.unreadable > 0)
                .then(|| unreadable_elements::<O>(&self.handle.core, self.unreadable, hint))
        });
        self.state = match error {
            Some(error) if !self.accepts_incomplete => State::Incomplete(error),
            _ => State::Ended,
        };
        self.batch(records)
    }

    fn batch(&self, records: Vec<O::Item>) -> Batch<O::Item> {
        Batch {
            records,
            checkpoint: self.checkpoint(),
            read: self.tracker.rows_read(),
            total: self.tracker.total_records(),
        }
    }

    /// Where another process continues.
    fn checkpoint(&self) -> Checkpoint {
        let finished = self.finished.clone();
        match self.state {
            State::Ended => {
                let started_at = self.started_at;
                let watermark = started_at.map(|time| time - self.overlap);
                Checkpoint {
                    watermark,
                    lookback: if self.is_lookback {
                        watermark
                    } else {
                        finished.lookback
                    },
                    ..finished
                }
            }
            // At the first record: what is missing may be anywhere.
            State::Incomplete(_) => finished,
            _ => Checkpoint {
                run: self.unfinished_run(),
                ..finished
            },
        }
    }

    /// The run up to the last page; `None` if it would start at the first row.
    fn unfinished_run(&self) -> Option<UnfinishedRun> {
        Some(UnfinishedRun {
            started_at: self.started_at?,
            since: self.since,
            after: self.operation.after(),
            is_lookback: self.is_lookback,
            unreadable: self.unreadable,
            position: self.tracker.position()?,
        })
    }
}

/// Whether a response without records has totals all the same: then they ignore the filter, and mean
/// nothing.
fn ignores_filter<O: Syncable>(received: Result<Received, Error>) -> bool {
    received.is_ok_and(|received| {
        let page = ReceivedPage::<Page<O::Item, O::Metadata>>::from(received).page;
        let is_empty = page.items.len() + page.unreadable_items() == 0;
        let has_totals = page.total_records > Some(0)
            || (page.total_records.is_none() && page.total_pages > Some(1));
        is_empty && has_totals
    })
}

// Nothing is pinned but the boxed request.
impl<O: Syncable> Unpin for IncrementalSync<O> {}

impl<O: Syncable> Stream for IncrementalSync<O> {
    type Item = Result<Batch<O::Item>, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            // What fails below leaves this state.
            let state = mem::replace(&mut self.state, State::Failed);
            match state {
                State::Failed => return Poll::Ready(None),
                State::Ended => {
                    self.state = state;
                    return Poll::Ready(None);
                }
                State::Failing(error) | State::Incomplete(error) => {
                    return Poll::Ready(Some(Err(error)));
                }
                State::Reading if self.pages_left == 0 => {
                    let core = &self.handle.core;
                    let error = too_many_pages::<O>(core, "run", self.max_pages);
                    return Poll::Ready(Some(Err(error)));
                }
                State::Reading | State::CheckingTotals { .. } => {}
            }
            let mut pending = match (self.pending.take(), &state) {
                (Some(pending), _) => pending,
                (None, State::CheckingTotals { .. }) => self.request_no_records(),
                (None, _) => {
                    let window = self.tracker.next_window();
                    self.request(window)
                }
            };
            let Poll::Ready(received) = pending.as_mut().poll(context) else {
                (self.state, self.pending) = (state, Some(pending));
                return Poll::Pending;
            };
            self.pages_left -= 1;
            let batch = match state {
                State::CheckingTotals { records, error } => {
                    let error = (!ignores_filter::<O>(received)).then_some(error);
                    Some(self.last_batch(records, error))
                }
                _ => self.on_page(received)?,
            };
            if let Some(batch) = batch {
                return Poll::Ready(Some(Ok(batch)));
            }
        }
    }
}
