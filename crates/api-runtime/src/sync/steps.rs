//! The steps of a sync: request a window, join it, and return its new records.

use std::time::Instant;

use api_wire::{Page, Timestamp};

use super::{IncrementalSync, State};
use crate::attempt::call::start;
use crate::attempt::received::{PageContext, Received, ReceivedPage};
use crate::error::Error;
use crate::future::BoxFuture;
use crate::operation::syncable::Syncable;
use crate::paging::missing_page::is_missing_page;
use crate::paging::page_numbers::PageNumbers;
use crate::paging::pages::too_many_pages;
use crate::sync::checkpoint_store::CheckpointStore;
use crate::sync::overlap::Join;
use crate::sync::overlap_error::OverlapError;
use crate::sync::page_info::Row;
use crate::sync::timestamps;
use crate::sync::window::{MIN_PAGE_SIZE, Window};

impl<O, S> IncrementalSync<O, S>
where
    O: Syncable,
    S: CheckpointStore,
{
    /// The next changed record; `None` after the last one, and after an error until
    /// [`resume`](Self::resume) is called.
    pub async fn next(&mut self) -> Option<Result<O::Item, Error>> {
        loop {
            if let Some(item) = self.items.next() {
                return Some(Ok(item));
            }
            if self.state == State::CheckingTotals {
                let result = self.request_no_records().await;
                self.pages_left = self.pages_left.saturating_sub(1);
                self.on_no_records(result);
                continue;
            }
            if let Some(error) = self.deferred_error.take() {
                return Some(Err(error));
            }
            if matches!(self.state, State::Failed | State::Ended) {
                return None;
            }
            if self.pages_left == 0 {
                self.state = State::Failed;
                let core = &self.handle.core;
                return Some(Err(too_many_pages::<O>(core, "run", self.max_pages)));
            }
            let window = self.tracker.next_window();
            let page = self.request(window).await.map(ReceivedPage::from);
            self.pages_left -= 1;
            let result = match page {
                // Some servers have no page after the last one.
                Err(error) if is_missing_page(&error) && self.tracker.is_probing() => {
                    self.on_missing_page(window, error)
                }
                page => page.map(|page| self.on_page(window, page)),
            };
            if let Err(error) = result {
                self.state = State::Failed;
                return Some(Err(error));
            }
        }
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

    /// Ends the run if the response without records has totals all the same: they ignore the filter,
    /// and mean nothing. Otherwise the deferred error is returned.
    fn on_no_records(&mut self, result: Result<Received, Error>) {
        let ignores_filter = result.is_ok_and(|received| {
            let page = ReceivedPage::<Page<O::Item, O::Metadata>>::from(received).page;
            let is_empty = page.items.len() + page.unreadable_items() == 0;
            let has_totals = page.total_records > Some(0)
                || (page.total_records.is_none() && page.total_pages > Some(1));
            is_empty && has_totals
        });
        self.state = match ignores_filter {
            true => State::Ended,
            false => State::Failed,
        };
        if ignores_filter {
            self.deferred_error = None;
        }
    }

    /// Joins the page of a window, and queues its new records.
    fn on_page(&mut self, window: Window, received: ReceivedPage<Page<O::Item, O::Metadata>>) {
        let ReceivedPage {
            page,
            response,
            about,
        } = received;
        if self.started_at.is_none() {
            let (sent_at, clock) = self.first_sent_at;
            let started_at =
                timestamps::run_started_at(sent_at, clock.elapsed(), response.headers());
            self.started_at = Some(started_at);
        }
        let page_info = PageNumbers::of(&page);
        self.before_page = self.unfinished_run();
        let unreadable = page.unreadable_items();
        let items = page.items;
        let rows: Vec<Row> = items
            .iter()
            .map(|item| Row {
                id: O::item_id(item),
                changed_at: O::changed_at(item),
            })
            .collect();
        let row_count = (rows.len() + unreadable) as u64;
        let is_new = self.tracker.new_rows(&rows);
        let join = self.tracker.join(window, page_info, &rows, row_count);
        self.unreadable += unreadable as u64;
        // Whatever the window proves, its records are part of the list.
        let since = self.since;
        let has_changed = |row: &Row| match (since, row.changed_at) {
            (Some(since), Some(changed_at)) => changed_at >= since,
            _ => true,
        };
        self.items = items
            .into_iter()
            .zip(rows)
            .zip(is_new)
            .filter(|((_, row), is_new)| *is_new && has_changed(row))
            .map(|((item, _), _)| item)
            .collect::<Vec<_>>()
            .into_iter();
        self.on_join(join, &about);
    }

    /// Joins a page that does not exist, as an empty one.
    fn on_missing_page(&mut self, window: Window, error: Error) -> Result<(), Error> {
        let join = self.tracker.join(window, PageNumbers::default(), &[], 0);
        self.end_if_last(&join.map_err(|_| error)?);
        Ok(())
    }

    fn end_if_last(&mut self, join: &Join) {
        if *join == Join::Last {
            self.state = State::Ended;
            self.is_at_end = true;
        }
    }

    /// Ends or fails the run after the queued records, if the window says so.
    fn on_join(&mut self, join: Result<Join, OverlapError>, about: &PageContext) {
        match join {
            Ok(join) => self.end_if_last(&join),
            Err(error) => {
                self.is_at_end = error.is_of_totals();
                let is_checked = self.is_at_end && self.since.is_some();
                self.state = match is_checked && self.pages_left > 0 {
                    true => State::CheckingTotals,
                    false => State::Failed,
                };
                self.deferred_error = Some(match self.is_at_end {
                    true => about.incomplete(error.to_string()),
                    false => about.invalid(error.to_string()),
                });
            }
        }
    }
}
