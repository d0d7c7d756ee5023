//! Decides from the totals of a page whether the list continues.

use std::fmt;

/// How many consecutive pages may be empty although the list has more, according to its totals.
const MAX_EMPTY_PAGES: u32 = 100;

/// The numbers of a page.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PageNumbers {
    /// The requested page.
    pub(crate) requested: u32,
    /// The number of its elements, unreadable ones included.
    pub(crate) elements: u64,
    pub(crate) current_page: Option<i64>,
    pub(crate) per_page: Option<i64>,
    pub(crate) total_pages: Option<i64>,
    pub(crate) total_records: Option<i64>,
}

/// Which page a response is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Placement {
    Requested,
    /// The list became shorter, and the server returns its last page instead, which was returned
    /// before.
    Earlier,
}

/// What follows a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Page,
    End,
}

/// Why a page cannot be the requested one, or cannot be the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contradiction {
    /// The response has another page number.
    WrongPage { requested: u32, found: i64 },
    /// The list ends, and has fewer records than its totals say.
    MissingRecords { listed: u64, total: u64 },
    /// [`MAX_EMPTY_PAGES`] was exceeded.
    EmptyPages { total_pages: i64 },
}

/// How much of a list was read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    /// The number of elements before and on the pages so far, if it is known.
    listed: Option<u64>,
    /// The number of consecutive empty pages.
    empty_pages: u32,
    /// The totals of the last page that had them.
    total_pages: Option<i64>,
    total_records: Option<u64>,
}

impl Progress {
    /// Compares the number of a page with the requested one.
    pub(crate) fn place(page: &PageNumbers) -> Result<Placement, Contradiction> {
        let requested = i64::from(page.requested);
        match page.current_page {
            Some(found) if found != requested => {
                let last = page.total_pages.filter(|last| *last >= 0);
                let is_excluded = last.is_some_and(|last| last < requested);
                let has_more = last.is_some_and(|last| last > requested);
                if page.elements > 0 && is_excluded {
                    Ok(Placement::Earlier)
                } else if page.elements > 0 || has_more {
                    let requested = page.requested;
                    Err(Contradiction::WrongPage { requested, found })
                } else {
                    // Pages after the last one may have any number.
                    Ok(Placement::Requested)
                }
            }
            _ => Ok(Placement::Requested),
        }
    }

    /// Adds a page, and decides whether another one follows.
    ///
    /// The list goes on while any of its numbers says so: the number of pages, or the number of
    /// records. Only an empty page ends it nevertheless.
    pub(crate) fn advance(&mut self, page: &PageNumbers) -> Result<Next, Contradiction> {
        let requested = i64::from(page.requested);
        let (total_pages, total_records) = self.totals(page);
        let page_size = page.per_page.and_then(|size| u64::try_from(size).ok());
        let rows_before = self.listed.or_else(|| match page.requested {
            0 | 1 => Some(0),
            // A list that starts at a later page.
            number => Some(
                page_size?
                    .max(page.elements)
                    .saturating_mul(u64::from(number - 1)),
            ),
        });
        self.listed = rows_before.map(|rows| rows.saturating_add(page.elements));
        let missing = match (self.listed, total_records) {
            (Some(listed), Some(total)) if listed < total => Some((listed, total)),
            _ => None,
        };
        let is_complete = self.listed.is_some() && total_records.is_some() && missing.is_none();
        if page.elements == 0 {
            return match total_pages {
                Some(last) if last > requested && !is_complete => {
                    self.empty_pages += 1;
                    match self.empty_pages > MAX_EMPTY_PAGES {
                        true => Err(Contradiction::EmptyPages { total_pages: last }),
                        false => Ok(Next::Page),
                    }
                }
                _ => self.end(page).map(|()| Next::End),
            };
        }
        self.empty_pages = 0;
        let has_more = match total_pages {
            // A total that excludes this page is wrong.
            Some(last) if last >= requested => last > requested,
            _ => page.elements >= page_size.unwrap_or(1).max(1),
        };
        Ok(match has_more || missing.is_some() {
            true => Next::Page,
            false => Next::End,
        })
    }

    /// The totals of a page. A page without totals, or an empty one that denies the records before
    /// it, has those of the pages before.
    fn totals(&mut self, page: &PageNumbers) -> (Option<i64>, Option<u64>) {
        let found = page
            .total_records
            .and_then(|total| u64::try_from(total).ok());
        let is_smaller = found
            .zip(self.listed)
            .is_some_and(|(found, listed)| found < listed);
        let is_denial = page.elements == 0 && is_smaller && self.total_records.is_some();
        if !is_denial {
            self.total_pages = page.total_pages.or(self.total_pages);
            self.total_records = found.or(self.total_records);
        }
        (self.total_pages, self.total_records)
    }

    /// Whether the list may end here.
    pub(crate) fn end(&mut self, page: &PageNumbers) -> Result<(), Contradiction> {
        match (self.listed, self.totals(page).1) {
            (Some(listed), Some(total)) if listed < total => {
                Err(Contradiction::MissingRecords { listed, total })
            }
            _ => Ok(()),
        }
    }

    /// Resets the limit of empty pages after an error.
    pub(crate) fn resume(&mut self) {
        self.empty_pages = 0;
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongPage { requested, found } => {
                write!(f, "expected page {requested}, found page {found}")
            }
            Self::MissingRecords { listed, total } => write!(
                f,
                "expected {total} records (`total_records`), found {listed} up to the last page"
            ),
            Self::EmptyPages { total_pages } => write!(
                f,
                "expected {total_pages} pages (`total_pages`), found more than {MAX_EMPTY_PAGES} \
                 consecutive empty pages"
            ),
        }
    }
}
