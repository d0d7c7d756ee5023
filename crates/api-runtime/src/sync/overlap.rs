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
//! The end of the list is a short window whose totals agree that it is the last one. Otherwise the
//! tracker probes for rows after it: pages may be smaller than requested, and totals may be wrong.
//! If there are none, it reads the last window again: rows may have moved to before its end.
//!
//! If no such row is found, more rows left the front of the list than the windows overlap by: there
//! may be a gap. The tracker then backtracks, twice as far each time, in the end to the first row.
//!
//! A run that continues from a checkpoint has no previous window, but anchors: rows of it and of
//! earlier windows.
//!
//! ```text
//!                  a row of the previous window              short, and the totals do not agree
//!               +------------------------------+                    +----------------+
//!               v                              |                    v                |
//! ------> Advancing --- no such row ---> Backtracking            Probing --- rows follow ---> Advancing
//!               |                                                   |
//!               +--- short, and its totals agree ---> the end       +--- none ---> Confirming ---> the end
//! ```

use std::collections::{HashMap, HashSet};

use api_wire::Timestamp;

use crate::paging::page_numbers::PageNumbers;
use crate::sync::anchors::Anchors;
use crate::sync::overlap_error::{MAX_REPEATS, OverlapError};
use crate::sync::page_info::Row;
use crate::sync::unfinished_run::ListPosition;
use crate::sync::window::{MIN_PAGE_SIZE, Window, overlap_rows};

/// How often a run may start over at the first row.
const MAX_RESTARTS: u32 = 3;

/// How a window joins the previous one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Join {
    /// It continues the previous window.
    Continues,
    /// It reaches the end of the list.
    Last,
    /// Rows may be missing before it: another window has to be read instead.
    Gap,
}

/// How far a list has been read.
#[derive(Debug)]
pub(crate) struct OverlapTracker {
    max_page_size: u32,
    /// The page size with which the list is read again from the first row.
    requested_page_size: u32,
    frontier: u64,
    phase: Phase,
    previous: Previous,
    anchors: Anchors,
    /// The ids of the window at the first row: all that a server has which ignores the page number.
    first_ids: HashSet<i64>,
    /// The totals of the last window with rows, and its page.
    totals: (PageNumbers, u32),
    limits: Limits,
}

/// What the next window is to show.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// The rows after the frontier.
    Advancing,
    /// A row of the previous window, this many rows farther back: there was a gap.
    Backtracking(u64),
    /// Whether there are rows after the frontier.
    Probing(Window),
    /// Whether rows have moved to before the frontier: the window after it is empty.
    Confirming {
        window: Window,
        empty: Window,
        numbers: PageNumbers,
    },
}

/// The rows of which a window has to contain one to continue the list.
#[derive(Debug)]
enum Previous {
    /// Those of the previous window.
    Window(HashMap<i64, Timestamp>),
    /// The anchors of a checkpoint.
    Anchors,
}

/// What a list may do only so often, until the run fails.
#[derive(Debug, Default)]
struct Limits {
    /// How often it was read again from the first row.
    restarts: u32,
    /// The farthest frontier at which there was a gap.
    farthest_gap: u64,
    /// How many gaps there were near it.
    stalls: u32,
    /// How many consecutive windows contained only rows of the previous one and the first one.
    repeats: u32,
    /// The farthest frontier after a full window.
    farthest: u64,
    /// How many windows were short since then.
    short_windows: u32,
}

impl OverlapTracker {
    /// Starts at the first row, with windows of at most `max_page_size` rows.
    pub(crate) fn new(max_page_size: u32) -> Self {
        Self {
            max_page_size: max_page_size.max(MIN_PAGE_SIZE),
            requested_page_size: max_page_size,
            frontier: 0,
            phase: Phase::Advancing,
            previous: Previous::Window(HashMap::new()),
            anchors: Anchors::default(),
            first_ids: HashSet::new(),
            totals: (PageNumbers::default(), 1),
            limits: Limits::default(),
        }
    }

