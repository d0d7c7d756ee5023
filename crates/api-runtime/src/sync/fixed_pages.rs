//! Reads a list of a server that does not return pages of the requested size.
//!
//! Its pages cannot overlap, so that a row that moves between two of them may be skipped. Such a run
//! ends with an error, unless the list is a single page.

use std::collections::HashSet;

use crate::sync::overlap_error::OverlapError;
use crate::sync::page_info::{PageInfo, Row};
use crate::sync::window::Window;

/// Pages of the size that the server has, one after the other.
#[derive(Debug)]
pub(crate) struct FixedPages {
    /// The page size that was requested first.
    expected: u32,
    size: u32,
    /// The next page.
    page: u32,
    /// The number of rows so far.
    rows: u64,
    /// The ids of the previous page.
    previous_ids: HashSet<i64>,
    /// The totals of the last page with rows.
    totals: PageInfo,
    /// The empty page after a single one, while that is read again.
    empty_page: Option<PageInfo>,
}

impl FixedPages {
    /// Starts at the first page.
    pub(crate) fn new(expected: u32, size: u32) -> Self {
        Self {
            expected,
            size,
            page: 1,
            rows: 0,
            previous_ids: HashSet::new(),
            totals: PageInfo::default(),
            empty_page: None,
        }
    }

    pub(crate) fn next_window(&self) -> Window {
        let page = match self.empty_page {
            Some(_) => 1,
            None => self.page,
        };
        Window {
            page,
            size: self.size,
        }
    }

    /// Whether the list may have ended before the next page.
    pub(crate) fn is_probing(&self) -> bool {
        self.page > 1
    }

    /// Adds a page. Returns whether it is the last one.
    pub(crate) fn join(
        &mut self,
        page_info: PageInfo,
        rows: &[Row],
        row_count: u64,
    ) -> Result<bool, OverlapError> {
        if row_count > u64::from(self.size) {
            return Err(OverlapError::WrongPageSize {
                expected: self.size,
                found: u32::try_from(row_count).unwrap_or(u32::MAX),
            });
        }
        let window = self.next_window();
        let ids: HashSet<i64> = rows.iter().filter_map(|row| row.id).collect();
        if let Some(empty_page) = self.empty_page.take() {
            // Rows may have moved to the only page before the next one was read.
            let is_same = ids.is_subset(&self.previous_ids);
            return self.end_after(self.next_window(), empty_page, is_same);
        }
        if row_count == 0 && self.page == 2 {
            self.empty_page = Some(page_info);
            return Ok(false);
        }
        if row_count == 0 {
            return self.end(window, page_info);
        }
        if self.page > 1 && ids.is_subset(&self.previous_ids) {
            // Some servers return the last page again after it.
            let last_page = i64::from(self.page) - 1;
            let has_ended = match self.totals.total_records() {
                Some(total) => total == self.rows,
                None => self.totals.total_pages == Some(last_page),
            };
            return match has_ended {
                true => self.end(window, PageInfo::default()),
                false => Err(OverlapError::NoNewRecords),
            };
        }
        self.rows += row_count;
        self.previous_ids = ids;
        self.totals = page_info;
        self.page = self.page.saturating_add(1);
        match row_count < u64::from(self.size) && page_info.is_end(window, self.rows) {
            true => self.end(window, page_info),
            false => Ok(false),
        }
    }

    fn end(&self, window: Window, page_info: PageInfo) -> Result<bool, OverlapError> {
        self.end_after(window, page_info, true)
    }

    /// Ends the list, of which no row was skipped if it is a single page that did not change.
    fn end_after(
        &self,
        window: Window,
        page_info: PageInfo,
        is_same: bool,
    ) -> Result<bool, OverlapError> {
        let last_page = self.page - 1;
        let before = (self.totals, last_page);
        if let Some(error) = page_info.missing_rows(window, self.rows, before) {
            return Err(error);
        }
        match last_page <= 1 && is_same {
            true => Ok(true),
            false => Err(OverlapError::FixedPageSize {
                expected: self.expected,
                found: self.size,
            }),
        }
    }
}
