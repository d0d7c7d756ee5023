//! Joins overlapping windows of a list that changes while it is read, so that no unchanged row is
//! skipped.
//!
//! ```text
//! rows of the list   0 ------------------------------------------------------------->
//! previous window        [==========================]
//!                                                   ^ frontier
//! next window                               [=======|==================]
//!                                            overlap      new rows     ^ next frontier
//! ```
//!
//! Invariant: every row before the frontier that has not changed since was returned by an earlier
//! window. A window that starts before the frontier advances it to its own end if it contains a row
//! of the previous window, unchanged: unchanged rows keep their order, so each of them up to that
//! end either precedes that row, and was returned, or is in this window.
//!
//! If no such row is found, more rows left the front of the list than the windows overlap by: there
//! may be a gap. The tracker then backtracks, twice as far each time, in the end to the first row.

use std::collections::{HashMap, HashSet};
use std::fmt;

use api_wire::Timestamp;

use crate::sync::window::{MIN_PAGE_SIZE, Window, overlap_rows};

/// How often a run may start over at the first row.
const MAX_RESTARTS: u32 = 3;

/// How many consecutive windows may contain only rows of the previous window and the first one.
const MAX_REPEATS: u32 = 10;

/// A row's identity and version, as far as the record has them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) id: Option<i64>,
    pub(crate) changed_at: Option<Timestamp>,
}

/// The page numbers and the page size of a response.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PageInfo {
    pub(crate) current_page: Option<i64>,
    pub(crate) total_pages: Option<i64>,
    pub(crate) total_records: Option<i64>,
    pub(crate) per_page: Option<i64>,
}

impl PageInfo {
    /// Whether there are rows after the first `row_count` ones of a window, according to a total.
    fn has_more(&self, window: Window, row_count: u64) -> bool {
        let end = window.start().saturating_add(row_count);
        let total_records = self
            .total_records
            .and_then(|total| u64::try_from(total).ok());
        self.total_pages
            .is_some_and(|total| total > i64::from(window.page))
            || total_records.is_some_and(|total| total > end)
    }

    /// Whether nothing says where the list ends, not even that a short page is one.
    fn is_without_end(&self) -> bool {
        let Self {
            total_pages,
            total_records,
            per_page,
            ..
        } = self;
        total_pages.is_none() && total_records.is_none() && per_page.is_none()
    }
}

/// How a window joins the previous one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Join {
    /// It continues the previous window.
    Continues {
        /// Whether it reaches the end of the list.
        is_last: bool,
        /// For each readable row: whether it was not in the previous window.
        is_new: Vec<bool>,
    },
    /// Rows may be missing before it: another window has to be read instead.
    Gap,
}

/// Why a list cannot be read without risking gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OverlapError {
    /// The response is another page than the requested one.
    WrongPage { expected: i64, found: i64 },
    /// The response has another page size than the requested one.
    WrongPageSize { expected: u32, found: u32 },
    /// The page is shorter than requested, although the list has more rows according to a total.
    ShortPage { expected: u32, found: u64 },
    /// The pages are smaller than [`MIN_PAGE_SIZE`].
    PagesTooSmall { found: u32 },
    /// [`MAX_REPEATS`] was exceeded.
    NoNewRecords,
    /// [`MAX_RESTARTS`] was exceeded.
    NoCommonRecord,
}

impl fmt::Display for OverlapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongPage { expected, found } => {
                write!(f, "expected page {expected}, found page {found}")
            }
            Self::WrongPageSize { expected, found } => {
                write!(f, "expected a page size of {expected}, found {found}")
            }
            Self::ShortPage { expected, found } => write!(
                f,
                "expected a page of {expected} records, found {found}, although \
                 `total_pages` or `total_records` says that more follow"
            ),
            Self::PagesTooSmall { found } => {
                write!(
                    f,
                    "expected pages of at least {MIN_PAGE_SIZE} records, found {found}"
                )
            }
            Self::NoNewRecords => write!(
                f,
                "no new record in {MAX_REPEATS} consecutive pages: the list grows faster than it \
                 is read, or the server ignores the page number"
            ),
            Self::NoCommonRecord => f.write_str(
                "no record in common with the previous page: the list changes faster than it is \
                 read, or its records lack an id or a time of change",
            ),
        }
    }
}

