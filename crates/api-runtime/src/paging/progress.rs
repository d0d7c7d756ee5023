//! Decides from the numbers of each page whether the list continues.

use crate::paging::page_numbers::PageNumbers;

/// A page of a list, as far as its end depends on it.
pub(crate) struct PageFacts {
    /// The requested page.
    pub(crate) number: u32,
    /// The number of its elements, unreadable ones included.
    pub(crate) elements: u64,
    pub(crate) numbers: PageNumbers,
    pub(crate) fingerprint: u64,
}

/// Why a page cannot be part of the list, or the list cannot be read to its end.
#[derive(Debug)]
pub(crate) enum Fault {
    Invalid(String),
    Incomplete(String),
}

/// How much of a list was read.
#[derive(Default)]
pub(crate) struct Progress {
    previous: Option<u64>,
    /// The number of elements on the pages so far.
    listed: u64,
    /// Whether the first page of the list is not among them, so that they cannot be all of its records.
    starts_later: bool,
    /// The totals of the last page that had them.
    total_pages: Option<i64>,
    total_records: Option<u64>,
}

impl Progress {
    /// Adds a page. Returns whether another one follows.
    pub(crate) fn advance(&mut self, page: &PageFacts) -> Result<bool, Fault> {
        let (number, elements) = (i64::from(page.number), page.elements);
        let total = page.numbers.total_records;
        let total = total.and_then(|total| u64::try_from(total).ok());
        if elements == 0 {
            self.total_pages = page.numbers.total_pages.or(self.total_pages);
            // Fewer than were listed: not the total of this list, but perhaps of this page.
            let total = total.filter(|total| *total >= self.listed);
            self.total_records = total.or(self.total_records);
            return self.end(number).map(|()| false);
        }
        if let Some(found) = page.numbers.current_page.filter(|found| *found != number) {
            let detail = format!("expected page {number}, found page {found}");
            return Err(Fault::Invalid(detail));
        }
        if self.previous == Some(page.fingerprint) {
            let detail = format!("page {number} repeats the previous page");
            return Err(Fault::Invalid(detail));
        }
        self.starts_later |= self.listed == 0 && number > 1;
        self.previous = Some(page.fingerprint);
        self.listed = self.listed.saturating_add(elements);
        self.total_pages = page.numbers.total_pages.or(self.total_pages);
        self.total_records = total.or(self.total_records);
        let size = page
            .numbers
            .per_page
            .and_then(|size| u64::try_from(size).ok());
        let is_full = size.is_some_and(|size| elements >= size);
        let is_last_page = self.total_pages.map(|last| last == number);
        let is_all = self.all_records().map(|total| total == self.listed);
        Ok(match (is_last_page, is_all) {
            (Some(is_last), Some(is_all)) => !is_last || !is_all,
            // Another page may follow a full one, if only one number denies it.
            (Some(is_end), None) | (None, Some(is_end)) => !is_end || is_full,
            (None, None) => true,
        })
    }

    /// Whether the list may end after as many pages, the last of which has no elements or is missing.
    pub(crate) fn end(&self, pages: i64) -> Result<(), Fault> {
        let listed = self.listed;
        match (self.all_records(), self.total_pages) {
            (Some(total), _) if listed < total => Err(Fault::Incomplete(format!(
                "expected {total} records (`total_records`), found {listed} up to the last page"
            ))),
            (None, Some(last)) if pages < last => Err(Fault::Incomplete(format!(
                "expected {last} pages (`total_pages`), found {pages}"
            ))),
            _ => Ok(()),
        }
    }

    /// Whether a page was listed.
    pub(crate) fn has_started(&self) -> bool {
        self.listed > 0
    }

    /// How many records the list has, if the pages so far could be all of them.
    fn all_records(&self) -> Option<u64> {
        self.total_records.filter(|_| !self.starts_later)
    }
}
