//! Where two windows of a list meet. Rows move while they are read; nothing that stood still may fall through.
//!
//! Of the rows in front of the frontier, all that have not changed since have been had. A window that begins before the
//! frontier moves it on, if a row of the window before is found again in it as it was: whatever stood still keeps its
//! order, so it stands behind that row and in this window, or before it and was had. Where no row is found again,
//! more rows fell out in front than the windows overlap by, and reading begins farther in front.

use std::collections::HashMap;

use api_wire::Timestamp;

use crate::sync::window::{SMALLEST, Window, lap};

/// How often reading begins again at the first row before it is given up.
const MOST_RESTARTS: u32 = 3;

/// How many windows in a row may have nothing but rows of the window before them.
const MOST_IDLE: u32 = 10;

/// What identifies a row and tells when it changed, where the row says so.
pub(crate) type Row = (Option<i64>, Option<Timestamp>);

/// What a response says of its page.
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
    /// The farthest frontier at which reading came apart, and how often it did so thereabouts.
    reached: u64,
    stuck: u32,
    /// How many windows in a row had nothing but rows of the one before.
    idle: u32,
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
            reached: 0,
            stuck: 0,
            idle: 0,
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
        self.stuck = 0;
        self.idle = 0;
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
        // A window goes on from the one before. That it has nothing else can be when many rows came in front of it; from a
        // server that looks at no page's number it is all that ever comes. Rows that tell nothing of themselves do not count.
        let tells = |row: &&Row| matches!(row, (Some(_), Some(_)));
        let goes_on = first || short || rows.iter().filter(tells).any(|row| !had(row));
        let fresh = rows.iter().map(|row| !had(row)).collect();
        self.idle = if goes_on { 0 } else { self.idle + 1 };
        if self.idle > MOST_IDLE {
            return Err(format!(
                "{MOST_IDLE} pages in a row had the records of the page before and no other: the list grows faster than \
                 it is read, or the server does not look at the number of the page"
            ));
        }
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
    ///
    /// Reading that comes apart at one place again and again begins ever farther in front there, too, so that it gets to
    /// the first row, where it is counted: a stretch of records without ids or times of change would be read for ever.
    fn apart(&mut self) -> Result<Verdict, String> {
        if self.back == 0 {
            if self.frontier > self.reached + u64::from(self.largest) {
                self.reached = self.frontier;
                self.stuck = 0;
            } else {
                self.stuck += 1;
            }
        }
        let least = u64::from(self.largest) << self.stuck.saturating_sub(8).min(31);
        self.back = self.back.saturating_mul(2).max(least);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a list that does not change, of which the rows in the middle do not tell when they changed. Gives the
    /// number of windows and whether the end was reached.
    fn read(rows: u64, undated: std::ops::Range<u64>, largest: u32) -> (u64, bool) {
        let row = |number: u64| {
            let id = i64::try_from(number).unwrap();
            let changed_at = Timestamp::from_second(id).unwrap();
            (Some(id), (!undated.contains(&number)).then_some(changed_at))
        };
        let mut seam = Seam::new(largest);
        for count in 1..=100_000 {
            let window = seam.window();
            let end = (window.start() + u64::from(window.size)).min(rows);
            let came: Vec<Row> = (window.start()..end).map(row).collect();
            let told = Told {
                current_page: Some(window.page.into()),
                total_pages: i64::try_from(rows.div_ceil(window.size.into())).ok(),
                per_page: Some(window.size.into()),
            };
            match seam.take(window, told, &came, came.len() as u64) {
                Ok(Verdict::Joined { last: true, .. }) => return (count, true),
                Ok(_) => {}
                Err(_) => return (count, false),
            }
        }
        panic!("it goes on for ever");
    }

    #[test]
    fn a_stretch_without_times_of_change_is_no_endless_list() {
        for largest in [20, 50, 100, 1_000] {
            let window = u64::from(largest);
            let rows = window * 20;
            for from in [window / 2, window * 3, window * 6, window * 19] {
                let (count, _) = read(rows, from..from + window * 3, largest);
                assert!(count < 1_000, "{largest} rows a window: {count} windows");
            }
            let (_, ended) = read(rows, window * 6..window * 6 + window / 20, largest);
            assert!(ended, "a few such rows are no reason to fail");
        }
    }
}
