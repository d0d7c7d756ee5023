//! What paging must know of a page.

use crate::Page;

/// A page that a listing reads: what paging must know of it.
pub trait PageResponse {
    /// What is listed.
    type Item;

    /// The number of this page, if the response says it.
    fn current_page(&self) -> Option<i64>;

    /// The number of pages, if the response says it.
    fn total_pages(&self) -> Option<i64>;

    /// The number of elements that a page can have, if the response says it.
    fn per_page(&self) -> Option<i64>;

    /// The number of records that could be read.
    fn good(&self) -> usize;

    /// The number of elements that could not be read.
    fn bad(&self) -> usize;

    /// Takes the records out. What the page says of its list stays.
    fn take_items(&mut self) -> Vec<Self::Item>;
}

impl<T, F> PageResponse for Page<T, F>
where
    T: api_wire::FromWire,
    F: api_wire::Record,
{
    type Item = T;

    fn current_page(&self) -> Option<i64> {
        self.current_page
    }

    fn total_pages(&self) -> Option<i64> {
        self.total_pages
    }

    fn per_page(&self) -> Option<i64> {
        self.per_page
    }

    fn good(&self) -> usize {
        self.items.len()
    }

    fn bad(&self) -> usize {
        // The pointer of an element is the list's key and the element's number.
        let is_element = |pointer: &str| {
            let mut segments = pointer.split('/').skip(2);
            let number = segments.next().unwrap_or_default();
            segments.next().is_none()
                && !number.is_empty()
                && number.bytes().all(|byte| byte.is_ascii_digit())
        };
        self.mismatches()
            .iter()
            .filter(|mismatch| is_element(&mismatch.pointer))
            .count()
    }

    fn take_items(&mut self) -> Vec<T> {
        std::mem::take(&mut self.items)
    }
}