    /// Continues at a position, with windows of at most `max_page_size` rows.
    pub(crate) fn at_position(max_page_size: u32, position: ListPosition) -> Self {
        Self {
            max_page_size: position.page_size.min(max_page_size).max(MIN_PAGE_SIZE),
            frontier: position.rows,
            anchors: position.anchors,
            previous: Previous::Anchors,
            ..Self::new(max_page_size)
        }
    }

    /// How far the list has been read; `None` if it has to be read from the first row.
    pub(crate) fn position(&self) -> Option<ListPosition> {
        (self.frontier > 0).then(|| ListPosition {
            rows: self.frontier,
            page_size: self.max_page_size,
            anchors: self.anchors.clone(),
        })
    }

    /// How many rows were read.
    pub(crate) fn rows_read(&self) -> u64 {
        self.frontier
    }

    /// How many rows the list has, as the last window with rows says.
    pub(crate) fn total_records(&self) -> Option<u64> {
        self.totals.0.total_records()
    }

    /// The window to read next.
    pub(crate) fn next_window(&self) -> Window {
        let backtrack = match self.phase {
            Phase::Advancing => 0,
            Phase::Backtracking(rows) => rows,
            Phase::Probing(window) | Phase::Confirming { window, .. } => return window,
        };
        let rows_before = overlap_rows(self.max_page_size) + backtrack;
        match self.frontier.checked_sub(rows_before) {
            Some(row) if row > 0 => Window::from_row(row, self.max_page_size),
            _ => Window::first(self.max_page_size),
        }
    }

    /// Resets the limits after an error.
    pub(crate) fn resume(&mut self) {
        self.limits = Limits::default();
    }

    /// Whether the list may have ended before the next window: at the frontier, or if it has become
    /// shorter before the run was resumed.
    pub(crate) fn is_probing(&self) -> bool {
        match (self.phase, &self.previous) {
            (Phase::Probing(_) | Phase::Confirming { .. }, _) => true,
            (_, Previous::Anchors) => self.next_window().start() > 0,
            (_, Previous::Window(_)) => false,
        }
    }

    /// For each row of a window: whether it was not in the previous one.
    pub(crate) fn new_rows(&self, rows: &[Row]) -> Vec<bool> {
        rows.iter().map(|row| !self.is_known(row)).collect()
    }

    fn is_known(&self, row: &Row) -> bool {
        match (&self.previous, row.id, row.changed_at) {
            (Previous::Window(rows), Some(id), Some(changed_at)) => {
                rows.get(&id) == Some(&changed_at)
            }
            _ => false,
        }
    }

    /// Whether a row and all unchanged rows before it were returned.
    fn is_returned(&self, row: &Row) -> bool {
        match self.previous {
            Previous::Window(_) => self.is_known(row),
            Previous::Anchors => self.anchors.contains(row),
        }
    }

    /// Joins a window with the previous one. `rows` are its readable rows, `row_count` counts all.
    ///
    /// # Errors
    ///
    /// If the list cannot be read any further without risking gaps.
    pub(crate) fn join(
        &mut self,
        window: Window,
        page_info: PageNumbers,
        rows: &[Row],
        row_count: u64,
    ) -> Result<Join, OverlapError> {
        let is_continued = matches!(self.previous, Previous::Anchors);
        let join = self.join_window(window, page_info, rows, row_count);
        if join.is_err() && is_continued {
            // The list or its server is not what it was at the checkpoint.
            *self = Self::new(self.requested_page_size);
            return Ok(Join::Gap);
        }
        join
    }

