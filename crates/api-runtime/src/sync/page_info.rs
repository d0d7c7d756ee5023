//! What a page says about itself and its rows.

use api_wire::Timestamp;

use crate::paging::page_numbers::PageNumbers;
use crate::sync::overlap_error::OverlapError;
use crate::sync::window::Window;

/// A row's identity and version, as far as the record has them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) id: Option<i64>,
    pub(crate) changed_at: Option<Timestamp>,
}

impl PageNumbers {
    /// Whether the totals agree that a short window, of which `end` is the end, is the last one.
    pub(crate) fn is_end(&self, window: Window, end: u64) -> bool {
        let page = i64::from(window.page);
        match (self.total_records(), self.total_pages) {
            (Some(total), Some(last)) => total == end && last <= page,
            // It may be the number of records on this page.
            (Some(total), None) => total == end && page > 1,
            // It may be that of pages with the claimed size.
            (None, Some(last)) => last == page && self.per_page.is_none(),
            (None, None) => false,
        }
    }

    pub(crate) fn total_records(&self) -> Option<u64> {
        self.total_records
            .and_then(|total| u64::try_from(total).ok())
    }

    /// The error of a list that ends after a window, if its totals say that rows are missing.
    ///
    /// `before` are the totals of the last window with rows, and its page: an empty page may have no
    /// totals, or deny the rows before it.
    pub(crate) fn missing_rows(
        &self,
        window: Window,
        end: u64,
        before: (Self, u32),
    ) -> Option<OverlapError> {
        let total = self.total_records().filter(|total| *total >= end);
        if let Some(expected) = total.or(before.0.total_records()) {
            return (expected > end).then_some(OverlapError::MissingRecords {
                expected,
                received: end,
                page: window.page,
            });
        }
        let last_pages = [
            (self.total_pages, window.page),
            (before.0.total_pages, before.1),
        ];
        last_pages.into_iter().find_map(|(last, received)| {
            let expected = last.filter(|last| *last > i64::from(received))?;
            Some(OverlapError::MissingPages { expected, received })
        })
    }
}
