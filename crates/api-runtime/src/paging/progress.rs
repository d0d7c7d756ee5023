//! Decides from the totals of a page whether the list continues.

use std::fmt;

/// How many consecutive pages may be empty although the list has more, according to its totals.
pub(crate) const MAX_EMPTY_PAGES: u32 = 100;

/// How many pages without ids may have the records of an earlier page, if the totals count them.
pub(crate) const MAX_EQUAL_PAGES: u32 = 10;

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
    /// The list became shorter, and the server returns its last page instead.
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
    WrongPage { requested: i64, found: i64 },
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
    /// Whether `listed` is a maximum: the list starts at a later page, and no page before was read.
    is_maximum: bool,
    /// The number of consecutive empty pages.
    empty_pages: u32,
    /// The totals of the last page that had them.
    total_pages: Option<i64>,
    total_records: Option<u64>,
    /// Whether the server numbers the first page 0.
    counts_from_zero: bool,
    /// Whether the latest page is shorter than its `per_page`.
    is_short: bool,
    /// The number of elements of the largest page.
    largest_page: u64,
    /// Whether the latest page may be the last one.
    may_have_ended: bool,
    /// Whether it is, according to a total.
    is_end_by_totals: bool,
    /// Whether it is, according to all four numbers, which agree with each other and with the pages.
    is_end_by_all_numbers: bool,
    /// Whether no page so far had a total.
    is_without_totals: bool,
    /// How many pages without ids had the records of an earlier one.
    equal_pages: u32,
}

impl Progress {
    /// Compares the number of a page with the requested one.
    pub(crate) fn place(&mut self, page: &PageNumbers) -> Result<Placement, Contradiction> {
        let Some(found) = page.current_page else {
            return Ok(Placement::Requested);
        };
        let expected = i64::from(page.requested);
        if expected == 1 && found == 0 && page.elements > 0 {
            self.counts_from_zero = true;
        }
        let offset = i64::from(self.counts_from_zero);
        if found.checked_add(offset) == Some(expected) {
            return Ok(Placement::Requested);
        }
        let last = page.total_pages.filter(|last| *last >= 0);
        // The list became shorter, which needs a page before.
        let is_excluded = self.listed.is_some() && last.is_some_and(|last| last < expected);
        let has_more = last.is_some_and(|last| last > expected);
        if page.elements > 0 && is_excluded {
            Ok(Placement::Earlier)
        } else if page.elements > 0 || has_more {
            let requested = expected - offset;
            Err(Contradiction::WrongPage { requested, found })
        } else {
            // Pages after the last one may have any number.
            Ok(Placement::Requested)
        }
    }

    /// Whether a page may have the records of an earlier one: the list grew by a page meanwhile, or
    /// the records have no ids and are part of the totals.
    pub(crate) fn explains_repeat(&mut self, page: &PageNumbers, has_ids: bool) -> bool {
        let total = page
            .total_records
            .and_then(|total| u64::try_from(total).ok());
        let growth = total.zip(self.total_records);
        if growth.is_some_and(|(total, before)| total >= before.saturating_add(page.elements)) {
            return true;
        }
        let listed = self
            .listed
            .map(|listed| listed.saturating_add(page.elements));
        let is_counted = total
            .zip(listed)
            .is_some_and(|(total, listed)| listed <= total)
            || (total.is_none() && page.total_pages >= Some(i64::from(page.requested)));
        if has_ids || !is_counted {
            return false;
        }
        self.equal_pages += 1;
        self.equal_pages <= MAX_EQUAL_PAGES
    }

    /// Adds a page, and decides whether another one follows.
    ///
    /// The list goes on while any of its numbers says so: the number of pages, or the number of
    /// records. It also goes on if nothing proves that it ends: then an empty page does.
    pub(crate) fn advance(&mut self, page: &PageNumbers) -> Result<Next, Contradiction> {
        let requested = i64::from(page.requested);
        let (total_pages, total_records) = self.totals(page);
        let page_size = page.per_page.and_then(|size| u64::try_from(size).ok());
        let rows_before = self.listed.or_else(|| match page.requested {
            0 | 1 => Some(0),
            // A list that starts at a later page.
            number => {
                let page_size = page_size?;
                // Only a full page proves the size of the pages before it.
                self.is_maximum = page.elements < page_size;
                Some(
                    page_size
                        .max(page.elements)
                        .saturating_mul(u64::from(number - 1)),
                )
            }
        });
        self.listed = rows_before.map(|rows| rows.saturating_add(page.elements));
        let missing = match (self.listed, total_records) {
            (Some(listed), Some(total)) if listed < total => Some((listed, total)),
            _ => None,
        };
        (self.may_have_ended, self.is_end_by_totals) = (false, false);
        (self.is_end_by_all_numbers, self.is_without_totals) = (false, false);
        if page.elements == 0 {
            let is_complete = self.listed.is_some() && total_records.is_some() && missing.is_none();
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
        self.is_short = page_size.is_some_and(|size| page.elements < size);
        let is_full = page_size.is_some() && !self.is_short;
        let is_smaller = page.elements < self.largest_page;
        self.largest_page = self.largest_page.max(page.elements);
        let has_reached = |total: u64| self.listed.is_some_and(|listed| listed >= total);
        let is_reached = total_records.is_some_and(has_reached);
        let has_more = total_pages.is_some_and(|last| last > requested);
        self.is_end_by_totals = is_reached || (total_pages >= Some(1) && !has_more);
        self.may_have_ended = is_reached || (self.is_short || is_smaller) && !has_more;
        self.may_have_ended |= self.is_end_by_totals;
        self.is_without_totals = total_pages.is_none() && total_records.is_none();
        if missing.is_some() || has_more {
            self.is_end_by_totals &= missing.is_none();
            self.may_have_ended &= missing.is_none();
            return Ok(Next::Page);
        }
        // A total that excludes this page is wrong.
        let total_pages = total_pages.filter(|last| *last >= requested);
        let is_exact = self.listed == total_records && !self.is_maximum;
        let is_first = rows_before == Some(0);
        self.is_end_by_all_numbers = is_exact
            && is_full
            && page.current_page.is_some()
            && total_pages == Some(requested)
            && page_size.map(|size| size.saturating_mul(requested.unsigned_abs())) == total_records;
        let is_proven = match (total_pages, total_records) {
            // Totals may be older than the list, or those of this page: then it is full.
            _ if is_full => false,
            (Some(_), Some(_)) => is_exact,
            // It may be the number of records on this page.
            (None, Some(_)) => is_exact && self.is_short && !is_first,
            // It may be that of pages with the claimed size, or the number of the last page from 0.
            (Some(_), None) => page_size.is_none() && !self.counts_from_zero,
            (None, None) => false,
        };
        Ok(match is_proven {
            true => Next::End,
            false => Next::Page,
        })
    }

    /// Whether the list ends if the page after the latest one has no content.
    pub(crate) fn may_have_ended(&self) -> bool {
        self.may_have_ended
    }

    /// Whether the list ends if the server has no page after the latest one.
    pub(crate) fn may_end_without_page(&self) -> bool {
        self.may_have_ended || self.is_without_totals
    }

    /// Whether the list ends if the page after the latest one fails.
    pub(crate) fn is_end_by_all_numbers(&self) -> bool {
        self.is_end_by_all_numbers
    }

    /// Whether the list ends if the page after the latest one repeats it.
    pub(crate) fn is_end_by_totals(&self) -> bool {
        self.is_end_by_totals
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