    fn join_window(
        &mut self,
        window: Window,
        page_info: PageNumbers,
        rows: &[Row],
        row_count: u64,
    ) -> Result<Join, OverlapError> {
        let is_first = window.start() == 0;
        let phase = self.phase;
        let is_probe = matches!(phase, Phase::Probing(_) | Phase::Confirming { .. });
        if is_probe {
            self.phase = Phase::Advancing;
        }
        if rows.is_empty() && row_count > 0 {
            return Err(OverlapError::NoReadableRecords { found: row_count });
        }
        let requested = i64::from(window.page);
        if let Some(found) = page_info.current_page {
            if found != requested && row_count > 0 {
                if is_probe && window.start() == self.frontier && found < requested {
                    // Some servers return the last page again after it.
                    return Ok(self.confirm_end(window, PageNumbers::default()));
                }
                if is_first || found > requested {
                    return Err(OverlapError::WrongPage {
                        expected: requested,
                        found,
                    });
                }
                // The list has become shorter, and the server returns its last page instead.
                return self.backtrack_further(OverlapError::NoCommonRecord);
            }
        }
        let page_size = page_info.per_page.and_then(|size| u32::try_from(size).ok());
        if row_count > u64::from(window.size) {
            // The number of the page is then that of another row.
            let found = u32::try_from(row_count).unwrap_or(u32::MAX);
            return Err(wrong_page_size(window.size, found));
        }
        let end = window.start().saturating_add(row_count);
        match phase {
            Phase::Confirming { empty, numbers, .. }
                if end <= self.frontier && !self.has_new_id(rows) =>
            {
                return self.end(empty, numbers, self.frontier);
            }
            _ => {}
        }
        if is_probe && window.start() == self.frontier {
            return self.join_next_rows(window, page_info, rows, row_count);
        }
        let mut size = window.size;
        match page_size {
            Some(found) if is_first && (MIN_PAGE_SIZE..size).contains(&found) => {
                // The server's maximum page size. A smaller one may be the number of rows.
                size = found;
                self.max_page_size = found;
            }
            _ => {}
        }
        let is_short = row_count < u64::from(size);
        if !is_first && !rows.iter().any(|row| self.is_returned(row)) {
            // With a row in common, the page size of the response is wrong, but not the window.
            if let Some(found) = page_size.filter(|found| *found != size && *found > 0) {
                return Err(wrong_page_size(size, found));
            }
            let is_comparable = |row: &Row| row.id.is_some() && row.changed_at.is_some();
            let is_comparable = rows.is_empty() || rows.iter().any(is_comparable);
            return self.backtrack_further(match is_comparable {
                true => OverlapError::NoCommonRecord,
                false => OverlapError::NoComparableRecord,
            });
        }
        // A window without new ids is possible when many rows were inserted before it, but a server
        // that ignores the page number never returns anything else, even if its rows change. It is
        // compared with the first window, too, which is the largest. Rows without an id or a time of
        // change cannot be compared.
        let advances = is_first || is_short || self.has_new_id(rows);
        self.limits.repeats = if advances { 0 } else { self.limits.repeats + 1 };
        if self.limits.repeats > MAX_REPEATS {
            return Err(OverlapError::NoNewRecords);
        }
        if is_first {
            self.first_ids = rows.iter().filter_map(|row| row.id).collect();
        }
        // So far nothing follows. An empty page proves it: a short one may be shortened.
        let ends_at_frontier = is_probe && end == self.frontier;
        self.frontier = end;
        self.phase = Phase::Advancing;
        let comparable = rows
            .iter()
            .filter_map(|row| Some((row.id?, row.changed_at?)));
        self.previous = Previous::Window(comparable.collect());
        self.anchors
            .add_window(window.start(), rows, self.max_page_size);
        if row_count > 0 {
            self.totals = (page_info, window.page);
        }
        if !is_short {
            if end > self.limits.farthest {
                (self.limits.farthest, self.limits.short_windows) = (end, 0);
            }
            return Ok(Join::Continues);
        }
        if page_info.is_end(window, end) {
            return Ok(Join::Last);
        }
        if end == 0 {
            return self.end(window, page_info, end);
        }
        self.limits.short_windows += 1;
        if self.limits.short_windows > MAX_REPEATS {
            return Err(OverlapError::ShortPage {
                expected: size,
                found: row_count,
            });
        }
        self.phase = Phase::Probing(match is_first {
            true => Window {
                page: 2,
                size: u32::try_from(row_count).unwrap_or(size),
            },
            false if ends_at_frontier => Window::at_row(self.frontier),
            false => Window::around_row(self.frontier),
        });
        Ok(Join::Continues)
    }

