//! Where two windows of a list meet. Rows move while they are read; nothing that stood still may fall through.
//!
//! Of the rows in front of the frontier, all that have not changed since have been had. A window that begins before the
//! frontier moves it on, if a row of the window before is found again in it as it was: whatever stood still keeps its
//! order, so it stands behind that row and in this window, or before it and was had. Where no row is found again,
//! more rows fell out in front than the windows overlap by, and reading begins farther in front.

use std::collections::HashMap;

use api_wire::Timestamp;

use crate::window::{SMALLEST, Window, lap};

/// How often reading begins again at the first row before it is given up.
const MOST_RESTARTS: u32 = 3;

/// What identifies a row and tells when it changed, where the row says so.
pub(crate) type Row = (Option<i64>, Option<Timestamp>);

/// What a reply says of its page.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Told {
    pub(crate) current_page: Option<i64>,
    pub(crate) total_pages: Option<i64>,
    pub(crate) per_page: Option<i64>,
}

/// What a window is good for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It goes on from the one before, and `last` says whether it reaches the end of the list. `fresh` says of each
    /// readable row whether it was not had with the window before.
    Joined { last: bool, fresh: Vec<bool> },
    /// Rows may be missing in front of it: another window is to be read in its place.
    Apart,
}

/// How far a list has been read.
#[derive(Debug)]
pub(crate) struct Seam {
    largest: u32,
    frontier: u64,
    /// How far before the frontier the next window begins, besides the usual overlap.
    back: u64,
    restarts: u32,
    /// The rows of the latest window.
    rows: HashMap<i64, Timestamp>,
}

impl Seam {
    /// Nothing is read yet, and windows have at most so many rows.
    pub(crate) fn new(largest: u32) -> Self {
        Self {
            largest: largest.max(SMALLEST),
            frontier: 0,
            back: 0,
            restarts: 0,
            rows: HashMap::new(),
        }
    }

    /// The window to read now.
    pub(crate) fn window(&self) -> Window {
        let before = lap(self.largest) + self.back;
        match self.frontier.checked_sub(before) {
            Some(row) if row > 0 => Window::from(row, self.largest),
            _ => Window::first(self.largest),
        }
    }

    /// Forgets how often reading has begun again.
    pub(crate) fn resume(&mut self) {
        self.restarts = 0;
    }

    /// Takes a window that came, with its readable rows and the number of all its rows.
    ///
    /// # Errors
    ///
    /// What is wrong with it, where reading cannot go on.
    pub(crate) fn take(
        &mut self,
        window: Window,
        told: Told,
        rows: &[Row],
        elements: u64,
    ) -> Result<Verdict, String> {
        let first = window.start() == 0;
        let asked = i64::from(window.page);
        let more = told.total_pages.is_some_and(|total| total > asked);
        if let Some(came) = told.current_page
            && came != asked
            && elements > 0
        {
            if first || came > asked {
                return Err(format!("page {asked} was asked for, and page {came} came"));
            }
            // The list grew shorter, and the server stays at its last page.
            return self.apart();
        }
        let mut size = window.size;
        match told.per_page.map(u32::try_from) {
            Some(Ok(came)) if first && (1..size).contains(&came) => {
                // It is the largest size that the server knows.
                size = came;
                self.largest = came;
            }
            Some(Ok(came)) if !first && came != size => {
                return Err(format!(
                    "pages of {size} records were asked for, and of {came} came"
                ));
            }
            _ => {}
        }
        let short = elements < u64::from(size);
        if first && short && more {
            // The server gives fewer than it says, and has more.
            self.largest = u32::try_from(elements).unwrap_or(size);
        }
        if first && (!short || more) && self.largest < SMALLEST {
            return Err(format!(
                "the changes of a list are read in pages of at least {SMALLEST} records, and {} came",
                self.largest
            ));
        }
        let had = |row: &Row| match *row {
            (Some(id), Some(changed_at)) => self.rows.get(&id) == Some(&changed_at),
            _ => false,
        };
        if !first && ((short && more) || !rows.iter().any(had)) {
            return self.apart();
        }
        let fresh = rows.iter().map(|row| !had(row)).collect();
        self.frontier = window.start() + elements;
        self.back = 0;
        self.rows = rows
            .iter()
            .filter_map(|(id, changed_at)| Some(((*id)?, (*changed_at)?)))
            .collect();
        Ok(Verdict::Joined {
            last: short && !more,
            fresh,
        })
    }

    /// The next window begins farther in front, each time twice as far, at last at the first row.
    fn apart(&mut self) -> Result<Verdict, String> {
        self.back = (self.back * 2).max(self.largest.into());
        if self.window().start() == 0 {
            if self.restarts == MOST_RESTARTS {
                return Err(
                    "no record of the pages before was found again: the list changes faster than it \
                     is read, or its records do not tell their ids and when they changed"
                        .to_owned(),
                );
            }
            self.restarts += 1;
        }
        Ok(Verdict::Apart)
    }
}
