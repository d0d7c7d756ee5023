//! Pages that follow each other by a cursor.

use std::collections::HashSet;
use std::fmt;

use crate::paging::cycle_detector::{CycleDetector, Fingerprint};
use crate::paging::next_cursor::CursorValue;
use crate::paging::progress::{MAX_EMPTY_PAGES, MAX_EQUAL_PAGES};
use crate::paging::sequence::{Fault, Following, PageFacts, Sequence, Step};

/// Pages each of which has a cursor for the next one.
#[derive(Default)]
pub struct Cursors {
    /// The cursors so far, as hashes: eight bytes for each page.
    followed: HashSet<Fingerprint>,
    cycle_detector: CycleDetector,
    /// The number of consecutive empty pages.
    empty_pages: u32,
    /// How many pages had the records of an earlier one.
    equal_pages: u32,
}

/// The position of a page in a list by cursor.
#[derive(Clone)]
pub struct CursorPosition {
    /// The number of the page, from 1 at the start.
    number: u32,
    /// `None` at the start of the list.
    cursor: Option<String>,
    /// Whether the records of the page were returned before it failed.
    was_returned: bool,
}

impl Sequence for Cursors {
    type Token = String;
    type Position = CursorPosition;

    fn start(&mut self, cursor: Option<String>, _: u32) -> CursorPosition {
        if let Some(cursor) = &cursor {
            self.followed.insert(Fingerprint::new(cursor.as_bytes()));
        }
        CursorPosition {
            number: 1,
            cursor,
            was_returned: false,
        }
    }

    fn number(position: &CursorPosition) -> u32 {
        position.number
    }

    fn token(position: &CursorPosition) -> Option<String> {
        position.cursor.clone()
    }

    fn advance(
        &mut self,
        position: &CursorPosition,
        page: &PageFacts<'_>,
    ) -> Result<Step<CursorPosition>, Fault> {
        let is_returned = !position.was_returned;
        if is_returned {
            self.check_records(position.number, page)?;
        }
        let fault = match self.next(position.number, page) {
            Ok(next) => return Ok(Step { next, is_returned }),
            Err(fault) => fault,
        };
        if page.numbers.elements == 0 || position.was_returned {
            return Err(fault);
        }
        // Its records are part of the list all the same.
        let position = CursorPosition {
            was_returned: true,
            ..position.clone()
        };
        Ok(Step::returning(Following::Fault(fault, position)))
    }

    /// A cursor is that of a page.
    fn may_have_ended(&self) -> bool {
        false
    }

    fn may_end_without_page(&self) -> bool {
        false
    }

    fn is_end_by_all_numbers(&self) -> bool {
        false
    }

    fn resume(&mut self) {
        self.empty_pages = 0;
    }
}

impl Cursors {
    /// Checks that the records are not those of an earlier page, again and again.
    fn check_records(&mut self, number: u32, page: &PageFacts<'_>) -> Result<(), Fault> {
        if page.numbers.elements == 0 {
            return Ok(());
        }
        let Err(repeat) = self.cycle_detector.check(page.fingerprint) else {
            self.cycle_detector.record(page.fingerprint);
            return Ok(());
        };
        self.equal_pages += 1;
        // Records without ids may be equal.
        match page.has_ids || self.equal_pages > MAX_EQUAL_PAGES {
            true => Err(Fault::invalid(format!("page {number} {repeat}"))),
            false => Ok(()),
        }
    }

    /// What follows a page, according to its cursor.
    fn next(
        &mut self,
        number: u32,
        page: &PageFacts<'_>,
    ) -> Result<Following<CursorPosition>, Fault> {
        let cursor = match (page.next_cursor.value, page.next_cursor.has_more) {
            (CursorValue::Undeclared, _) => {
                return Err(Fault::invalid("the operation declares no next cursor"));
            }
            (_, Some(false)) => return Ok(Following::End),
            (CursorValue::Unreadable, _) => {
                let detail = format!("expected a string or null as next cursor of page {number}");
                return Err(Fault::invalid(detail));
            }
            (CursorValue::End, Some(true)) => {
                let detail = format!("expected a next cursor, since page {number} has more pages");
                return Err(Fault::incomplete(detail));
            }
            (CursorValue::End, None) => return Ok(Following::End),
            (CursorValue::Cursor(cursor), _) => cursor,
        };
        if page.numbers.elements > 0 {
            self.empty_pages = 0;
        } else if self.empty_pages >= MAX_EMPTY_PAGES {
            return Err(Fault::incomplete(format!(
                "expected records or the end of the list, found more than {MAX_EMPTY_PAGES} \
                 consecutive empty pages"
            )));
        } else {
            self.empty_pages += 1;
        }
        if !self.followed.insert(Fingerprint::new(cursor.as_bytes())) {
            let detail = format!("page {number} repeats the cursor of an earlier page");
            return Err(Fault::invalid(detail));
        }
        Ok(Following::Page(CursorPosition {
            number: number.saturating_add(1),
            cursor: Some(cursor.to_owned()),
            was_returned: false,
        }))
    }
}

/// Without the cursor, which may contain data.
impl fmt::Debug for CursorPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number.fmt(f)
    }
}