    /// Reads the rows before the frontier again: nothing is after it.
    fn confirm_end(&mut self, empty: Window, numbers: PageNumbers) -> Join {
        let is_after_first = empty.page == 2 && u64::from(empty.size) == self.frontier;
        self.phase = Phase::Confirming {
            window: match is_after_first {
                true => Window::first(self.max_page_size),
                false => Window::around_row(self.frontier),
            },
            empty,
            numbers,
        };
        Join::Continues
    }

    /// Ends the list after a window, unless the totals say that rows are missing.
    fn end(&self, window: Window, page_info: PageNumbers, end: u64) -> Result<Join, OverlapError> {
        match page_info.missing_rows(window, end, self.totals) {
            Some(error) => Err(error),
            None => Ok(Join::Last),
        }
    }

    /// Whether a row was neither in the previous window nor in the first one.
    fn has_new_id(&self, rows: &[Row]) -> bool {
        let is_new = |id: &i64| match &self.previous {
            Previous::Window(rows) if rows.contains_key(id) => false,
            _ => !self.first_ids.contains(id),
        };
        let mut rows = rows.iter().filter(|row| row.changed_at.is_some());
        rows.any(|row| row.id.as_ref().is_some_and(is_new))
    }

    /// Joins a window that starts at the frontier: the end, or a sign that pages are smaller than
    /// requested.
    fn join_next_rows(
        &mut self,
        window: Window,
        page_info: PageNumbers,
        rows: &[Row],
        row_count: u64,
    ) -> Result<Join, OverlapError> {
        if row_count == 0 {
            return Ok(self.confirm_end(window, page_info));
        }
        if !self.has_new_id(rows) {
            // Some servers return the last page again after it.
            let (totals, page) = self.totals;
            let has_ended = match (totals.total_records(), totals.total_pages) {
                (Some(total), _) => total <= self.frontier,
                (None, last) => last.is_some_and(|last| (1..=i64::from(page)).contains(&last)),
            };
            return match has_ended {
                true => Ok(Join::Last),
                false => Err(OverlapError::NoNewRecords),
            };
        }
        if u64::from(window.size) == self.frontier {
            // The page after the first one, of the same size.
            if window.size < MIN_PAGE_SIZE {
                return Err(wrong_page_size(self.max_page_size, window.size));
            }
            self.max_page_size = window.size;
        }
        // Its rows are read again in a window that overlaps with the previous one.
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
        let limits = &mut self.limits;
        let backtrack = match self.phase {
            Phase::Backtracking(rows) => rows,
            _ if self.frontier > limits.farthest_gap + u64::from(self.max_page_size) => {
                (limits.farthest_gap, limits.stalls) = (self.frontier, 0);
                0
            }
            _ => {
                limits.stalls += 1;
                0
            }
        };
        let minimum = u64::from(self.max_page_size) << limits.stalls.saturating_sub(8).min(31);
        self.phase = Phase::Backtracking(backtrack.saturating_mul(2).max(minimum));
        if self.next_window().start() == 0 {
            if self.limits.restarts == MAX_RESTARTS {
                return Err(cause);
            }
            self.limits.restarts += 1;
        }
        Ok(Join::Gap)
    }
}

fn wrong_page_size(expected: u32, found: u32) -> OverlapError {
    OverlapError::WrongPageSize { expected, found }
}