/// How far a list has been read.
#[derive(Debug)]
pub(crate) struct OverlapTracker {
    max_page_size: u32,
    frontier: u64,
    /// By how many rows, beyond the usual overlap, the next window starts before the frontier.
    backtrack: u64,
    restarts: u32,
    /// The farthest frontier at which there was a gap.
    high_water: u64,
    /// How many gaps there were near `high_water`.
    stalls: u32,
    /// How many consecutive windows contained only rows of the previous one and the first one.
    repeats: u32,
    /// The ids of the window at the first row: all that a server has which ignores the page number.
    first_ids: HashSet<i64>,
    /// The previous window.
    previous_rows: HashMap<i64, Timestamp>,
    /// The page after the first one, which shows whether a short first page is the last one.
    end_probe: Option<Window>,
}

impl OverlapTracker {
    /// Starts at the first row, with windows of at most `max_page_size` rows.
    pub(crate) fn new(max_page_size: u32) -> Self {
        Self {
            max_page_size: max_page_size.max(MIN_PAGE_SIZE),
            frontier: 0,
            backtrack: 0,
            restarts: 0,
            high_water: 0,
            stalls: 0,
            repeats: 0,
            first_ids: HashSet::new(),
            previous_rows: HashMap::new(),
            end_probe: None,
        }
    }

    /// The window to read next.
    pub(crate) fn next_window(&self) -> Window {
        if let Some(window) = self.end_probe {
            return window;
        }
        let rows_before = overlap_rows(self.max_page_size) + self.backtrack;
        match self.frontier.checked_sub(rows_before) {
            Some(row) if row > 0 => Window::from_row(row, self.max_page_size),
            _ => Window::first(self.max_page_size),
        }
    }

    /// Resets the limits after an error.
    pub(crate) fn resume(&mut self) {
        self.restarts = 0;
        self.stalls = 0;
        self.repeats = 0;
    }

    /// Joins a window with the previous one. `rows` are its readable rows, `row_count` counts all.
    ///
    /// # Errors
    ///
    /// If the list cannot be read any further without risking gaps.
    pub(crate) fn join(
        &mut self,
        window: Window,
        page_info: PageInfo,
        rows: &[Row],
        row_count: u64,
    ) -> Result<Join, OverlapError> {
        let is_first = window.start() == 0;
        let requested = i64::from(window.page);
        let has_more = page_info.has_more(window, row_count);
        if let Some(found) = page_info.current_page
            && found != requested
            && row_count > 0
        {
            if is_first || found > requested {
                let expected = requested;
                return Err(OverlapError::WrongPage { expected, found });
            }
            // The list has become shorter, and the server returns its last page instead.
            return self.backtrack_further(OverlapError::NoCommonRecord);
        }
        if row_count > u64::from(window.size) {
            // The number of the page is then that of another row.
            let expected = window.size;
            let found = u32::try_from(row_count).unwrap_or(u32::MAX);
            return Err(OverlapError::WrongPageSize { expected, found });
        }
        if self.end_probe.take().is_some() {
            return self.join_end_probe(rows, row_count);
        }
        let mut size = window.size;
        match page_info.per_page.map(u32::try_from) {
            Some(Ok(found)) if is_first && (1..size).contains(&found) => {
                // The server's maximum page size.
                size = found;
                self.max_page_size = found;
            }
            Some(Ok(found)) if !is_first && found != size => {
                let expected = size;
                return Err(OverlapError::WrongPageSize { expected, found });
            }
            _ => {}
        }
        let is_short = row_count < u64::from(size);
        if is_first && is_short && has_more {
            // The server returns fewer rows than its page size, although there are more.
            self.max_page_size = u32::try_from(row_count).unwrap_or(size);
        }
        if is_first && (!is_short || has_more) && self.max_page_size < MIN_PAGE_SIZE {
            let found = self.max_page_size;
            return Err(OverlapError::PagesTooSmall { found });
        }
        let is_known = |row: &Row| match (row.id, row.changed_at) {
            (Some(id), Some(changed_at)) => self.previous_rows.get(&id) == Some(&changed_at),
            _ => false,
        };
        if !is_first && is_short && has_more {
            return self.backtrack_further(OverlapError::ShortPage {
                expected: size,
                found: row_count,
            });
        }
        if !is_first && !rows.iter().any(is_known) {
            return self.backtrack_further(OverlapError::NoCommonRecord);
        }
        // A window without new ids is possible when many rows were inserted before it, but a server
        // that ignores the page number never returns anything else, even if its rows change. It is
        // compared with the first window, too, which is the largest. Rows without an id or a time of
        // change cannot be compared.
        let advances = is_first || is_short || self.has_new_id(rows);
        let is_new = rows.iter().map(|row| !is_known(row)).collect();
        self.repeats = if advances { 0 } else { self.repeats + 1 };
        if self.repeats > MAX_REPEATS {
            return Err(OverlapError::NoNewRecords);
        }
        if is_first && is_short && row_count > 0 && page_info.is_without_end() {
            let size = window.size;
            self.end_probe = Some(Window { page: 2, size });
        }
        if is_first {
            self.first_ids = rows.iter().filter_map(|row| row.id).collect();
        }
        self.frontier = window.start() + row_count;
        self.backtrack = 0;
        self.previous_rows = rows
            .iter()
            .filter_map(|row| Some((row.id?, row.changed_at?)))
            .collect();
        Ok(Join::Continues {
            is_last: is_short && !has_more && self.end_probe.is_none(),
            is_new,
        })
    }

    /// Whether a row was neither in the previous window nor in the first one.
    fn has_new_id(&self, rows: &[Row]) -> bool {
        let is_new =
            |id: &i64| !self.previous_rows.contains_key(id) && !self.first_ids.contains(id);
        let mut rows = rows.iter().filter(|row| row.changed_at.is_some());
        rows.any(|row| row.id.as_ref().is_some_and(is_new))
    }

    /// Joins the page after a short first one: the end, or a sign that the pages are smaller than
    /// requested.
    fn join_end_probe(&mut self, rows: &[Row], row_count: u64) -> Result<Join, OverlapError> {
        if row_count == 0 {
            return Ok(Join::Continues {
                is_last: true,
                is_new: Vec::new(),
            });
        }
        if !self.has_new_id(rows) {
            return Err(OverlapError::NoNewRecords);
        }
        self.max_page_size = u32::try_from(self.frontier).unwrap_or(u32::MAX);
        if self.max_page_size < MIN_PAGE_SIZE {
            let found = self.max_page_size;
            return Err(OverlapError::PagesTooSmall { found });
        }
        // Its rows are read again in a window that overlaps with the first one.
        Ok(Join::Gap)
    }

    /// Moves the next window farther back: twice as far each time, in the end to the first row.
    ///
    /// Repeated gaps near the same row raise the minimum, too, until a window starts at the first
    /// row, where restarts are limited. Otherwise a run would read a stretch of records without ids
    /// or times of change again and again, forever.
    ///
    /// `cause` is the error if there is nothing farther back.
    fn backtrack_further(&mut self, cause: OverlapError) -> Result<Join, OverlapError> {
        if self.backtrack == 0 {
            if self.frontier > self.high_water + u64::from(self.max_page_size) {
                self.high_water = self.frontier;
                self.stalls = 0;
            } else {
                self.stalls += 1;
            }
        }
        let minimum = u64::from(self.max_page_size) << self.stalls.saturating_sub(8).min(31);
        self.backtrack = self.backtrack.saturating_mul(2).max(minimum);
        if self.next_window().start() == 0 {
            if self.restarts == MAX_RESTARTS {
                return Err(cause);
            }
            self.restarts += 1;
        }
        Ok(Join::Gap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a list that does not change, whose rows in `undated` have no time of change. Returns
    /// the number of windows and whether the end was reached.
    fn read_list(rows: u64, undated: std::ops::Range<u64>, max_page_size: u32) -> (u64, bool) {
        let row = |number: u64| {
            let id = i64::try_from(number).unwrap();
            let changed_at = Timestamp::from_second(id).unwrap();
            Row {
                id: Some(id),
                changed_at: (!undated.contains(&number)).then_some(changed_at),
            }
        };
        let mut tracker = OverlapTracker::new(max_page_size);
        for count in 1..=100_000 {
            let window = tracker.next_window();
            let end = (window.start() + u64::from(window.size)).min(rows);
            let window_rows: Vec<Row> = (window.start()..end).map(row).collect();
            let page_info = PageInfo {
                current_page: Some(window.page.into()),
                total_pages: i64::try_from(rows.div_ceil(window.size.into())).ok(),
                total_records: i64::try_from(rows).ok(),
                per_page: Some(window.size.into()),
            };
            match tracker.join(window, page_info, &window_rows, window_rows.len() as u64) {
                Ok(Join::Continues { is_last: true, .. }) => return (count, true),
                Ok(_) => {}
                Err(_) => return (count, false),
            }
        }
        panic!("the run does not end");
    }

    #[test]
    fn a_stretch_without_times_of_change_does_not_loop_forever() {
        for max_page_size in [20, 50, 100, 1_000] {
            let window = u64::from(max_page_size);
            let rows = window * 20;
            for start in [window / 2, window * 3, window * 6, window * 19] {
                let (count, _) = read_list(rows, start..start + window * 3, max_page_size);
                assert!(
                    count < 1_000,
                    "{max_page_size} rows a window: {count} windows"
                );
            }
            let few_undated = window * 6..window * 6 + window / 20;
            let (_, reached_end) = read_list(rows, few_undated, max_page_size);
            assert!(reached_end, "a few such rows do not fail a run");
        }
    }
}
